import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const duesPages: readonly Page[] = [
  {
    path: '/fees/dues',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/dues/web/DuesPage.tsx')).DuesPage),
  },
]
