import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const reportsPages: readonly Page[] = [
  {
    path: '/fees/month-end',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/month-end/web/MonthEndPage.tsx')).MonthEndPage),
  },
]
