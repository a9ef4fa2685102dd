import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import { type EncryptedRevision, isV2, type Mark } from '#chat/conversations/conversations.encryption.contract.ts'
import { previewOf } from '#chat/conversations/conversations.preview.policy.ts'
import type { LastMessage, Message, Quoted } from '#chat/conversations/conversations.shapes.contract.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { Recent } from '#web/recent.ts'
import type { ReplyV2 } from '../../encryption.lists.policy.ts'
import { textHash } from '../crypto/device.ts'
import type { Disclosure } from '../encryption.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { decryptSigned } from './decryptSigned.ts'
import { decryptUnsigned } from './decryptUnsigned.ts'
import type { People } from './people.ts'
import type { SeenMessages } from './seenMessages.ts'
import { mayComeLater, reasonOf, type Standing, standingOf, UnreadableError } from './standing.ts'
import type { Seen } from './storage.ts'

/*
 * An attacker who is the server
 * - shows a text in another person's name, under another message, or in another conversation: the whole place is signed and
 *   encrypted (`decryptSigned`);
 * - shows a message twice, or an earlier text of it: its sender signed its identity and revision, and both are stored
 *   (`#assertNew`); what is shown under another id than before, or in another order, is marked (`#marksOf`);
 * - shows a reply under another question: a quote is built from the message that the reply names (`#drawn`);
 * - omits the encryption: unencrypted messages are not shown after the conversation was encrypted (`#isUnencrypted`), and earlier
 *   ones are marked.
 * A message that fails a check is never shown in part.
 */

/** A decrypted revision, with the facts its sender has signed about it. */
type Decrypted = {
  said: Disclosure
  /** Identifies the message regardless of its id on the server. */
  identity: string
  /** The device of its first revision; in version 1, of this revision. */
  firstDeviceId: string
  /** Null in version 1. */
  reply: ReplyV2 | null
  revision: number
  commitment: string
  order: Seen['order']
  sentAt: number | null
  isFromRemoved: boolean
  marks: readonly Mark[]
}

/** How replies and edits identify a message that was shown here. */
export type Named = { firstDeviceId: string | null; reply: ReplyV2 }

/** A message to reply to. */
type Nameable = Pick<Quoted, '_id' | 'encryption' | 'clientId'>

/**
 * Returns a cache key. The server assigns ids and could give two messages the same one, so encrypted messages are also identified
 * by `clientId`.
 */
const nameAt = (conversation: string, id: string, clientId = ''): string => `${conversation} ${id} ${clientId.toLowerCase()}`

type Needs = {
  /** Returns why this browser cannot decrypt anything now, or null. */
  whyClosed: () => 'noDevice' | 'unavailable' | null
  keysOf: (conversation: string) => ConversationKeys
  people: People
  seen: SeenMessages
  /** Called if a message could not be decrypted for lack of a key: it is retried when the key arrives. */
  missed: (conversation: string) => void
  opened: (message: Message, said: Disclosure) => void
}

const mostRemembered = 20_000

/** If the sender's clock differs from the server's time by more than this, the message was held back, or the clock is wrong. */
const lateMs = 86_400_000

export class Decrypter {
  readonly #needs: Needs
  /** The id under which each message was shown since the page was opened or the server restored, by identity. */
  readonly #shown = new Recent<string, string>(mostRemembered)
  readonly #named = new Recent<string, Named>(mostRemembered)

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Discards ids, which may refer to other messages now. Stored facts about messages stay. */
  restored(): void {
    this.#shown.clear()
  }

  forget(): void {
    this.#shown.clear()
    this.#named.clear()
  }

  /** Returns how a message shown here is identified; undefined for others. */
  namedBy(conversation: string, { _id, encryption, clientId }: Nameable): Named | undefined {
    return this.#named.get(nameAt(conversation, _id, encryption === undefined ? '' : clientId))
  }

  /** Returns the first device of a message, by its `clientId`, for an edit. */
  firstDeviceOf(conversation: string, clientId: string): string | undefined {
    return this.#named.get(`${conversation} ${clientId.toLowerCase()}`)?.firstDeviceId ?? undefined
  }

