import type { EncryptedRevision, Envelope, Unreadable } from '../../../conversations.encryption.contract.ts'
import { previewOf } from '../../../conversations.preview.policy.ts'
import type { LastMessage, Message, Quoted } from '../../../conversations.shapes.contract.ts'
import { type CannotEncrypt, CannotEncryptError, type MessageEncryption, type OutgoingMessage } from '../../messageEncryption.ts'
import type { ChatServer } from './chatServer.ts'
import type { Line } from './network.ts'
import type { World } from './world.ts'

type Inside = Pick<OutgoingMessage, 'conversation' | 'clientId' | 'revision' | 'text' | 'replyTo'> & { sender: string; keyVersion: number }

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const insideOf = (envelope: Envelope): Inside => JSON.parse(Buffer.from(envelope.ciphertext, 'base64').toString())

/** The content of an envelope in these tests, which only tests can read without a key. */
export const textIn = (envelope: Envelope): string => insideOf(envelope).text

/** The length up to which the server includes ciphertexts where only the beginning is shown. */
const briefest = 400
export const briefly = <E extends Envelope>(envelope: E | null): E | null =>
  envelope && envelope.ciphertext.length <= briefest ? envelope : null

/** The data of a browser: which conversations are encrypted, and the highest key version it has. */
export type Remembered = { encrypted: Set<string>; keys: Map<string, number> }

type Around = { world: World; server: ChatServer; me: string; line: Line; device: Remembered }
type Read = { text: string } | { unreadable: Unreadable }

let envelopes = 0

export const envelopeOf = (inside: Inside): Envelope => ({
  v: 1,
  alg: 'A256GCM',
  isEncrypted: true,
  keyVersion: inside.keyVersion,
  deviceId: 'd'.repeat(43),
  revision: inside.revision,
  iv: base64(String(envelopes++).padStart(12, '0')),
  ciphertext: base64(JSON.stringify(inside)),
  commitment: base64('c'.repeat(32)),
  signature: base64('s'.repeat(64)),
})

/** Returns a message as a person with all keys reads it. */
export const readable = (message: Message): Message => ({
  ...message,
  ...(message.encryption && { content: textIn(message.encryption) }),
  replyTo: message.replyTo && readablePreview(message.replyTo),
})

/** Returns the same for a quote, or for the last message in a list. */
export const readablePreview = <P extends Quoted | LastMessage>(preview: P): P => {
  if (preview.encryption) return { ...preview, content: previewOf(textIn(preview.encryption)) }
  return preview.encryption === null && !preview.isDeleted ? { ...preview, unreadable: 'tooLong' } : preview
}

/**
 * Returns what a screen shows of a preview. A long message is shortened or only described as long, depending on what else is
 * loaded.
 */
export const shownPreview = ({ encryption: _, clientId: __, unreadable, ...preview }: Quoted | LastMessage) => {
  if (unreadable && unreadable !== 'tooLong') return { ...preview, unreadable }
  return { ...preview, content: unreadable || preview.content?.endsWith('…') ? 'long' : preview.content }
}

export const shown = ({ replyTo, ...message }: Message) => ({ ...message, replyTo: replyTo && shownPreview(replyTo) })

/** A fake of encryption as chat uses it: a text can only be read with its key version, which arrives late. */
export class FakeEncryption implements MessageEncryption {
  /** Why nothing can be encrypted now. */
  hindrance: CannotEncrypt | undefined
  /** Called before something is encrypted. */
  beforeSealing: (sealing: OutgoingMessage) => unknown = () => undefined
  readonly changes: string[] = []
  readonly #around: Around
  readonly #handlers = new Set<(conversation: string) => void>()
  readonly #learning = new Set<string>()

  constructor(around: Around) {
    this.#around = around
  }

  isEncrypted = async (id: string) => this.#around.device.encrypted.has(id)
  noteEncrypted = async (id: string) => void this.#around.device.encrypted.add(id)
  fileOf = () => undefined
  noteRestored = () => {}
  disclosureOf = () => undefined

