import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { isConnectionError } from '#web/api/connection.ts'
import { makeStore, type Settable } from '#web/api/store.ts'
import type { DeviceKeys, KnownDevice } from '../crypto/device.ts'
import type { ConversationEncryption } from '../encryption.ts'
import { ConversationKeys } from './conversationKeys.ts'
import { Decrypter } from './decrypter.ts'
import { Disclosures } from './disclosures.ts'
import { Files } from './files.ts'
import { loadOnce } from './loadOnce.ts'
import { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import { SeenMessages } from './seenMessages.ts'
import { SentOnce } from './sentOnce.ts'
import { stateOf } from './stateOf.ts'
import { ThisDevice } from './thisDevice.ts'
import { withFirstSight } from './trust.ts'
import type { TrustBook } from './trustBook.ts'

const retryMs = 5_000

/**
 * Most visits of Chat do not need it. Tests that count pending work call it first, with the path of the file.
 * @public
 */
export const loadTrustBook = loadOnce(() => import('./trustBook.ts'))

const ignoreLost = (error: unknown): void => {
  if (!isConnectionError(error)) throw error
}

/** The encryption state of one person in one page. */
export class Session {
  readonly ports: EncryptionPorts
  readonly device: ThisDevice
  readonly people: People
  #book: TrustBook | undefined
  #isClosed = false
  readonly files = new Files()
  readonly disclosures = new Disclosures()
  readonly seen: SeenMessages
  readonly sent: SentOnce
  readonly decrypter: Decrypter
  readonly #conversations = new Map<string, ConversationKeys>()
  readonly #states = new Map<string, Settable<ConversationEncryption | undefined>>()
  readonly #handlers = new Set<(conversation: string) => void>()
  /** Conversations in which something could not be decrypted or sent for lack of a key. */
  readonly #waiting = new Set<string>()
  readonly #retries = new Map<string, () => void>()
  #queue: Promise<void> = Promise.resolve()
  /**
   * Own devices whose code was shown, with the list after which they asked to be added: only these can be added and receive keys.
   */
  readonly compared = new Map<string, { device: KnownDevice; after: string }>()

  constructor(ports: EncryptionPorts) {
    this.ports = ports
    const storage = () => this.device.storage
    this.people = new People(storage, ports)
    this.device = new ThisDevice(ports, () => this.people)
    this.people.onChanged((person) => {
      void this.#noteChange().catch(() => undefined)
      if (person?.chain.userId === ports.me._id) this.device.noteOwnChain(person.chain)
    })
    this.people.onStartedOverElsewhere(() => this.device.noteStartedOver())
    this.seen = new SeenMessages(storage)
    this.sent = new SentOnce(storage)
    this.decrypter = new Decrypter({
      whyClosed: () => (this.#mayRead() ? null : this.device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice'),
      keysOf: (id) => this.keysOf(id),
      people: this.people,
      seen: this.seen,
      missed: (id) => this.missed(id),
      opened: (message, said) => {
        this.disclosures.remember(message._id, said)
        if (message.attachment && said.file) this.files.remember(message, message.attachment.url, said.file)
      },
    })
    this.device.state.subscribe(() => this.openAgain())
  }

  /** Loads the code of the trust book too, which only a device of the person needs. */
  async #loadedBook(): Promise<TrustBook> {
    const { TrustBook } = await loadTrustBook()
    this.#book ??= new TrustBook({ ports: this.ports, device: this.device, people: this.people })
    return this.#book
  }

  async loadBook(): Promise<void> {
    await (await this.#loadedBook()).load()
  }

  async saveBook(): Promise<void> {
    await (await this.#loadedBook()).save()
  }

  async #noteChange(): Promise<void> {
    if (this.device.state.get() !== 'ready') return
    const book = await this.#loadedBook()
    if (!this.#isClosed) book.changed()
  }

  #mayRead(): boolean {
    return this.device.keys !== undefined && this.device.state.get() !== 'none'
  }

  keysOf(id: string): ConversationKeys {
    const known = this.#conversations.get(id)
    if (known) return known
    const { ports, device, people } = this
    const made = new ConversationKeys({ id, ports, device, people })
    this.#conversations.set(id, made)
    return made
  }

  /** Opens keys with the recovery device until `work` has finished. */
  async withRecovery(recovery: DeviceKeys, work: (keysOf: (id: string) => ConversationKeys) => Promise<void>): Promise<void> {
    const { people } = this
    // What is kept is for the device that stays.
    const ports = { ...this.ports, kept: undefined }
    const device = { keys: recovery, storage: this.device.storage }
    const opened = new Map<string, ConversationKeys>()
    await work((id) => {
      const keys = opened.get(id) ?? new ConversationKeys({ id, ports, device, people })
      opened.set(id, keys)
      return keys
    })
  }

  /** From this call on, nothing is stored in this browser. */
  async keepNothing(): Promise<void> {
    await this.device.keepNothing()
    this.people.reload()
    this.seen.forget()
    this.sent.forget()
    const ids = [...this.#conversations.keys()]
    this.#conversations.clear()
    // Opens them again with the data that this page may use.
    for (const id of ids) this.keysOf(id)
  }

  /** Waits for changes; retries after network failures. */
  missed(id: string): void {
    this.#waiting.add(id)
    const { loaded, isKept } = this.keysOf(id)
    if (!loaded || isKept) this.#retry(id)
  }

  #retry(id: string): void {
    if (this.#retries.has(id)) return
    const cancel = this.ports.after(retryMs, () => {
      this.#retries.delete(id)
      void this.refresh(id)
    })
    this.#retries.set(id, cancel)
  }

  /** Fetches the keys of conversations that are not on screen, one after the other. */
  openLater(id: string): void {
    if (this.#waiting.has(id)) return
    this.#waiting.add(id)
    this.#queue = this.#queue.then(() => (this.#waiting.has(id) ? this.refresh(id) : undefined))
  }

  async refresh(id: string): Promise<void> {
    const keys = this.keysOf(id)
    try {
      const wasKept = keys.isKept
      if (wasKept) await keys.current().catch(ignoreLost)
      await this.#noteFirstSight(keys)
      await this.show(id)
      if (keys.isKept) this.#retry(id)
      if (!(wasKept && keys.isKept) && this.#waiting.delete(id)) for (const handler of this.#handlers) handler(id)
    } catch (error) {
      if (error instanceof CallError && error.status !== 404) this.missed(id)
    }
  }

  async #noteFirstSight(keys: ConversationKeys): Promise<void> {
    const loaded = await keys.load()
    if (!loaded.enabled || !this.device.mayWrite) return
    const told = await withFirstSight({
      people: this.people,
      me: this.ports.me._id,
      remembered: await keys.remembered(),
      pinned: await keys.pinned(),
      loaded,
    })
    if (Object.keys(told).length > 0) await keys.remember((before) => ({ ...before, told: { ...before.told, ...told } }))
  }

  changed(id: string): void {
    this.keysOf(id).invalidate()
    if (this.#waiting.has(id) || this.#states.has(id)) void this.refresh(id)
  }

  /** Retries everything after the state of this browser has changed. */
  openAgain(): void {
    for (const [id, keys] of this.#conversations) {
      keys.invalidate()
      if (this.#mayRead()) this.#waiting.add(id)
      void this.refresh(id)
    }
  }

  restored(): void {
    this.decrypter.restored()
    this.openAgain()
  }

  onOpened(handler: (id: string) => void): () => void {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  state(id: string): Settable<ConversationEncryption | undefined> {
    const known = this.#states.get(id)
    if (known) return known
    const made = makeStore<ConversationEncryption | undefined>(undefined)
    this.#states.set(id, made)
    void this.device.start().then(() => this.refresh(id))
    return made
  }

  async show(id: string): Promise<void> {
    const state = this.#states.get(id)
    if (state) state.set(await stateOf(this.keysOf(id), this.device, this.people, this.ports.me._id))
  }

  /** Refreshes every conversation that a screen shows. */
  async showAll(): Promise<void> {
    for (const id of this.#states.keys()) await this.refresh(id)
  }

  /** Records the server's report that a conversation is encrypted: from now on it is, for good. */
  async noteEncrypted(id: string): Promise<void> {
    const keys = this.keysOf(id)
    if (await keys.remembered()) return
    await keys.remember((before) => before)
    this.changed(id)
  }

  /** Records the kind and people that the screen shows for a conversation. */
  async notePeople({ _id, type, participants }: Pick<Conversation, '_id' | 'type' | 'participants'>): Promise<void> {
    const keys = this.keysOf(_id)
    const wasContradicted = keys.isContradicted
    await keys.noteShown(
      type,
      participants.map(({ user }) => user._id),
    )
    if (keys.isContradicted !== wasContradicted) void this.show(_id).catch(() => undefined)
  }

  close(): void {
    for (const cancel of this.#retries.values()) cancel()
    this.#isClosed = true
    this.#book?.close()
    this.device.close()
    this.people.forget()
    this.files.forget()
    this.disclosures.forget()
    this.decrypter.forget()
    this.seen.forget()
    this.sent.forget()
    this.#conversations.clear()
    this.#states.clear()
    this.#handlers.clear()
    this.compared.clear()
  }
}