  async message(message: Message): Promise<Message> {
    const { unreadable: _, marks: __, claimedAt: ___, ...bare } = message
    const { encryption } = bare
    if (message.isDeleted || !encryption) return this.#plain({ ...bare, replyTo: bare.replyTo && (await this.#plainQuote(bare)) })
    const standing = standingOf(message)
    try {
      const read = await this.#open(standing, encryption)
      const marks = await this.#show(message, read)
      this.#needs.opened(message, read.said)
      const replyTo = await this.#drawn(message, read)
      const { text, file } = read.said
      return {
        ...bare,
        content: text || null,
        attachment: attachmentOf(message, file),
        replyTo,
        ...(marks.length > 0 && { marks }),
        ...(read.sentAt !== null && { claimedAt: read.sentAt }),
      }
    } catch (error) {
      return { ...bare, content: null, attachment: null, replyTo: null, unreadable: reasonOf(error) }
    }
  }

  /** Records a message as shown. Returns the marks to show with it; throws if it must not be shown. */
  async #show(message: Message, read: Decrypted): Promise<Mark[]> {
    const { _id, conversation, seq, clientId } = message
    const { identity, revision, commitment } = read
    const seen = this.#needs.seen.of(conversation)
    const before = await seen.get(identity)
    assertNew(before, read)
    const name = `${conversation} ${identity}`
    if ((this.#shown.get(name) ?? _id) !== _id) throw new UnreadableError('repeated')
    this.#shown.set(name, _id)
    const order = before?.order ?? read.order
    const isLate = before?.isLate || (before ? before.messageId !== _id : false) || (await this.#isLate(message, read))
    const fromRemoved = isMarkedAsRemoved(before, read)
    const now = { revision, commitment, messageId: _id, seq, order, isLate, isFromRemoved: fromRemoved }
    if (!before || !isSameSeen(before, now)) await seen.set(identity, now)
    // A version 2 edit of a version 1 message: its first revision must not return.
    if (!before && revision > 1 && !identity.startsWith(version1)) await seen.set(identityBefore(message), { ...now, commitment: '' })
    await this.#noteFrom(message, read.order !== null)
    this.#name(conversation, _id, clientId, read)
    return [...(isLate ? (['receivedLate'] as const) : []), ...(fromRemoved ? (['removedDevice'] as const) : []), ...read.marks]
  }

  async #isLate({ conversation, seq, createdAt, editedAt }: Message, { order, sentAt, revision }: Decrypted): Promise<boolean> {
    if (sentAt === null) return false
    if (Math.abs(Date.parse(revision > 1 && editedAt !== null ? editedAt : createdAt) - sentAt) > lateMs) return true
    return order !== null && (await this.#needs.seen.of(conversation).isOvertaken(seq, order))
  }

  #name(conversation: string, id: string, clientId: string, { firstDeviceId, revision, commitment }: Decrypted): void {
    const named = { firstDeviceId, reply: { deviceId: firstDeviceId, clientId: clientId.toLowerCase(), revision, commitment } }
    this.#named.set(nameAt(conversation, id, clientId), named)
    this.#named.set(`${conversation} ${clientId.toLowerCase()}`, named)
  }

  /** Records from which message on encryption is required, based on a message that was encrypted when it was sent. */
  async #noteFrom({ conversation, seq, isEdited }: Message, isSigned: boolean): Promise<void> {
    const keys = this.#needs.keysOf(conversation)
    const { encryptedFrom = 0, signedFrom = 0 } = (await keys.remembered()) ?? {}
    if (isEdited || (seq >= encryptedFrom && (!isSigned || seq >= signedFrom))) return
    await keys.remember((before) => ({
      ...before,
      encryptedFrom: Math.min(before.encryptedFrom, seq),
      signedFrom: isSigned ? Math.min(before.signedFrom, seq) : before.signedFrom,
    }))
  }

