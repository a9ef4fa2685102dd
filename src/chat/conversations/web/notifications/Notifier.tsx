import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { type SessionUser, useSession } from '#web/api/session.ts'
import { onSocketEvent } from '#web/api/socketEvents.ts'
import { useStore } from '#web/api/store.ts'
import { useWords } from '#web/words.ts'
import { chatApi } from '../../conversations.contract.ts'
import { chatEn } from '../../conversations.en.ts'
import { chatEvents } from '../../conversations.events.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { received } from '../client/received.ts'
import { isMuted } from '../conversationFacts.ts'
import { hindrance, show, wantedNotifications } from './permission.ts'

const isLookedAt = (conversationId: string): boolean =>
  document.visibilityState === 'visible' &&
  window.location.pathname === '/chat' &&
  new URLSearchParams(window.location.search).get('c') === conversationId

/** Returns whether a person wants to be notified of another person's message. */
export const isWanted = (message: Message, conversation: Pick<Conversation, 'mutedUntil' | 'notify'>, me: { _id: string }): boolean => {
  if (message.sender._id === me._id || isMuted(conversation) || conversation.notify === 'none') return false
  return conversation.notify === 'all' || message.mentions.some(({ _id }) => _id === me._id)
}

/**
 * Reports on every page which messages have arrived, and shows a browser notification with sender and conversation; fetches the
 * conversation if needed.
 */
export const Notifier = () => {
  const me = useSession()?.user
  const isOn = useStore(wantedNotifications) === me?._id
  const myId = me?._id
  useEffect(
    () => onSocketEvent(chatEvents.newMessage, ({ conversation, seq, sender }) => sender._id !== myId && received(conversation, seq)),
    [myId],
  )
  return me && isOn && hindrance() === undefined ? <Listener me={me} /> : null
}

const Listener = ({ me }: { me: SessionUser }) => {
  const words = useWords(chatEn)
  const navigate = useNavigate()
  const tell = async (message: Message) => {
    if (message.sender._id === me._id || isLookedAt(message.conversation)) return
    const conversation = await call(chatApi.conversation, { params: { id: message.conversation } }).catch(() => undefined)
    if (!conversation || !isWanted(message, conversation, me) || isLookedAt(message.conversation)) return
    const { name } = message.sender
    const title = conversation.type === 'group' ? words.notifications.inGroup(name, conversation.name) : name
    // The system stores its notifications, and shows them to anybody who sees the screen.
    const isEncrypted = conversation.isEncrypted || message.encryption !== undefined
    const body = isEncrypted
      ? words.notifications.encrypted
      : (message.content ?? message.attachment?.originalName ?? words.message.types[message.type])
    const shown = show(title, { body, tag: message.conversation })
    shown?.addEventListener('click', () => {
      window.focus()
      shown.close()
      void navigate(`/chat?c=${message.conversation}&m=${message.seq}`)
    })
  }
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => onSocketEvent(chatEvents.newMessage, (message) => void latest.current(message)), [])
  return null
}
