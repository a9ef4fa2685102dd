import { useMemo } from 'react'
import { useSession } from '#web/api/session.ts'
import { ChatScreen } from './ChatScreen.tsx'
import { ChatProvider } from './chatContext.ts'
import { type ChatSlots, ChatSlotsProvider } from './chatSlots.ts'
import { chatClient } from './client/sessionClient.ts'
import type { ComingEncryption } from './messageEncryption.ts'

type ChatPageProps = { encryptionOf: () => ComingEncryption; slots?: ChatSlots }

/** The chat page of the signed-in person. Decrypted messages must not outlive the session; drafts are stored on the device. */
export const ChatPage = ({ encryptionOf, slots = {} }: ChatPageProps) => {
  const session = useSession()
  const around = useMemo(
    () => session && !session.isEnded && { client: chatClient(encryptionOf), me: session.user },
    [session, encryptionOf],
  )
  if (!around) return null
  return (
    <ChatProvider value={around}>
      <ChatSlotsProvider value={slots}>
        <ChatScreen />
      </ChatSlotsProvider>
    </ChatProvider>
  )
}
