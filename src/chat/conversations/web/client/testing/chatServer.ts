import type { Actor } from '#contract/actor.ts'
import type { ErrorKind } from '#contract/errors.ts'
import { CallError } from '#web/api/callError.ts'
import { type Envelope, envelopeErrors } from '../../../conversations.encryption.contract.ts'
import { previewOf } from '../../../conversations.preview.policy.ts'
import { type ChatPerson, type Conversation, chatErrors, type Message } from '../../../conversations.shapes.contract.ts'
import { byNewest } from '../list/conversations.ts'
import { lastOf, saidIn, tombstoneOf } from '../log/stretch.ts'
import { briefly, envelopeOf, textIn } from './fakeEncryption.ts'
import type { World } from './world.ts'

export const refusal = (status: number, message: string, retryAfterMs?: number, code = 'refused'): CallError =>
  new CallError(status, { code, message }, true, retryAfterMs)

export const refused = ({ status, code, message }: ErrorKind): CallError => refusal(status, message, undefined, code)

const notFound = () => refusal(404, 'Not found')

type Room = {
  id: string
  type: Conversation['type']
  members: string[]
  messages: Message[]
  /** 0 if it is not encrypted. */
  keyVersion: number
  lastChange: number
  reads: Map<string, number>
}
type Said = { content?: string | null; encryption?: Envelope }
type Posted = Said & { replyTo?: string | null; clientId: string; attachment?: Message['attachment'] }
type Asked = { page?: string; limit?: string; after?: string; before?: string; changedAfter?: string }
/** Sends an event to the sockets of these people. */
export type Publish = (people: readonly string[], event: string, payload: unknown) => void

/** The server knows neither text nor file name of an encrypted message. */
const saidOpenly = (message: Message): string | null => (message.encryption ? null : saidIn(message))

const lastSent = (message: Message): Conversation['lastMessage'] => {
  const last = lastOf(message)
  return last.encryption ? { ...last, encryption: briefly(last.encryption) ?? null } : last
}

/**
 * An in-memory chat server with the behavior that delivery depends on: numbers without gaps, counted changes, repeated sends
 * stored once.
 */
export class ChatServer {
  epoch = 'epoch-1'
  readonly people: readonly Actor[]
  rooms = new Map<string, Room>()
  publish: Publish = () => {}
  /** Every text that was stored, including deleted ones. */
  readonly entered: string[] = []
  readonly #world: World

  constructor(world: World, people: readonly Actor[]) {
    this.#world = world
    this.people = people
  }

  addRoom(id: string, type: Conversation['type'], members: string[]): Room {
    const room: Room = { id, type, members, messages: [], keyVersion: 0, lastChange: 0, reads: new Map() }
    this.rooms.set(id, room)
    return room
  }

  room(me: string, id: string): Room {
    const room = this.rooms.get(id)
    if (!room?.members.includes(me)) throw notFound()
    return room
  }

