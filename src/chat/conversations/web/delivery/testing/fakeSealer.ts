import type { Envelope, Sealed, Unreadable } from '#chat/encryption/encryption.shapes.contract.ts'
import { type CannotSeal, CannotSealError, type Sealer, type Sealing } from '#chat/encryption/web/encryption.ts'
import { previewOf } from '../../../chat.preview.policy.ts'
import type { LastMessage, Message, Quoted } from '../../../chat.shapes.contract.ts'
import type { ChatServer } from './chatServer.ts'
import type { Line } from './network.ts'
import type { World } from './world.ts'

type Inside = Pick<Sealing, 'conversation' | 'clientId' | 'revision' | 'text' | 'replyTo'> & { sender: string; keyVersion: number }

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const insideOf = (envelope: Envelope): Inside => JSON.parse(Buffer.from(envelope.ciphertext, 'base64').toString())

/** What stands in an envelope of these tests, which are the only ones who can read it without a key. */
export const textIn = (envelope: Envelope): string => insideOf(envelope).text

/** As long as the server sends along where the beginning alone is shown. */
const briefest = 400
export const briefly = <E extends Envelope>(envelope: E | null): E | null =>
  envelope && envelope.ciphertext.length <= briefest ? envelope : null

/** What a browser keeps: which conversations are encrypted, and the highest version of their keys that it has. */
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

/** A message as someone with all keys reads it. */
export const readable = (message: Message): Message => ({
  ...message,
  ...(message.encryption && { content: textIn(message.encryption) }),
  replyTo: message.replyTo && readablePreview(message.replyTo),
})

/** The same of a quote, or of the last message in a list. */
export const readablePreview = <P extends Quoted | LastMessage>(preview: P): P => {
  if (preview.encryption) return { ...preview, content: previewOf(textIn(preview.encryption)) }
  return preview.encryption === null && !preview.isDeleted ? { ...preview, unreadable: 'tooLong' } : preview
}

/** What a screen shows of a preview. A long message is cut, or only said to be long: that depends on what else is loaded. */
export const shownPreview = ({ encryption: _, clientId: __, unreadable, ...preview }: Quoted | LastMessage) => {
  if (unreadable && unreadable !== 'tooLong') return { ...preview, unreadable }
  return { ...preview, content: unreadable || preview.content?.endsWith('…') ? 'long' : preview.content }
}

export const shown = ({ replyTo, ...message }: Message) => ({ ...message, replyTo: replyTo && shownPreview(replyTo) })

/** Encryption as chat sees it, without any: a text is only read by who has the version of its key, which comes late. */
export class FakeSealer implements Sealer {
  /** Why nothing can be sealed now. */
  hindrance: CannotSeal | undefined
  /** Called before something is sealed. */
  beforeSealing: (sealing: Sealing) => unknown = () => undefined
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
  restored = () => {}
  disclosureOf = () => undefined

  seal = async (sealing: Sealing): Promise<Envelope> => {
    const { world, server, me, device } = this.#around
    await this.beforeSealing(sealing)
    if (this.hindrance) throw new CannotSealError(this.hindrance)
    await world.sleep(world.random() * 30)
    const { conversation, clientId, revision, text, replyTo } = sealing
    const keyVersion = device.keys.get(conversation) ?? this.#learn(conversation)
    if (server.rooms.get(conversation)?.keyVersion === 0) server.rotate(conversation)
    const inside = { conversation, clientId: clientId.toLowerCase(), revision, text, replyTo, sender: me, keyVersion }
    return envelopeOf(inside)
  }

  sealFile = async (_id: string, _clientId: string, file: File) => {
    const described = { name: file.name, type: file.type, size: file.size, key: 'key', iv: 'iv', sha256: 'sha256' }
    return { blob: new Blob([`sealed ${file.size}`]), described }
  }

  openMessage = async (message: Message): Promise<Message> => {
    const { unreadable: _, ...rest } = message
    const { encryption, sender, conversation, clientId, replyTo: quoted } = message
    await this.#takesTime(encryption ?? quoted?.encryption)
    const replyTo = quoted && this.#quoted(conversation, quoted)
    if (!encryption) return { ...message, replyTo }
    const read = this.#read({ conversation, clientId, sender: encryption.writtenBy }, encryption)
    if (!('text' in read)) return { ...rest, content: null, attachment: null, replyTo: null, ...read }
    return { ...rest, content: read.text, replyTo, sender }
  }

  openConversation: Sealer['openConversation'] = async (conversation) => {
    const { _id, isEncrypted, lastMessage } = conversation
    if (isEncrypted) await this.noteEncrypted(_id)
    if (!lastMessage?.encryption) return { ...conversation, lastMessage: lastMessage && this.#quoted(_id, lastMessage) }
    await this.#takesTime(lastMessage.encryption)
    return { ...conversation, lastMessage: this.#quoted(_id, lastMessage) }
  }

  changed = (id: string): void => {
    this.changes.push(id)
    this.#around.device.keys.delete(id)
  }

  onOpened = (handler: (conversation: string) => void) => {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  /** Tells that what could not be read or sent perhaps can be now. */
  opened(id: string): void {
    for (const handler of [...this.#handlers]) handler(id)
  }

  async #takesTime(encryption: Sealed | null | undefined): Promise<void> {
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
