import { lazyScreen } from '#web/shell/screen.ts'

/** The cash that no closing covers yet, shown in place of the page's subtitle. */
export const cashLine = lazyScreen(async () => (await import('#money/cashbox/web/CashLine.tsx')).ManagersCashLine)
