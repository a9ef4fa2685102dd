import { previewOf } from '#chat/conversations/chat.preview.policy.ts'
import type { LastMessage, Message, Quoted } from '#chat/conversations/chat.shapes.contract.ts'
import { cleanFileName } from '#contract/fileName.ts'
import type { Sealed, Unreadable } from '../../encryption.shapes.contract.ts'
import { EncryptionError } from '../crypto/encryptionError.ts'
import { type Opened, open } from '../crypto/envelope.ts'
import type { ConversationKeys } from './conversationKeys.ts'

/*
 * What an attacker who is the server can do here, and which line stops it. It shows a text in somebody's name, under another
 * message, in another conversation or once more: everything of the place is in what was signed and sealed (`openSealed`),
 * and one message has one `clientId` (`isRepeated`). It shows an earlier text of an edited message: the highest revision is
 * remembered (`isRolledBack`). It leaves the encryption away: what came after the conversation was encrypted is not shown
 * without it (`isUnsealed`). What does not hold is never shown in part.
 */

/** A message as it stands at the server: what is opened must be made for exactly this place. */
type Standing = { _id: string; conversation: string; clientId: string; type: Message['type']; sender: string; author: string }

/** Why something is not shown. */
class UnreadableError extends Error {
  readonly reason: Unreadable

  constructor(reason: Unreadable) {
    super(`Unreadable: ${reason}`)
    this.reason = reason
  }
}

const mostRemembered = 20_000

/** Remembers the latest entries. */
class Recent<V> {
  readonly #entries = new Map<string, V>()

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > mostRemembered && oldest !== undefined) this.#entries.delete(oldest)
  }

  clear(): void {
    this.#entries.clear()
  }
}

type Needs = {
  /** Why this browser can open nothing now, or null. */
  whyClosed: () => 'noDevice' | 'unavailable' | null
  keysOf: (conversation: string) => ConversationKeys
  /** Nothing could be opened for lack of a key: it is opened again when there is one. */
  missed: (conversation: string) => void
  opened: (message: Message, said: Opened) => void
}

export class Opener {
  readonly #needs: Needs
  /** By sender and `clientId` the message that was the first with it. */
  readonly #shown = new Recent<string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  forget(): void {
    this.#shown.clear()
  }

  async message(message: Message): Promise<Message> {
    const { unreadable: _, ...bare } = message
    const replyTo = message.replyTo && (await this.quoted(message.conversation, message.replyTo))
    const { encryption } = bare
    if (message.isDeleted || !encryption) return this.#plain({ ...bare, replyTo })
    const standing = standingOf(message)
    try {
      const said = await this.#open(standing, encryption)
      const revised = await this.#isRolledBack(standing, encryption.revision)
      if (revised) throw new UnreadableError('rolledBack')
      await this.#noteFrom(message)
      this.#needs.opened(message, said)
      return { ...bare, content: said.text || null, attachment: attachmentOf(message, said), replyTo: quoteOf(said.replyTo, replyTo) }
    } catch (error) {
      return { ...bare, content: null, attachment: null, replyTo: null, unreadable: reasonOf(error) }
    }
  }

  /** What was encrypted when it was sent tells that everything after it must be. */
  async #noteFrom({ conversation, seq, isEdited }: Message): Promise<void> {
    const keys = this.#needs.keysOf(conversation)
    const from = (await keys.remembered())?.encryptedFrom ?? 0
    if (!isEdited && seq < from) await keys.remember((before) => ({ ...before, encryptedFrom: Math.min(before.encryptedFrom, seq) }))
  }

  /** What has no encryption: as it is before the conversation was encrypted, and not shown after. A blank reply says nothing. */
  async #plain(message: Message): Promise<Message> {
    if (message.isDeleted || !(await this.#isUnsealed(message.conversation, message))) return message
    if (message.content === null && !message.attachment && !message.encryption) return message
    return { ...message, content: null, attachment: null, replyTo: null, unreadable: 'notEncrypted' }
  }

  async #isUnsealed(conversation: string, { seq }: { seq: number }): Promise<boolean> {
    const remembered = await this.#needs.keysOf(conversation).remembered()
    return remembered !== undefined && seq >= remembered.encryptedFrom
  }

  async quoted(conversation: string, quoted: Quoted): Promise<Quoted> {
    const { unreadable: _, ...bare } = quoted
    return this.#preview(conversation, bare)
  }

  async last(conversation: string, last: LastMessage): Promise<LastMessage> {
    const { unreadable: _, ...bare } = last
    return this.#preview(conversation, bare)
  }

  /** The beginning of a message that a quote or a list shows. */
  async #preview<P extends Quoted | LastMessage>(conversation: string, shown: P): Promise<P> {
    if (shown.isDeleted) return shown
    const { encryption, clientId, _id, type, sender } = shown
    if (encryption === undefined) {
      const hides = shown.content !== null && (await this.#isUnsealed(conversation, shown))
      return hides ? { ...shown, content: null, unreadable: 'notEncrypted' } : shown
    }
    try {
      if (encryption === null || clientId === undefined) throw new UnreadableError('tooLong')
      const author = encryption.writtenBy
      const said = await this.#open({ _id, conversation, clientId, type, sender: sender._id, author }, encryption)
      // Who has edited another's message is named beside the message itself.
      if (author !== sender._id) throw new UnreadableError('tooLong')
      return { ...shown, content: previewOf(said.text || (said.file && cleanFileName(said.file.name))) }
    } catch (error) {
      return { ...shown, content: null, unreadable: reasonOf(error) }
    }
  }

  async #open(standing: Standing, sealed: Sealed): Promise<Opened> {
    const closed = this.#needs.whyClosed()
    if (closed) throw new UnreadableError(closed)
    const { conversation } = standing
    const keys = this.#needs.keysOf(conversation)
    try {
      const said = await openSealed(keys, standing, sealed)
      if (this.#isRepeated(standing)) throw new UnreadableError('repeated')
      return said
    } catch (error) {
      // Perhaps the network or another device gives the key later.
      if (!(error instanceof EncryptionError) && !(error instanceof UnreadableError && error.reason !== 'noKey'))
        this.#needs.missed(conversation)
      throw error
    }
  }

  #isRepeated({ _id, conversation, sender, clientId }: Standing): boolean {
    const name = `${conversation} ${sender} ${clientId.toLowerCase()}`
    const first = this.#shown.get(name) ?? _id
    this.#shown.set(name, first)
    return first !== _id
  }

  async #isRolledBack({ _id, conversation }: Standing, revision: number): Promise<boolean> {
    const keys = this.#needs.keysOf(conversation)
    const known = (await keys.remembered())?.revisions[_id] ?? 1
    if (revision > known) await keys.remember((before) => ({ ...before, revisions: { ...before.revisions, [_id]: revision } }))
    return revision < known
  }
}

