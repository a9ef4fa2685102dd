import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** Opened by the service worker, also before the sign-in. */
export const sharingPages: readonly Page[] = [
  { path: '/share', access: 'anyone', screen: lazyScreen(async () => (await import('#home/sharing/web/SharePage.tsx')).SharePage) },
]
