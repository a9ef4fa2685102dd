import { lazyScreen } from '#web/shell/screen.ts'
import type { FiguresDialogProps } from './FiguresDialog.tsx'

/** Fetched when someone is about to open it. */
export const FiguresDialogScreen = lazyScreen<FiguresDialogProps>(async () => (await import('./FiguresDialog.tsx')).FiguresDialog)
