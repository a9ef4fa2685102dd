import { lazyScreen } from '#web/shell/screen.ts'

/** Loaded with the end of the page that shows it. */
export const lockedMonths = lazyScreen(async () => (await import('./LockedMonths.tsx')).LockedMonths)
