import { lazyScreen } from '#web/shell/screen.ts'
import type { PaneProps } from './ConversationPane.tsx'

/** An opened conversation, loaded separately from the list. */
export const paneScreen = lazyScreen<PaneProps>(async () => (await import('./ConversationPane.tsx')).ConversationPane)
