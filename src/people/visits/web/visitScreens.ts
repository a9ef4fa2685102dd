import { lazyScreen } from '#web/shell/screen.ts'
import type { InsideDialogProps } from './InsideDialog.tsx'

/** Opens over the map, with the students inside. */
export const InsideScreen = lazyScreen<InsideDialogProps>(async () => (await import('./InsideDialog.tsx')).InsideDialog)