  shown(me: string, id: string): Conversation {
    const { type, members, messages, keyVersion, lastChange, reads } = this.room(me, id)
    const readSeq = reads.get(me) ?? 0
    const unread = messages.filter(({ seq, sender, isDeleted }) => seq > readSeq && sender._id !== me && !isDeleted)
    const last = messages.at(-1)
    const createdAt = '2026-11-01T08:00:00.000Z'
    return {
      _id: id,
      type,
      name: id,
      description: '',
      builtIn: null,
      postPolicy: 'all',
      isEncrypted: keyVersion > 0,
      participants: members.map((member) => ({ user: this.#person(member), readSeq: reads.get(member) ?? 0 })),
      participantCount: members.length,
      lastMessage: last ? lastSent(last) : null,
      firstSeq: 1,
      lastSeq: messages.length,
      lastChange,
      createdAt,
      updatedAt: last?.createdAt ?? createdAt,
      unreadCount: unread.length,
      unreadMentions: 0,
      markedUnread: false,
      readSeq,
      deliveredSeq: 0,
      mutedUntil: null,
      notify: 'all',
      whyNotWrite: null,
    }
  }

  list(me: string): Conversation[] {
    const mine = [...this.rooms.values()].filter(({ members }) => members.includes(me))
    return mine.map(({ id }) => this.shown(me, id)).sort(byNewest)
  }

  messages(me: string, id: string, { limit = '50', page = '1', after, before, changedAfter }: Asked) {
    const { messages, lastChange } = this.room(me, id)
    const numbers = { lastSeq: messages.length, lastChange }
    const most = Number(limit)
    if (changedAfter !== undefined) {
      const changed = messages.filter(({ change }) => change > Number(changedAfter)).sort((one, other) => one.change - other.change)
      return { items: changed.slice(0, most), hasMore: changed.length > most, ...numbers }
    }
    if (after !== undefined) {
      const newer = messages.filter(({ seq }) => seq > Number(after))
      return { items: newer.slice(0, most), hasMore: newer.length > most, ...numbers }
    }
    const end = before === undefined ? messages.length - (Number(page) - 1) * most : Number(before) - 1
    const older = messages.slice(0, Math.max(0, end))
    return { items: older.slice(-most), hasMore: older.length > most, ...numbers }
  }

  /** Encrypts a room, or creates the next version of its key. */
  rotate(id: string): void {
    const room = this.rooms.get(id)
    if (!room) return
    room.keyVersion++
    this.publish(room.members, 'encryption_changed', { conversationId: id })
    if (room.keyVersion === 1) for (const member of room.members) this.publish([member], 'conversation_updated', this.shown(member, id))
  }

  /** The server’s rules for encrypted and unencrypted content. */
  #judge({ keyVersion, messages }: Room, { content, encryption }: Said, attachment: unknown): void {
    if (keyVersion === 0 && encryption) throw refused(envelopeErrors.notEnabled)
    if (keyVersion > 0 && !encryption && (content || attachment)) throw refused(chatErrors.plaintextRefused)
    if (encryption && encryption.keyVersion !== keyVersion) throw refused(envelopeErrors.keyOutdated)
    if (encryption && messages.some((each) => each.encryption?.iv === encryption.iv)) throw refused(envelopeErrors.ivUsed)
  }

  post(me: string, id: string, posted: Posted): Message {
    const { content = null, replyTo, clientId, attachment = null, encryption } = posted
    const room = this.room(me, id)
    const known = room.messages.find((each) => each.sender._id === me && each.clientId === clientId)
    if (known) return known
    this.#judge(room, posted, attachment)
    const quoted = replyTo ? room.messages.find(({ _id }) => _id === replyTo) : undefined
    const seq = room.messages.length + 1
    const message: Message = {
      _id: `${id}-${this.epoch}-${seq}`,
      conversation: id,
      seq,
      change: 0,
      clientId,
      type: attachment ? 'file' : 'text',
      content: content?.trim() || null,
      ...(encryption && { encryption: { ...encryption, writtenBy: me } }),
      sender: this.#person(me),
      createdAt: new Date(this.#world.now).toISOString(),
      isEdited: false,
      editedAt: null,
      editedBy: null,
      isDeleted: false,
      reactions: [],
      attachment,
      replyTo: quoted
        ? {
            _id: quoted._id,
            seq: quoted.seq,
            type: quoted.type,
            content: previewOf(saidOpenly(quoted)),
            sender: { _id: quoted.sender._id, name: quoted.sender.name },
            isDeleted: quoted.isDeleted,
            ...(quoted.encryption !== undefined && { encryption: briefly(quoted.encryption), clientId: quoted.clientId }),
          }
        : null,
      mentions: [],
    }
    room.messages = [...room.messages, message]
    this.entered.push(encryption ? textIn(encryption) : (message.content ?? ''))
    this.publish(room.members, 'new_message', message)
    return message
  }

  /** A person writes a message, encrypted if the conversation requires it. */
  say(me: string, id: string, text: string, clientId: string = text): Message {
    const { keyVersion } = this.room(me, id)
    if (keyVersion === 0) return this.post(me, id, { content: text, clientId })
    const inside = { conversation: id, clientId, revision: 1, text, replyTo: null, sender: me, keyVersion }
    return this.post(me, id, { encryption: envelopeOf(inside), clientId })
  }

  edit(me: string, messageId: string, said: Said): Message {
    const { room, message } = this.#find(me, messageId)
    if (message.isDeleted) throw notFound()
    this.#judge(room, said, null)
    const { content = null, encryption } = said
    if (encryption && encryption.revision <= (message.encryption?.revision ?? 0)) throw refused(envelopeErrors.revisionOutdated)
    const editedAt = new Date(this.#world.now).toISOString()
    const encrypted = encryption && { encryption: { ...encryption, writtenBy: me } }
    const edited = { ...message, change: ++room.lastChange, content, isEdited: true, editedAt, ...encrypted }
    this.#put(room, edited)
    this.publish(room.members, 'message_edited', edited)
    return edited
  }

  remove(me: string, messageId: string): void {
    const { room, message } = this.#find(me, messageId)
    if (message.isDeleted) return
    const gone = tombstoneOf(message, ++room.lastChange)
    this.#put(room, gone)
    this.publish(room.members, 'message_deleted', { messageId, conversationId: room.id, change: gone.change })
  }

  react(me: string, messageId: string, emoji: string, on: boolean): Message {
    const { room, message } = this.#find(me, messageId)
    if (message.isDeleted) throw notFound()
    const others = message.reactions.filter((each) => each.user._id !== me || each.emoji !== emoji)
    if (others.length < message.reactions.length === on) return message
    const { _id, name } = this.#person(me)
    const reactions = on ? [...message.reactions, { emoji, user: { _id, name } }] : others
    const changed = { ...message, change: ++room.lastChange, reactions }
    this.#put(room, changed)
    this.publish(room.members, 'message_reaction_updated', { messageId, conversationId: room.id, reactions, change: changed.change })
    return changed
  }

  read(me: string, id: string, seq: number): void {
    const room = this.room(me, id)
    const read = Math.max(room.reads.get(me) ?? 0, Math.min(seq, room.messages.length))
    room.reads.set(me, read)
    this.publish(room.members, 'message_read', { conversationId: id, userId: me, seq: read })
  }

  /** Restores an earlier state, as from a backup. */
  restore(rooms: Map<string, Room>): void {
    this.epoch = `${this.epoch}+`
    this.rooms = rooms
  }

  backup(): Map<string, Room> {
    return new Map([...this.rooms].map(([id, room]) => [id, { ...room, reads: new Map(room.reads) }]))
  }

  #find(me: string, messageId: string) {
    for (const room of this.rooms.values()) {
      const message = room.messages.find(({ _id }) => _id === messageId)
      if (message && room.members.includes(me)) return { room, message }
    }
    throw notFound()
  }

  /** Quotes show the current state of their original. */
  #put(room: Room, next: Message): void {
    room.messages = room.messages.map((message) => {
      if (message._id === next._id) return next
      if (message.replyTo?._id !== next._id) return message
      const encrypted = next.encryption !== undefined && { encryption: briefly(next.encryption), clientId: next.clientId }
      return { ...message, replyTo: { ...message.replyTo, content: previewOf(saidOpenly(next)), isDeleted: next.isDeleted, ...encrypted } }
    })
  }

  #person(id: string): ChatPerson {
    const person = this.people.find(({ _id }) => _id === id)
    if (!person) throw new Error(`Nobody is ${id}`)
    return { ...person, profilePicture: null }
  }
}
