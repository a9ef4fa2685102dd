import type { Mark, Openable } from '#chat/encryption/encryption.shapes.contract.ts'
import { previewOf } from '../../chat.preview.policy.ts'
import type { LastMessage, Message, Quoted, Reaction } from '../../chat.shapes.contract.ts'
import { plainId } from './plainId.ts'

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

/** What decrypting a message has added to it. */
export const openingOf = ({ unreadable, marks, claimedAt }: Openable): Openable => ({
  ...(unreadable && { unreadable }),
  ...(marks && { marks }),
  ...(claimedAt !== undefined && { claimedAt }),
})

export const withoutOpening = <T extends Openable>({ unreadable: _, marks: __, claimedAt: ___, ...rest }: T) => rest

/** What is left of a message that was deleted, as the server shows it. */
export const tombstoneOf = (message: Message, change: number): Message => ({
  ...withoutOpening(message),
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

/** Marks of texts that another person may have written. Previews without room for marks show no such text. */
const doubtful: readonly Mark[] = ['removedDevice', 'unproven']
const doubtsIn = ({ marks = [] }: Openable): Mark[] => marks.filter((mark) => doubtful.includes(mark))

/** What a preview says of a message: its text or, without one, the name of its file. */
export const saidIn = ({ content, attachment }: Pick<Message, 'content' | 'attachment'>): string | null =>
  content ?? attachment?.originalName ?? null

/** What the list of conversations shows of a message. */
export const lastOf = ({ _id, seq, type, sender, createdAt, isDeleted, ...message }: Message): LastMessage => ({
  _id,
  seq,
  type,
  content: doubtsIn(message).length > 0 ? null : previewOf(saidIn(message)),
  sender: { _id: sender._id, name: sender.name },
  timestamp: createdAt,
  isDeleted,
  ...(message.encryption !== undefined && { encryption: message.encryption, clientId: message.clientId }),
  ...(message.unreadable && { unreadable: message.unreadable }),
})

/** What of a message its quotes show. `sealed` is the message itself where it could not be opened yet. */
export type Original = Pick<Quoted, 'content' | 'isDeleted' | 'unreadable'> & {
  /** Unknown of a message that was deleted before it was loaded, as is the sender. */
  clientId?: string
  sender?: Quoted['sender']
  doubts?: readonly Mark[]
  change: number
  sealed?: Message
}

const originals = new WeakMap<Message, Original>()

export const originalOf = (message: Message): Original => {
  const { isDeleted, change, unreadable, sender, clientId } = message
  const original = originals.get(message) ?? {
    clientId,
    content: previewOf(saidIn(message)),
    sender: { _id: sender._id, name: sender.name },
    doubts: doubtsIn(message),
    isDeleted,
    change,
    ...(unreadable && { unreadable, sealed: message }),
  }
  originals.set(message, original)
  return original
}

const isAs = (quoted: Quoted, { content, isDeleted, unreadable, sender = quoted.sender, doubts = [] }: Original): boolean =>
  quoted.content === content &&
  quoted.isDeleted === isDeleted &&
  quoted.unreadable === unreadable &&
  quoted.sender._id === sender._id &&
  quoted.sender.name === sender.name &&
  doubts.every((mark) => quoted.marks?.includes(mark))

/** Marks of a quote once its original is known; an encrypted one that says something else by now was edited since. */
const marksOf = ({ encryption, unreadable, marks = [], ...quoted }: Quoted, original: Original): readonly Mark[] => {
  if (original.isDeleted) return []
  const isEdited = encryption && !unreadable && !original.unreadable && quoted.content !== null && quoted.content !== original.content
  return [...new Set([...marks, ...(original.doubts ?? []), ...(isEdited ? (['editedSince'] as const) : [])])]
}

const quotedAs = (quoted: Quoted, original: Original): Quoted => {
  const { content, isDeleted, unreadable, sender = quoted.sender } = original
  const marks = marksOf(quoted, original)
  return {
    ...withoutOpening(quoted),
    content,
    isDeleted,
    sender,
    ...(isDeleted && quoted.encryption && { encryption: null }),
    ...openingOf({ ...(unreadable && { unreadable }), ...(marks.length > 0 && { marks }) }),
  }
}

const isOther = ({ unreadable }: Quoted): boolean => unreadable === 'forged' || unreadable === 'changed'

/** Whether this is the message that was quoted. What is encrypted names it by its `clientId`; its id is the server's word. */
export const isOf = ({ clientId }: Original, quoted: Quoted): boolean =>
  quoted.clientId === undefined || clientId === undefined || plainId(clientId) === plainId(quoted.clientId)

/** Brings quotes up to date with what is known of the messages that they quote. */
export const requoted = (stretch: Stretch, known: (quoted: Quoted) => Original | undefined): Stretch => {
  let isSame = true
  const next = stretch.map((message) => {
    const original = message.replyTo && known(message.replyTo)
    if (!message.replyTo || !original || isAs(message.replyTo, original)) return message
    // Its sender has answered another message, or another text, than the server says.
    if (isOther(message.replyTo) && !original.isDeleted) return message
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
