import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const rosterPages: readonly Page[] = [
  {
    path: '/users/import',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#people/roster/web/ImportPage.tsx')).ImportPage),
  },
]
