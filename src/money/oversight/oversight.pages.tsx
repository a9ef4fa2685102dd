import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const oversightPages: readonly Page[] = [
  {
    path: '/fees/check',
    access: 'superadmin',
    screen: lazyScreen(async () => (await import('#money/oversight/web/CheckPage.tsx')).CheckPage),
  },
]
