import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

const screen = lazyScreen(async () => (await import('#hall/landing/web/LandingPage.tsx')).LandingPage)

/** Beside the sign-in form. */
export const besideSignIn = lazyScreen(async () => (await import('#hall/landing/web/BesideSignIn.tsx')).BesideSignIn)

export const landingPages: readonly Page[] = [
  { path: '/', access: 'anyone', screen },
  { path: '/landing', access: 'anyone', screen },
]
