import { call } from '#web/api/call.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { emitOnSocket, onSocketEvent, socketConnection, socketEpoch } from '#web/api/socketEvents.ts'
import type { ComingEncryption } from '../messageEncryption.ts'
import type { ChatClient } from './chatClient.ts'
import type { ChatSocket, Clock, Tab } from './environment.ts'
import { laterEncryption } from './laterEncryption.ts'
import { makeChatClient } from './makeChatClient.ts'
import { withStoredChats } from './offline/withStoredChats.ts'
import { deviceStorage } from './outbox/deviceStorage.ts'
import { received } from './received.ts'
import { warnBeforeClosing } from './warnBeforeClosing.ts'

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

const socket: ChatSocket = { connection: socketConnection, epoch: socketEpoch, on: onSocketEvent, emit: emitOnSocket }

const heard = (target: EventTarget, event: string, handler: () => void): (() => void) => {
  target.addEventListener(event, handler)
  return () => target.removeEventListener(event, handler)
}

const tab: Tab = {
  isVisible: () => !document.hidden,
  onReturn: (handler) => {
    const stops = [heard(window, 'online', handler), heard(document, 'visibilitychange', () => document.hidden || handler())]
    return () => {
      for (const stop of stops) stop()
    }
  },
  onHidden: (handler) => {
    const stops = [heard(window, 'pagehide', handler), heard(document, 'visibilitychange', () => document.hidden && handler())]
    return () => {
      for (const stop of stops) stop()
    }
  },
}

let client: ChatClient | undefined
let stop = () => {}
onForget(() => {
  stop()
  client?.close()
  client = undefined
})

const opensConversation = (): boolean => new URLSearchParams(window.location.search).has('c')

/** Returns the client of the person who is signed in, created on first use. It ends with the session. */
export const chatClient = (encryptionOf: () => ComingEncryption): ChatClient => {
  const session = getSession()
  if (!session) throw new Error('Nobody is signed in')
  if (client) return client
  // Resolved once: saving at the end of the session still checks what kind of device this browser is.
  const coming = encryptionOf()
  const later = laterEncryption(coming)
  const encryption = coming.here() ?? later
  const { user: me } = session
  const isForgetting = () => encryption.device.get() === 'recovery'
  const storage = deviceStorage(me._id, isForgetting)
  // Staff read on shared computers.
  const mayStore = () => me.role === 'student' && !isForgetting()
  const stored = withStoredChats({ call, socket, token: session.token, mayStore })
  client = makeChatClient({ call: stored.call, socket, storage, clock, tab, encryption, me })
  const { conversations, unsent } = client
  const reportReceived = () => {
    for (const { _id, unreadCount, lastSeq } of conversations.get().items) if (unreadCount > 0) received(_id, lastSeq)
  }
  // The list needs the line and the processor first, unless a conversation is opened by its address.
  const startEncryption = () => {
    if (encryption === later && (!conversations.get().isLoading || opensConversation())) later.start()
  }
  if (opensConversation()) startEncryption()
  const subscriptions = [reportReceived, startEncryption].map(conversations.subscribe)
  const stops = [stored.stop, ...subscriptions, warnBeforeClosing(encryption.device, unsent)]
  stop = () => {
    for (const each of stops) each()
  }
  return client
}
