import { dayIn } from '#contract/day.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { formatInstantDay, formatTime, useWords } from '#web/words.ts'
import { chatEn } from '../conversations.en.ts'
import type { ChatPerson, Conversation, LastMessage, Message } from '../conversations.shapes.contract.ts'
import { useBlockedIds } from './useBlockedIds.ts'

/** Returns the other person of a private conversation; undefined in a group. */
export const otherOf = ({ type, participants }: Conversation, me: { _id: string }): ChatPerson | undefined =>
  type === 'private' ? participants.find(({ user }) => user._id !== me._id)?.user : undefined

export const isMuted = ({ mutedUntil }: Pick<Conversation, 'mutedUntil'>): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > Date.now()

export const isUnread = ({ unreadCount, markedUnread }: Pick<Conversation, 'unreadCount' | 'markedUnread'>): boolean =>
  unreadCount > 0 || markedUnread

const DAY_MS = 86_400_000

/** Returns the day of an instant, in the hall’s time zone. */
export const dayOf = (instant: string | number): string => dayIn(timeZone(), new Date(instant))

/** Returns a formatter that gives the time of today’s messages, and the day of earlier ones. */
export const useShortTime = () => {
  const words = useWords(chatEn).list
  return (instant: string): string => {
    const day = dayOf(instant)
    if (day === dayOf(Date.now())) return formatTime(instant)
    return day === dayOf(Date.now() - DAY_MS) ? words.yesterday : formatInstantDay(instant)
  }
}

/** Returns a formatter that gives "Today", "Yesterday", or the date. */
export const useDayName = () => {
  const words = useWords(chatEn).message
  return (instant: string): string => {
    const day = dayOf(instant)
    if (day === dayOf(Date.now())) return words.today
    return day === dayOf(Date.now() - DAY_MS) ? words.yesterday : formatInstantDay(instant)
  }
}

type Saying = Pick<LastMessage, 'content' | 'type' | 'unreadable' | 'isDeleted'> & { attachment?: Message['attachment'] }

/** Returns a formatter for a message in one line: its text, the file name or, if unreadable, its kind. */
export const useSaid = () => {
  const words = useWords(chatEn).message
  return ({ content, type, attachment, unreadable, isDeleted }: Saying): string => {
    if (isDeleted) return words.deleted
    if (unreadable) return unreadable === 'tooLong' ? words.long : words.encrypted
    return content ?? attachment?.originalName ?? words.types[type]
  }
}

/** Formats the last message in one line, with its sender where needed; hides messages of blocked people in groups. */
export const usePreview = (me: { _id: string }) => {
  const words = useWords(chatEn).list
  const { blocked, encrypted } = useWords(chatEn).message
  const blockedIds = useBlockedIds()
  const said = useSaid()
  return (message: LastMessage, type: Conversation['type']): string => {
    const isClosed = message.encryption && message.content === null && !message.unreadable
    const text = message.isDeleted ? words.deleted : isClosed ? encrypted : said(message)
    if (message.sender._id === me._id) return words.preview(words.you, text)
    if (type === 'group' && blockedIds.has(message.sender._id)) return blocked
    return type === 'group' ? words.preview(message.sender.name, text) : text
  }
}