  encrypt = async (sealing: OutgoingMessage): Promise<Envelope> => {
    const { world, server, me, device } = this.#around
    await this.beforeSealing(sealing)
    if (this.hindrance) throw new CannotEncryptError(this.hindrance)
    await world.sleep(world.random() * 30)
    const { conversation, clientId, revision, text, replyTo } = sealing
    const keyVersion = device.keys.get(conversation) ?? this.#learn(conversation)
    if (server.rooms.get(conversation)?.keyVersion === 0) server.rotate(conversation)
    const inside = { conversation, clientId: clientId.toLowerCase(), revision, text, replyTo, sender: me, keyVersion }
    return envelopeOf(inside)
  }

  encryptFile = async (_id: string, _clientId: string, file: File) => {
    const described = { name: file.name, type: file.type, size: file.size, key: 'key', iv: 'iv', sha256: 'sha256' }
    return { blob: new Blob([`encrypted ${file.size}`]), described }
  }

  decryptMessage = async (message: Message): Promise<Message> => {
    const { unreadable: _, ...rest } = message
    const { encryption, sender, conversation, clientId, replyTo: quoted } = message
    await this.#takesTime(encryption ?? quoted?.encryption)
    const replyTo = quoted && this.#quoted(conversation, quoted)
    if (!encryption) return { ...message, replyTo }
    const read = this.#read({ conversation, clientId, sender: encryption.writtenBy }, encryption)
    if (!('text' in read)) return { ...rest, content: null, attachment: null, replyTo: null, ...read }
    return { ...rest, content: read.text, replyTo, sender }
  }

  decryptConversation: MessageEncryption['decryptConversation'] = async (conversation) => {
    const { _id, lastMessage } = conversation
    if (conversation.isEncrypted) await this.noteEncrypted(_id)
    if (lastMessage?.encryption) await this.#takesTime(lastMessage.encryption)
    const isEncrypted = await this.isEncrypted(_id)
    return { ...conversation, isEncrypted, lastMessage: lastMessage && this.#quoted(_id, lastMessage) }
  }

  invalidateKeys = (id: string): void => {
    this.changes.push(id)
    this.#around.device.keys.delete(id)
  }

  onKeysAdded = (handler: (conversation: string) => void) => {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  /** Notifies that decrypting or sending may succeed now. */
  opened(id: string): void {
    for (const handler of [...this.#handlers]) handler(id)
  }

  async #takesTime(encryption: EncryptedRevision | null | undefined): Promise<void> {
    const { world } = this.#around
    if (encryption) await world.sleep(world.random() * 20)
  }

  #quoted<Q extends Quoted | LastMessage>(conversation: string, quoted: Q): Q {
    const { unreadable: _, ...rest } = quoted
    if (quoted.encryption === null && !quoted.isDeleted) return { ...rest, content: null, unreadable: 'tooLong' } as Q
    if (!quoted.encryption) return quoted
    const sender = quoted.encryption.writtenBy
    const read = this.#read({ conversation, clientId: quoted.clientId ?? '', sender }, quoted.encryption)
    return { ...rest, ...('text' in read ? { content: previewOf(read.text) } : { content: null, ...read }) } as Q
  }

  #read(place: Pick<Inside, 'conversation' | 'clientId' | 'sender'>, envelope: Envelope): Read {
    const { text, ...inside } = insideOf(envelope)
    if ((this.#around.device.keys.get(place.conversation) ?? 0) < inside.keyVersion) {
      this.#learnLater(place.conversation)
      return { unreadable: 'noKey' }
    }
    const isSame = inside.conversation === place.conversation && inside.sender === place.sender
    return isSame && inside.clientId === place.clientId.toLowerCase() ? { text } : { unreadable: 'forged' }
  }

  #learn(id: string): number {
    const { server, device, line } = this.#around
    if (!line.isOnline) throw new Error('The keys could not be fetched')
    const version = Math.max(1, server.rooms.get(id)?.keyVersion ?? 0)
    device.keys.set(id, version)
    return version
  }

  #learnLater(id: string): void {
    const { world, line } = this.#around
    if (this.#learning.has(id)) return
    this.#learning.add(id)
    world.after(world.random() * 400, () => {
      this.#learning.delete(id)
      if (!line.isOnline) return this.#learnLater(id)
      this.#learn(id)
      this.opened(id)
    })
  }
}
