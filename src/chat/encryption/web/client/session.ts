import { CallError } from '#web/api/callError.ts'
import { makeStore, type Settable } from '#web/api/store.ts'
import type { DeviceKeys, KnownDevice } from '../crypto/device.ts'
import type { ConversationEncryption } from '../encryption.ts'
import { ConversationKeys } from './conversationKeys.ts'
import { Disclosures } from './disclosures.ts'
import { Files } from './files.ts'
import { Opener } from './opener.ts'
import { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import { stateOf } from './stateOf.ts'
import { ThisDevice } from './thisDevice.ts'
import { withFirstSight } from './trust.ts'

const retryMs = 5_000

/** What belongs to one person in one page. */
export class Session {
  readonly ports: EncryptionPorts
  readonly device: ThisDevice
  readonly people: People
  readonly files = new Files()
  readonly disclosures = new Disclosures()
  readonly opener: Opener
  readonly #conversations = new Map<string, ConversationKeys>()
  readonly #states = new Map<string, Settable<ConversationEncryption | undefined>>()
  readonly #handlers = new Set<(conversation: string) => void>()
  /** Conversations in which something could not be opened or sent for lack of a key. */
  readonly #waiting = new Set<string>()
  readonly #retries = new Map<string, () => void>()
  #queue: Promise<void> = Promise.resolve()
  /** The own devices whose code was shown: only these keys are shared with. */
  readonly compared = new Map<string, KnownDevice>()

  constructor(ports: EncryptionPorts) {
    this.ports = ports
    this.device = new ThisDevice(ports)
    this.people = new People(() => this.device.storage)
    this.opener = new Opener({
      whyClosed: () => (this.device.keys ? null : this.device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice'),
      keysOf: (id) => this.keysOf(id),
      missed: (id) => this.missed(id),
      opened: (message, said) => {
        this.disclosures.remember(message._id, said)
        if (message.attachment && said.file) this.files.remember(message, message.attachment.url, said.file)
      },
    })
    this.device.state.subscribe(() => this.openAgain())
  }

  keysOf(id: string): ConversationKeys {
    const known = this.#conversations.get(id)
    if (known) return known
    const { ports, device, people } = this
    const made = new ConversationKeys({ id, ports, device, people })
    this.#conversations.set(id, made)
    return made
  }

  /** Opens keys as the recovery device, for as long as `work` takes. */
  async withRecovery(recovery: DeviceKeys, work: (keysOf: (id: string) => ConversationKeys) => Promise<void>): Promise<void> {
    const { ports, people } = this
    const device = { keys: recovery, storage: this.device.storage }
    const opened = new Map<string, ConversationKeys>()
    await work((id) => {
      const keys = opened.get(id) ?? new ConversationKeys({ id, ports, device, people })
      opened.set(id, keys)
      return keys
    })
  }

  /** Waits for what changes; where the network failed it is asked again. */
  missed(id: string): void {
    this.#waiting.add(id)
    if (this.#retries.has(id) || this.keysOf(id).loaded) return
    const cancel = this.ports.after(retryMs, () => {
      this.#retries.delete(id)
      void this.refresh(id)
    })
    this.#retries.set(id, cancel)
  }

  /** Fetches the keys of conversations that nobody looks at, one after the other. */
  openLater(id: string): void {
    if (this.#waiting.has(id)) return
    this.#waiting.add(id)
    this.#queue = this.#queue.then(() => (this.#waiting.has(id) ? this.refresh(id) : undefined))
  }

  async refresh(id: string): Promise<void> {
    const keys = this.keysOf(id)
    try {
      const loaded = await keys.load()
      if (loaded.enabled && this.device.keys) await keys.remember((before) => withFirstSight(before, loaded))
      await this.show(id)
      if (this.#waiting.delete(id)) for (const handler of this.#handlers) handler(id)
    } catch (error) {
      if (error instanceof CallError && error.status !== 404) this.missed(id)
    }
  }

  changed(id: string): void {
    this.keysOf(id).invalidate()
    if (this.#waiting.has(id) || this.#states.has(id)) void this.refresh(id)
  }

  /** This browser has become something else: whatever was closed may open. */
  openAgain(): void {
    for (const [id, keys] of this.#conversations) {
      keys.invalidate()
      if (this.device.keys) this.#waiting.add(id)
      void this.refresh(id)
    }
  }

  restored(): void {
    this.opener.forget()
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
    if (state) state.set(await stateOf(this.keysOf(id), this.device))
  }

  /** `lastSeq` is that of the conversation as the server says it: what comes after it must be encrypted. Later it only ever gets lower. */
  async noteEncrypted(id: string, lastSeq?: number): Promise<void> {
    const keys = this.keysOf(id)
    const known = await keys.remembered()
    const isFirst = known === undefined || (lastSeq !== undefined && known.encryptedFrom === Number.MAX_SAFE_INTEGER)
    if (!isFirst) return
    const encryptedFrom = lastSeq === undefined ? Number.MAX_SAFE_INTEGER : lastSeq + 1
    await keys.remember((before) => ({ ...before, encryptedFrom: Math.min(before.encryptedFrom, encryptedFrom) }))
    if (!known) this.changed(id)
  }

  close(): void {
    for (const cancel of this.#retries.values()) cancel()
    this.device.close()
    this.people.forget()
    this.files.forget()
    this.disclosures.forget()
    this.opener.forget()
    this.#conversations.clear()
    this.#states.clear()
    this.#handlers.clear()
    this.compared.clear()
  }
}