  /**
   * Handles an unencrypted message: marked if it is from before the conversation was encrypted, rejected otherwise. A blank reply
   * has no content.
   */
  async #plain(message: Message): Promise<Message> {
    if (message.isDeleted) return message
    const remembered = await this.#needs.keysOf(message.conversation).remembered()
    if (!remembered) return message
    await this.#nameOpen(message.conversation, message._id, message.content)
    const isBlank = message.content === null && !message.attachment && !message.encryption
    if (isBlank) return message
    if (message.seq < remembered.encryptedFrom) return { ...message, marks: ['notEncrypted'] }
    return { ...message, content: null, attachment: null, replyTo: null, unreadable: 'notEncrypted' }
  }

  async #nameOpen(conversation: string, id: string, content: string | null): Promise<void> {
    const preview = previewOf(content)
    const sha256 = preview === null ? '' : await textHash(preview)
    this.#named.set(nameAt(conversation, id), { firstDeviceId: null, reply: { messageId: id, sha256 } })
  }

  async #isUnencrypted(conversation: string, { seq }: { seq: number }): Promise<boolean> {
    const remembered = await this.#needs.keysOf(conversation).remembered()
    return remembered !== undefined && seq >= remembered.encryptedFrom
  }

  /**
   * Returns the quote of an unencrypted message. In an encrypted conversation, that is a blank reply, whose quote nobody has
   * signed.
   */
  async #plainQuote({ conversation, replyTo, seq }: Message): Promise<Quoted | null> {
    if (!replyTo || (await this.#isUnencrypted(conversation, { seq }))) return replyTo && unshown(replyTo, 'forged')
    return (await this.#preview(conversation, withoutOpening(replyTo))).shown
  }

  async last(conversation: string, last: LastMessage): Promise<LastMessage> {
    const { shown, read } = await this.#preview(conversation, withoutOpening(last))
    // The list has no room for marks.
    if (shown.marks?.some((mark) => mark !== 'oldProtocol')) return { ...shown, content: null }
    const known = read && this.#shown.get(`${conversation} ${read.identity}`)
    return known === undefined || known === last._id ? shown : { ...shown, content: null, unreadable: 'repeated' }
  }

  /** Decrypts a message that is about to be quoted, so that it can be identified. */
  async quoted(conversation: string, quoted: Quoted): Promise<void> {
    const { read } = await this.#preview(conversation, withoutOpening(quoted))
    if (read && quoted.clientId) this.#name(conversation, quoted._id, quoted.clientId, read)
    else if (quoted.encryption === undefined && !quoted.isDeleted) await this.#nameOpen(conversation, quoted._id, quoted.content)
  }

  /** Decrypts the beginning of a message for a quote or a list. */
  async #preview<P extends Quoted | LastMessage>(conversation: string, shown: P): Promise<{ shown: P; read?: Decrypted }> {
    if (shown.isDeleted) return { shown }
    const { encryption, clientId, _id, type, sender } = shown
    if (encryption === undefined) {
      const hides = shown.content !== null && (await this.#isUnencrypted(conversation, shown))
      return { shown: hides ? { ...shown, content: null, unreadable: 'notEncrypted' } : shown }
    }
    try {
      if (encryption === null || clientId === undefined) throw new UnreadableError('tooLong')
      const author = encryption.writtenBy
      const read = await this.#open({ _id, conversation, clientId, type, seq: shown.seq, sender: sender._id, author }, encryption)
      const before = await this.#needs.seen.of(conversation).get(read.identity)
      assertNew(before, read)
      // A preview has no room for the name of a person who edited another's message.
      if (author !== sender._id) throw new UnreadableError('tooLong')
      const { text, file } = read.said
      const marks = [...(isMarkedAsRemoved(before, read) ? (['removedDevice'] as const) : []), ...read.marks]
      const content = previewOf(text || (file && cleanFileName(file.name)))
      return { shown: { ...shown, content, ...(marks.length > 0 && { marks }) }, read }
    } catch (error) {
      return { shown: { ...shown, content: null, unreadable: reasonOf(error) } }
    }
  }

  /** Returns the quote that a message names, built from its original; the server has made up any other quote. */
  async #drawn({ conversation, replyTo }: Message, { reply, said }: Decrypted): Promise<Quoted | null> {
    if (said.replyTo === null) return null
    const quoted = replyTo && withoutOpening(replyTo)
    if (reply === null) return this.#drawnBefore(conversation, quoted, said.replyTo)
    if (!quoted) return unshown(nothing, 'forged')
    if ('messageId' in reply) {
      if (quoted.isDeleted) return quoted
      const hash = quoted.content === null ? '' : await textHash(quoted.content)
      const isSame = quoted._id === reply.messageId && quoted.encryption === undefined && hash === reply.sha256
      return isSame ? { ...quoted, marks: ['notEncrypted'] } : unshown(quoted, 'changed')
    }
    // Only the message that the reply names may later be shown in the quote, regardless of what the server claims.
    const { clientId } = reply
    if (quoted.isDeleted) return { ...quoted, clientId }
    const { shown, read } = await this.#preview(conversation, quoted)
    if (!read) return { ...shown, clientId }
    if (read.firstDeviceId !== reply.deviceId || quoted.clientId?.toLowerCase() !== reply.clientId || read.revision < reply.revision)
      return unshown(quoted, 'forged')
    // Pressing the quote leads to the message that was shown here.
    const _id = (await this.#needs.seen.of(conversation).get(read.identity))?.messageId ?? shown._id
    if (read.revision > reply.revision) return { ...shown, _id, marks: [...(shown.marks ?? []), 'editedSince'] }
    return read.commitment === reply.commitment ? { ...shown, _id } : unshown(quoted, 'changed')
  }

  /** In version 1, a reply names a message id. */
  async #drawnBefore(conversation: string, quoted: Quoted | null, named: Disclosure['replyTo']): Promise<Quoted | null> {
    if (!quoted || quoted._id !== named) return unshown(quoted ?? nothing, 'forged')
    return (await this.#preview(conversation, quoted)).shown
  }

  async #open(standing: Standing, encrypted: EncryptedRevision): Promise<Decrypted> {
    const closed = this.#needs.whyClosed()
    if (closed) throw new UnreadableError(closed)
    const { conversation } = standing
    const { people } = this.#needs
    const keys = this.#needs.keysOf(conversation)
    try {
      const { revision, commitment } = encrypted
      if (isV2(encrypted)) {
        const { said, isProven, isFromRemoved } = await decryptSigned({ keys, people }, standing, encrypted)
        const { stream, counter, sentAt, ...rest } = said
        const order = revision === 1 ? { stream, counter } : null
        const identity = `${encrypted.firstDeviceId} ${standing.clientId.toLowerCase()}`
        const marks = isProven ? [] : (['unproven'] as const)
        const { firstDeviceId } = encrypted
        return { said: rest, identity, firstDeviceId, reply: said.replyTo, revision, commitment, order, sentAt, isFromRemoved, marks }
      }
      const said = await decryptUnsigned(keys, standing, encrypted)
      await this.#assertNotRolledBack(keys, standing, revision)
      const identity = identityBefore({ sender: { _id: standing.sender }, clientId: standing.clientId })
      const signed = { order: null, sentAt: null, isFromRemoved: false, marks: ['oldProtocol'] as const }
      return { said, identity, firstDeviceId: encrypted.deviceId, reply: null, revision, commitment, ...signed }
    } catch (error) {
      if (mayComeLater(error)) this.#needs.missed(conversation)
      throw error
    }
  }

  /**
   * Throws for a version 1 message after a version 2 message, or one below the highest revision, which version 1 remembered by
   * message id.
   */
  async #assertNotRolledBack(keys: ConversationKeys, { _id, seq }: Standing, revision: number): Promise<void> {
    const remembered = await keys.remembered()
    if (seq > (remembered?.signedFrom ?? seq)) throw new UnreadableError('forged')
    if (revision < (remembered?.revisions[_id] ?? 1)) throw new UnreadableError('rolledBack')
  }
}

