import { lazyScreen } from '#web/shell/screen.ts'
import type { BoxEntryProps } from './BoxEntryDialog.tsx'
import type { CloseBoxProps } from './CloseBoxDialog.tsx'

/** Dialogs are lazy: their code is loaded shortly before they open. */
export const CloseBoxScreen = lazyScreen<CloseBoxProps>(async () => (await import('./CloseBoxDialog.tsx')).CloseBoxDialog)
export const BoxEntryScreen = lazyScreen<BoxEntryProps>(async () => (await import('./BoxEntryDialog.tsx')).BoxEntryDialog)
