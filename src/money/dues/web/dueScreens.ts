import { lazyScreen } from '#web/shell/screen.ts'
import type { ReminderRunProps } from './ReminderRun.tsx'

/** Dialogs over the list are loaded once a student is selected. */
export const ReminderRunScreen = lazyScreen<ReminderRunProps>(async () => (await import('./ReminderRun.tsx')).ReminderRun)
