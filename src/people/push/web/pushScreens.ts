import { lazyScreen } from '#web/shell/screen.ts'

/** Notifications, for the own profile. */
export const pushCard = lazyScreen(async () => (await import('./PushCard.tsx')).PushCard)
