import { lazyScreen } from '#web/shell/screen.ts'

/** The cash that no closing covers yet, shown above lists of people and fees. */
export const cashLine = lazyScreen(async () => (await import('#money/cashbox/web/CashLine.tsx')).ManagersCashLine)
