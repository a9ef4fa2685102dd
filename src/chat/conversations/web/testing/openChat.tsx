import { vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { useSession } from '#web/api/session.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { chatApi } from '../../conversations.contract.ts'
import { ChatScreen } from '../ChatScreen.tsx'
import { ChatProvider } from '../chatContext.ts'
import { loadChatDialogs } from '../chatDialogs.ts'
import { type ChatSlots, ChatSlotsProvider } from '../chatSlots.ts'
import { paneScreen } from '../conversation/paneScreen.ts'
import { LongListScreen } from '../list/longListScreen.ts'
import type { fakeClient } from './fakeClient.ts'

// A component that suspends while a test renders it would never resume.
await Promise.all([paneScreen.load(), loadChatDialogs(), LongListScreen.load()])

type Options = { as?: Role; at?: string; replies?: readonly FakeReply[]; slots?: ChatSlots }

const size = 600

/** jsdom has no layout: the list gets a height of six hundred pixels, and each row sixty. */
const layOut = (): void => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.dataset.index === undefined ? size : 60
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(size)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(size)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    const inner = this.firstElementChild as HTMLElement | null
    return Number.parseFloat(inner?.style.height ?? '') || size
  })
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = Math.max(0, Math.min(to.top ?? 0, this.scrollHeight - size))
    this.dispatchEvent(new Event('scroll'))
  } as typeof HTMLElement.prototype.scrollTo
}

const Screen = ({ client, slots }: { client: ReturnType<typeof fakeClient>['client']; slots: ChatSlots }) => {
  const me = useSession()?.user
  return (
    me && (
      <ChatProvider value={{ client, me }}>
        <ChatSlotsProvider value={slots}>
          <ChatScreen />
        </ChatSlotsProvider>
      </ChatProvider>
    )
  )
}

/** Renders chat with a client controlled by the test. */
export const openChat = (
  { client }: Pick<ReturnType<typeof fakeClient>, 'client'>,
  { as = 'student', at = '/chat', replies = [], slots = {} }: Options = {},
) => {
  layOut()
  return renderPage(<Screen client={client} slots={slots} />, {
    as,
    at,
    replies: [reply(chatApi.blocks, { items: [], nextCursor: null }), reply(chatApi.search, { items: [], nextCursor: null }), ...replies],
  })
}
