import { previewOf } from '../../chat.preview.policy.ts'
import type { LastMessage, Message, Quoted, Reaction } from '../../chat.shapes.contract.ts'

/** Messages of a conversation without a gap between them, oldest first. */
export type Stretch = readonly Message[]

/** Of two versions of a message the one that saw more changes; of two that saw the same the one that came later. */
export const newest = (mine: Message, other: Message): Message => (other.change >= mine.change ? other : mine)

/** A stretch with more messages before, after or within it; undefined where they do not touch it. */
export const joined = (stretch: Stretch, items: Stretch): Stretch | undefined => {
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return stretch
  const [start, end] = [stretch[0], stretch.at(-1)]
  if (!start || !end) return items
  if (first.seq === end.seq + 1) return [...stretch, ...items]
  if (last.seq < start.seq - 1 || first.seq > end.seq + 1) return undefined
  const bySeq = new Map(stretch.map((message) => [message.seq, message]))
  for (const item of items) bySeq.set(item.seq, newest(bySeq.get(item.seq) ?? item, item))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** What is left of a message that was deleted, as the server shows it. */
export const tombstoneOf = ({ unreadable: _, ...message }: Message, change: number): Message => ({
  ...message,
  change,
  isDeleted: true,
  content: null,
  isEdited: false,
  editedAt: null,
  editedBy: null,
  reactions: [],
  attachment: null,
  replyTo: null,
  mentions: [],
  ...(message.encryption && { encryption: null }),
})

/** What a preview says of a message: its text or, without one, the name of its file. */
export const saidIn = ({ content, attachment }: Pick<Message, 'content' | 'attachment'>): string | null =>
  content ?? attachment?.originalName ?? null

/** What the list of conversations shows of a message. */
export const lastOf = ({ _id, seq, type, sender, createdAt, isDeleted, ...message }: Message): LastMessage => ({
  _id,
  seq,
  type,
  content: previewOf(saidIn(message)),
  sender: { _id: sender._id, name: sender.name },
  timestamp: createdAt,
  isDeleted,
  ...(message.encryption !== undefined && { encryption: message.encryption, clientId: message.clientId }),
  ...(message.unreadable && { unreadable: message.unreadable }),
})

/** What of a message its quotes show. `sealed` is the message itself where it could not be opened yet. */
export type Original = Pick<Quoted, 'content' | 'isDeleted' | 'unreadable'> & { change: number; sealed?: Message }

const originals = new WeakMap<Message, Original>()

export const originalOf = (message: Message): Original => {
  const { isDeleted, change, unreadable } = message
  const original = originals.get(message) ?? {
    content: previewOf(saidIn(message)),
    isDeleted,
    change,
    ...(unreadable && { unreadable, sealed: message }),
  }
  originals.set(message, original)
  return original
}

const isAs = (quoted: Quoted, { content, isDeleted, unreadable }: Original): boolean =>
  quoted.content === content && quoted.isDeleted === isDeleted && quoted.unreadable === unreadable

const quotedAs = ({ unreadable: _, ...quoted }: Quoted, { content, isDeleted, unreadable }: Original): Quoted => ({
  ...quoted,
  content,
  isDeleted,
  ...(isDeleted && quoted.encryption && { encryption: null }),
  ...(unreadable && { unreadable }),
})

/** Brings quotes up to date with what is known of the messages that they quote. */
export const requoted = (stretch: Stretch, known: (quoted: Quoted) => Original | undefined): Stretch => {
  let isSame = true
  const next = stretch.map((message) => {
    const original = message.replyTo && known(message.replyTo)
    if (!message.replyTo || !original || isAs(message.replyTo, original)) return message
    // Its sender has answered another message than the server says.
    if (message.replyTo.unreadable === 'forged' && !original.isDeleted) return message
    isSame = false
    return { ...message, replyTo: quotedAs(message.replyTo, original) }
  })
  return isSame ? stretch : next
}

/** One's own emoji, shown before the server has answered. */
export type OwnReaction = { messageId: string; emoji: string; on: boolean }

export const withReactions = (message: Message, own: readonly OwnReaction[], me: Reaction['user']): Message => {
  let reactions = message.reactions
  for (const { emoji, on } of own) {
    const isMine = (each: Reaction) => each.user._id === me._id && each.emoji === emoji
    if (!on) reactions = reactions.filter((each) => !isMine(each))
    else if (!reactions.some(isMine)) reactions = [...reactions, { emoji, user: { _id: me._id, name: me.name } }]
  }
  return { ...message, reactions }
}
