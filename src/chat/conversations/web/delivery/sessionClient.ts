import { encryption } from '#chat/encryption/web/sessionEncryption.ts'
import { call } from '#web/api/call.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { emitOnSocket, onSocketEvent, socketConnection, socketEpoch } from '#web/api/socketEvents.ts'
import type { ChatClient } from './chatClient.ts'
import { deviceStorage } from './deviceStorage.ts'
import { makeChatClient } from './makeChatClient.ts'
import type { ChatSocket, Clock, Tab } from './ports.ts'
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
let stopWarning = () => {}
onForget(() => {
  stopWarning()
  client?.close()
  client = undefined
})

/** The client of a person who is signed in, made when it is first asked for. It ends with the session. */
export const chatClient = (): ChatClient => {
  const session = getSession()
  if (!session) throw new Error('Nobody is signed in')
  if (client) return client
  // Asked for once: what is saved as the session ends still asks what this browser is.
  const sealer = encryption()
  const { user: me } = session
  const storage = deviceStorage(me._id, () => sealer.device.get() === 'recovery')
  client = makeChatClient({ call, socket, storage, clock, tab, sealer, me })
  stopWarning = warnBeforeClosing(sealer.device, client.unsent)
  return client
}