const standingOf = ({ _id, conversation, clientId, type, sender, editedBy }: Message): Standing => ({
  _id,
  conversation,
  clientId,
  type,
  sender: sender._id,
  author: editedBy?._id ?? sender._id,
})

const openSealed = async (keys: ConversationKeys, standing: Standing, sealed: Sealed): Promise<Opened> => {
  const { conversation, clientId, type, author } = standing
  if (sealed.v !== 1) throw new UnreadableError('unsupported')
  if (sealed.writtenBy !== author) throw new UnreadableError('forged')
  const { keyVersion } = await keys.load()
  // Somebody made a version that this browser has not heard of.
  if (sealed.keyVersion > keyVersion) keys.invalidate()
  const key = await keys.keyOf(sealed.keyVersion)
  if (!key) throw new UnreadableError('noKey')
  const device = await keys.authorOf(sealed.deviceId)
  if (device?.userId !== author) throw new UnreadableError('forged')
  const { writtenBy: _, ...envelope } = sealed
  const place = { conversation, sender: author, clientId, revision: sealed.revision, type: type === 'text' ? 'text' : 'file' } as const
  return open({ place, sealed: envelope, key, author: device })
}

const reasonOf = (error: unknown): Unreadable => {
  if (error instanceof UnreadableError) return error.reason
  if (error instanceof EncryptionError) return error.reason === 'unsupported' ? 'unsupported' : 'forged'
  return 'noKey'
}

const attachmentOf = ({ attachment }: Message, { file }: Opened): Message['attachment'] =>
  attachment &&
  file && { ...attachment, originalName: cleanFileName(file.name), mediaType: file.type || 'application/octet-stream', size: file.size }

/** A quote that the message itself names, drawn from its original; any other the server has made up. */
const quoteOf = (named: string | null, quoted: Quoted | null): Quoted | null => {
  if (named === null || quoted?._id === named) return named === null ? null : quoted
  const nobody = { _id: '', name: '' }
  return { _id: named, seq: 0, type: 'text', content: null, sender: nobody, isDeleted: false, unreadable: 'forged' }
}
