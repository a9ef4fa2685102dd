import { lazyScreen } from '#web/shell/screen.ts'
import type { DayPassDialogProps } from './DayPassDialog.tsx'

/** The sale of a day pass, over any page. */
export const DayPassScreen = lazyScreen<DayPassDialogProps>(async () => (await import('./DayPassDialog.tsx')).DayPassDialog)
