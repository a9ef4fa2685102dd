import { MessageCircle } from 'lucide-react'
import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { LoadEncryption } from '#chat/conversations/web/messageEncryption.ts'
import type { SocketEvent } from '#contract/event.ts'
import type { Banner, Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { chatMenuEn } from './conversations.menu.en.ts'

/** The events of conversations, with their schemas. */
export const loadChatEvents = async (): Promise<readonly SocketEvent[]> =>
  Object.values((await import('./conversations.events.ts')).chatEvents)

/** The pages of chat. Other features fill the slots, and encrypt and decrypt messages. */
export const chatPages = (loadSlots: () => Promise<ChatSlots>, loadEncryption: LoadEncryption): readonly Page[] => [
  {
    path: '/chat',
    access: 'member',
    screen: lazyScreen(async () => {
      const asked = Promise.all([loadSlots(), loadEncryption()])
      const { ChatPage } = await import('#chat/conversations/web/ChatPage.tsx')
      const [slots, encryptionOf] = await asked
      return () => <ChatPage slots={slots} encryptionOf={encryptionOf} />
    }),
    entry: {
      words: chatMenuEn,
      Icon: MessageCircle,
      count: lazyScreen(async () => {
        const { UnreadCount } = await import('#chat/conversations/web/UnreadCount.tsx')
        return () => <UnreadCount loadEncryption={loadEncryption} />
      }),
    },
    fills: (address) => (address.has('c') ? 'window' : 'page'),
  },
]

export const chatBanner: Banner = {
  name: 'chat',
  whom: 'member',
  screen: lazyScreen(async () => (await import('#chat/conversations/web/notifications/Notifier.tsx')).Notifier),
}
