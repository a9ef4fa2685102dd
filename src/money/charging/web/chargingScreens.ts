import { lazyScreen } from '#web/shell/screen.ts'
import type { UnchargedProps } from './UnchargedDialog.tsx'

/** Fetched when someone opens it. */
export const UnchargedScreen = lazyScreen<UnchargedProps>(async () => (await import('./UnchargedDialog.tsx')).UnchargedDialog)
