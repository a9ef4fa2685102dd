import { lazyScreen } from '#web/shell/screen.ts'

/** Cash that is not in a closing yet, in place of the line below a page's title. */
export const cashLine = lazyScreen(async () => (await import('#money/cashbox/web/CashLine.tsx')).ManagersCashLine)
