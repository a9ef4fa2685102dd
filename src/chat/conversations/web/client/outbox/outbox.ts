import { newClientId } from '#web/api/clientId.ts'
import type { Store } from '#web/api/store.ts'
import type { Message } from '../../../conversations.shapes.contract.ts'
import { type CannotEncrypt, CannotEncryptError } from '../../messageEncryption.ts'
import type { Draft, Pending, Refused } from '../chatClient.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Entry, Environment } from '../environment.ts'
import type { Task, Tasks } from '../tasks.ts'
import { makeDrafts } from './drafts.ts'
import type { OutgoingEncryption } from './outgoingEncryption.ts'
import { type Doing, type Flight, fileOf } from './pending.ts'
import { sendEntry } from './sending.ts'
import { Troubles } from './troubles.ts'
import { Unsent } from './unsent.ts'

type OutboxOptions = Pick<Environment, 'call' | 'storage' | 'clock'> & {
  encryption: OutgoingEncryption
  tasks: Tasks
  isConnected: () => boolean
  observer: Pick<ClientObserver, 'onSent' | 'onPendingChange'>
}

/**
 * Messages that the server does not have yet. Sends one message of each conversation at a time to keep their order, except
 * attachments that keep failing: those are set aside and retried separately.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly drafts: ReturnType<typeof makeDrafts>
  readonly #sending = new Map<string, Task>()
  readonly #flights = new Map<string, Flight>()
  readonly #troubles = new Troubles()
  readonly #aside = new Set<string>()
  readonly #leaving = new Set<string>()
  /** Why messages of a conversation cannot be encrypted now. */
  readonly #cannotEncrypt = new Map<string, CannotEncrypt>()
  readonly #handlers = new Set<(refused: Refused) => void>()
  readonly #unsent: Unsent
  #isClosed = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.drafts = makeDrafts(options)
    const doing = ({ clientId, conversation }: Entry): Doing => ({
      flight: this.#flights.get(clientId),
      cannotEncrypt: this.#cannotEncrypt.get(conversation) ?? null,
    })
    this.#unsent = new Unsent({ ...options, doing })
  }

  get count(): Store<number> {
    return this.#unsent.count
  }

  /** Sends messages left by an earlier session or another tab. */
  async resume(): Promise<void> {
    const stored = await this.#unsent.read()
    for (const id of new Set(stored.map(({ conversation }) => conversation))) void this.#taskOf(id).ask()
    await this.#giveBack()
  }

  pendingIn(conversation: string): readonly Pending[] {
    return this.#unsent.pendingIn(conversation)
  }

  /** Resolves once the message is stored; from then on it is sent even if this page is closed. */
  async add(conversation: string, { content, replyTo, mentions }: Draft, file?: File): Promise<void> {
    // Fails early for a file that cannot be read, such as a folder.
    if (file) await file.slice(0, 1).arrayBuffer()
    const kept = file ? { blob: file, name: file.name, mediaType: file.type } : null
    const createdAt = new Date(this.#options.clock.now()).toISOString()
    const entry = { clientId: newClientId(), conversation, content, replyTo, mentions, file: kept, createdAt, refused: null }
    const added = this.#unsent.adding(entry)
    await this.#options.storage.add({ ...entry, isEncrypted: await this.#options.encryption.isEncryptedNow(conversation) })
    // Starts before other tabs are notified, so that a rejected message returns to the tab where it was written.
    void this.#taskOf(conversation).ask()
    await this.#unsent.read()
    added()
  }

  /** Retries messages of a conversation that could not be encrypted. */
  wake(conversation: string): void {
    if (!this.#cannotEncrypt.has(conversation)) return
    this.#options.tasks.wake()
    void this.#taskOf(conversation).ask()
  }

  async discard(clientId: string): Promise<void> {
    const taken = await this.#take(clientId)
    if (taken) this.#flights.get(clientId)?.abort.abort()
  }

  /** Removes a message that the server has, as an event has shown. */
  delivered(clientId: string): void {
    if (this.#leaving.has(clientId)) return
    this.#leaving.add(clientId)
    void this.#take(clientId).finally(() => this.#leaving.delete(clientId))
  }

  /** Registers a handler, and calls it for messages rejected before. */
  onRefused(handler: (refused: Refused) => void): () => void {
    this.#handlers.add(handler)
    void this.#giveBack()
    return () => void this.#handlers.delete(handler)
  }

  close(): void {
    this.#isClosed = true
    for (const { abort } of this.#flights.values()) abort.abort()
    this.#unsent.close()
  }

  #taskOf(conversation: string): Task {
    const task = this.#sending.get(conversation) ?? this.#options.tasks.task(() => this.#sendNext(conversation))
    this.#sending.set(conversation, task)
    return task
  }

  async #sendNext(conversation: string): Promise<void> {
    if (this.#isClosed) return
    // Every message sent counts as a success: a failure after it is retried as soon as a first one.
    if (await this.#options.storage.inTurn(conversation, () => this.#sendFirst(conversation))) void this.#taskOf(conversation).ask()
    else await this.#giveBack()
  }

  /** Sends the first entry; returns whether there may be more. */
  #sendFirst(conversation: string): Promise<boolean> {
    return this.#try((entry) => entry.conversation === conversation && !this.#aside.has(entry.clientId))
  }

  /** Retries an entry separately, so that later ones of its conversation do not wait for it. It has just failed with `failed`. */
  #setAside({ clientId }: Entry, failed: unknown): void {
    this.#aside.add(clientId)
    let failure = failed
    const task = this.#options.tasks.task(async () => {
      const before = failure
      failure = undefined
      if (before !== undefined) throw before
      await this.#options.storage.inTurn(clientId, () => this.#try((entry) => entry.clientId === clientId))
    })
    void task.ask()
  }

  /**
   * Tries the first of these entries; returns whether there was one. Reads the storage, since another tab may have sent entries
   * that this one still shows.
   */
  async #try(isMeant: (entry: Entry) => boolean): Promise<boolean> {
    const stored = await this.#unsent.read()
    const entry = stored.find((each) => each.refused === null && isMeant(each))
    if (!entry || this.#isClosed) return false
    const flight: Flight = { abort: new AbortController(), progress: entry.file ? 0 : null }
    this.#flights.set(entry.clientId, flight)
    this.#unsent.show()
    try {
      const message = await this.#send(entry, flight)
      this.#cannotEncrypt.delete(entry.conversation)
      if (message) this.#options.observer.onSent(message)
      await this.#take(entry.clientId)
    } catch (error) {
      await this.#failed(entry, error)
    } finally {
      this.#flights.delete(entry.clientId)
      this.#unsent.show()
    }
    return true
  }

  /** Returns undefined if it was discarded in the meantime. */
  async #send(entry: Entry, flight: Flight): Promise<Message | undefined> {
    const { signal } = flight.abort
    const onProgress = (part: number): void => {
      flight.progress = part
      this.#unsent.show()
    }
    try {
      return await sendEntry(this.#options, entry, { silences: this.#troubles.silencesOf(entry.clientId), signal, onProgress })
    } catch (error) {
      if (signal.aborted && !this.#isClosed) return undefined
      throw error
    }
  }

  async #failed(entry: Entry, error: unknown): Promise<void> {
    const { clientId, conversation } = entry
    if (error instanceof CannotEncryptError) this.#cannotEncrypt.set(conversation, error.reason)
    // After the session has ended, it waits for the same person's next one.
    if (this.#isClosed) throw error
    const verdict = this.#troubles.judge(entry, error, this.#options.isConnected())
    if (typeof verdict === 'object') {
      await this.#options.storage.refuse(clientId, verdict.refused)
      await this.#unsent.read()
      return this.#giveBack()
    }
    if (verdict === 'again' || this.#aside.has(clientId)) throw error
    this.#setAside(entry, error)
  }

  /** Returns rejected messages to the person who wrote them. */
  async #giveBack(): Promise<void> {
    if (this.#handlers.size === 0) return
    for (const { clientId, refused } of await this.#unsent.read()) {
      if (refused === null || this.#handlers.size === 0 || this.#isClosed) continue
      const entry = await this.#take(clientId)
      if (!entry) continue
      const { conversation, content, replyTo, mentions } = entry
      for (const handler of this.#handlers) handler({ conversation, content, replyTo, mentions, file: fileOf(entry), message: refused })
    }
  }

  async #take(clientId: string): Promise<Entry | undefined> {
    const entry = await this.#options.storage.take(clientId)
    this.#troubles.forget(clientId)
    this.#aside.delete(clientId)
    await this.#unsent.read()
    return entry
  }
}
