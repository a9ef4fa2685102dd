import { MessageCircle } from 'lucide-react'
import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { Banner, Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const chatPages = (loadSlots: () => Promise<ChatSlots>): readonly Page[] => [
  {
    path: '/chat',
    access: 'member',
    screen: lazyScreen(async () => {
      const asked = loadSlots()
      const { ChatPage } = await import('#chat/conversations/web/ChatPage.tsx')
      const slots = await asked
      return () => <ChatPage slots={slots} />
    }),
    entry: {
      word: 'chat',
      Icon: MessageCircle,
      count: lazyScreen(async () => (await import('#chat/conversations/web/UnreadCount.tsx')).UnreadCount),
    },
    fills: (address) => (address.has('c') ? 'window' : 'page'),
  },
]

export const chatBanner: Banner = {
  name: 'chat',
  whom: 'member',
  screen: lazyScreen(async () => (await import('#chat/conversations/web/notifications/Notifier.tsx')).Notifier),
}
