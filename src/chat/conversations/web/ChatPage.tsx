import { useMemo } from 'react'
import { useSession } from '#web/api/session.ts'
import { ChatScreen } from './ChatScreen.tsx'
import { ChatProvider } from './chatContext.ts'
import { type ChatSlots, ChatSlotsProvider } from './chatSlots.ts'
import { chatClient } from './delivery/sessionClient.ts'

/** Chat: the conversations of the person who is signed in. */
export const ChatPage = ({ slots = {} }: { slots?: ChatSlots }) => {
  const session = useSession()
  const around = useMemo(() => session && { client: chatClient(), me: session.user }, [session])
  if (!around) return null
  return (
    <ChatProvider value={around}>
      <ChatSlotsProvider value={slots}>
        <ChatScreen />
      </ChatSlotsProvider>
    </ChatProvider>
  )
}
