import type { Decryption, Mark } from '../../../conversations.encryption.contract.ts'
import { previewOf } from '../../../conversations.preview.policy.ts'
import type { LastMessage, Message, Quoted, Reaction } from '../../../conversations.shapes.contract.ts'
import { plainId } from './plainId.ts'

/** Consecutive messages of a conversation, oldest first. */
export type Stretch = readonly Message[]

/** Returns the version of a message that includes more changes; of two equal ones, the later arrival. */
export const newest = (mine: Message, other: Message): Message => (other.change >= mine.change ? other : mine)

/** Merges messages into a range; undefined if they are not adjacent to it. */
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

/** Returns the fields that decryption has added to a message. */
export const openingOf = ({ unreadable, marks, claimedAt }: Decryption): Decryption => ({
  ...(unreadable && { unreadable }),
  ...(marks && { marks }),
  ...(claimedAt !== undefined && { claimedAt }),
})

export const withoutOpening = <T extends Decryption>({ unreadable: _, marks: __, claimedAt: ___, ...rest }: T) => rest

/** Returns a deleted message as the server shows it. */
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

/** Marks of texts that another person may have written. Previews have no room for marks and leave such texts out. */
const doubtful: readonly Mark[] = ['removedDevice', 'unproven']
const doubtsIn = ({ marks = [] }: Decryption): Mark[] => marks.filter((mark) => doubtful.includes(mark))

/** Returns the preview of a message: its text or, without text, the file name. */
export const saidIn = ({ content, attachment }: Pick<Message, 'content' | 'attachment'>): string | null =>
  content ?? attachment?.originalName ?? null

/** Returns a message in the form shown in the list of conversations. */
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

/** The parts of a message that quotes show. `encrypted` is the message itself if it could not be decrypted yet. */
export type Original = Pick<Quoted, 'content' | 'isDeleted' | 'unreadable'> & {
  /** Unknown if the message was deleted before it was loaded, as is the sender. */
  clientId?: string
  sender?: Quoted['sender']
  doubts?: readonly Mark[]
  change: number
  encrypted?: Message
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
    ...(unreadable && { unreadable, encrypted: message }),
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

/** Returns the marks of a quote whose original is known; an encrypted quote whose text differs was edited since. */
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

/** Returns whether this is the quoted message. An encrypted quote names it by `clientId`, because the server controls its id. */
export const isOf = ({ clientId }: Original, quoted: Quoted): boolean =>
  quoted.clientId === undefined || clientId === undefined || plainId(clientId) === plainId(quoted.clientId)

/** Updates quotes with the known state of the messages they quote. */
export const requoted = (stretch: Stretch, known: (quoted: Quoted) => Original | undefined): Stretch => {
  let isSame = true
  const next = stretch.map((message) => {
    const original = message.replyTo && known(message.replyTo)
    if (!message.replyTo || !original || isAs(message.replyTo, original)) return message
    // Its sender replied to a different message, or text, than the server claims.
    if (isOther(message.replyTo) && !original.isDeleted) return message
    isSame = false
    return { ...message, replyTo: quotedAs(message.replyTo, original) }
  })
  return isSame ? stretch : next
}

/** One's own reaction, shown before the server has responded. */
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
