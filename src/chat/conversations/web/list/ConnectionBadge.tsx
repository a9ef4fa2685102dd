import { useStore } from '#web/api/store.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { useChat } from '../chatContext.ts'

export const ConnectionBadge = () => {
  const words = useWords(chatEn).connection
  const state = useStore(useChat().client.connection)
  return (
    <span role="status">
      <Badge tone={state === 'connected' ? 'success' : 'warning'}>{words[state]}</Badge>
    </span>
  )
}
