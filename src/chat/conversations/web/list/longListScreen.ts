import { lazyScreen } from '#web/shell/screen.ts'
import type { LongListProps } from './LongConversationList.tsx'

/** What only long lists need. */
export const LongListScreen = lazyScreen<LongListProps>(async () => (await import('./LongConversationList.tsx')).LongConversationList)
