import { lazyScreen } from '#web/shell/screen.ts'
import type { PaneProps } from './ConversationPane.tsx'

/** An opened conversation: the list of them is there without its code. */
export const paneScreen = lazyScreen<PaneProps>(async () => (await import('./ConversationPane.tsx')).ConversationPane)
