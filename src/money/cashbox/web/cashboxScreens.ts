import { lazyScreen } from '#web/shell/screen.ts'
import type { BoxEntryProps } from './BoxEntryDialog.tsx'
import type { CloseBoxProps } from './CloseBoxDialog.tsx'

/** What opens over a page is fetched when it is about to be opened. */
export const CloseBoxScreen = lazyScreen<CloseBoxProps>(async () => (await import('./CloseBoxDialog.tsx')).CloseBoxDialog)
export const BoxEntryScreen = lazyScreen<BoxEntryProps>(async () => (await import('./BoxEntryDialog.tsx')).BoxEntryDialog)
