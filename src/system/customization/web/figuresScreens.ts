import { lazyScreen } from '#web/shell/screen.ts'
import type { FiguresDialogProps } from './FiguresDialog.tsx'

/** Loaded shortly before it is opened. */
export const FiguresDialogScreen = lazyScreen<FiguresDialogProps>(async () => (await import('./FiguresDialog.tsx')).FiguresDialog)