/** Version 1 identities name the sender instead of the first device. */
const version1 = '1:'
const identityBefore = ({ sender, clientId }: { sender: { _id: string }; clientId: string }): string =>
  `${version1}${sender._id} ${clientId.toLowerCase()}`

/** Throws if a later revision, or another text of the same one, was shown before. */
const assertNew = (before: Seen | undefined, { revision, commitment }: Decrypted): void => {
  if (!before) return
  if (revision < before.revision) throw new UnreadableError('rolledBack')
  if (revision === before.revision && commitment !== before.commitment) throw new UnreadableError('changed')
}

/** A text shown before its device was removed stays unmarked; an edited text gets the mark. */
const isMarkedAsRemoved = (before: Seen | undefined, { revision, isFromRemoved }: Decrypted): boolean =>
  before?.revision === revision ? before.isFromRemoved : isFromRemoved

const isSameSeen = (one: Seen, other: Seen): boolean =>
  one.revision === other.revision && one.messageId === other.messageId && one.seq === other.seq && one.isLate === other.isLate

const withoutOpening = <P extends Quoted | LastMessage>(shown: P): P => {
  const { unreadable: _, marks: __, ...bare } = shown
  return bare as P
}

const attachmentOf = ({ attachment }: Message, file: EncryptedFile | null): Message['attachment'] =>
  attachment &&
  file && { ...attachment, originalName: cleanFileName(file.name), mediaType: file.type || 'application/octet-stream', size: file.size }

const nothing: Quoted = { _id: '', seq: 0, type: 'text', content: null, sender: { _id: '', name: '' }, isDeleted: false }

/** Returns a quote that shows only the reason why it is unreadable. */
const unshown = ({ _id, seq }: Quoted, unreadable: Quoted['unreadable'] & string): Quoted => ({ ...nothing, _id, seq, unreadable })
