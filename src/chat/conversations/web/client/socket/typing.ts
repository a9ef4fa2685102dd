import { makeStore, type Settable, type Store } from '#web/api/store.ts'
import { chatInbound } from '../../../conversations.events.ts'
import { chatLimits } from '../../../conversations.limits.ts'
import { writtenText } from '../../../conversations.text.policy.ts'
import type { Typing } from '../chatClient.ts'
import type { ChatSocket, Clock } from '../environment.ts'

/** Time after the last event until a person no longer counts as typing. */
const forgottenMs = 5_000

/** Tracks who is typing where. */
export const makeTypists = (clock: Clock) => {
  const stores = new Map<string, Settable<readonly Typing[]>>()
  const ends = new Map<string, () => void>()

  const storeOf = (conversation: string): Settable<readonly Typing[]> => {
    const store = stores.get(conversation) ?? makeStore<readonly Typing[]>([])
    stores.set(conversation, store)
    return store
  }
  const stopped = (conversation: string, userId: string): void => {
    const key = `${conversation} ${userId}`
    ends.get(key)?.()
    ends.delete(key)
    const store = storeOf(conversation)
    if (store.get().some((each) => each.userId === userId)) store.set(store.get().filter((each) => each.userId !== userId))
  }
  return {
    of: (conversation: string): Store<readonly Typing[]> => storeOf(conversation),
    stopped,
    started: (conversation: string, typing: Typing): void => {
      const key = `${conversation} ${typing.userId}`
      ends.get(key)?.()
      ends.set(
        key,
        clock.after(forgottenMs, () => stopped(conversation, typing.userId)),
      )
      const store = storeOf(conversation)
      if (!store.get().some((each) => each.userId === typing.userId)) store.set([...store.get(), typing])
    },
    forget: (): void => {
      for (const [conversation, store] of stores) for (const { userId } of store.get()) stopped(conversation, userId)
    },
  }
}

/** Notifies others that one is typing: at the first key, every two seconds, and at the end. */
export const makeTypingHints = ({ socket, clock }: { socket: ChatSocket; clock: Clock }) => {
  let toldAt = Number.NEGATIVE_INFINITY
  let typingIn: string | null = null
  let texts = new Map<string, string>()
  let cancel: (() => void) | undefined

  const stop = (): void => {
    cancel?.()
    cancel = undefined
    if (typingIn !== null) socket.emit(chatInbound.typingStop, typingIn)
    typingIn = null
  }
  return {
    typed: (conversation: string, text: string): void => {
      const before = texts.get(conversation) ?? ''
      texts = new Map([[conversation, text]])
      if (text === before) return
      if (typingIn !== null && typingIn !== conversation) stop()
      if (writtenText(text) === '') {
        stop()
        return
      }
      cancel?.()
      cancel = clock.after(chatLimits.typingStopMs, stop)
      if (clock.now() - toldAt < chatLimits.typingEveryMs) return
      toldAt = clock.now()
      typingIn = conversation
      socket.emit(chatInbound.typingStart, conversation)
    },
    stop,
  }
}
