import { type CannotSeal, CannotSealError } from '#chat/encryption/web/encryption.ts'
import { newClientId } from '#web/api/clientId.ts'
import type { Store } from '#web/api/store.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import type { Draft, Pending, Refused } from './chatClient.ts'
import { type Doing, type Flight, fileOf } from './pending.ts'
import type { Call, Clock, Entry, UnsentStorage } from './ports.ts'
import type { Sealing } from './sealing.ts'
import { sendEntry } from './sending.ts'
import type { Task, Tasks } from './tasks.ts'
import { Troubles } from './troubles.ts'
import { Unsent } from './unsent.ts'

type OutboxPorts = {
  call: Call
  sealing: Sealing
  storage: UnsentStorage
  clock: Clock
  tasks: Tasks
  isConnected: () => boolean
  /** The server has answered with the message. */
  sent: (message: Message) => void
  /** What waits in these conversations has changed. */
  changed: (conversations: ReadonlySet<string>) => void
}

/**
 * What was written and is not at the server yet. Of each conversation one message is on its way at a time, so that they stay in
 * order, apart from attachments that keep failing: those are set aside and retried by themselves.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #sending = new Map<string, Task>()
  readonly #flights = new Map<string, Flight>()
  readonly #troubles = new Troubles()
  readonly #aside = new Set<string>()
  readonly #leaving = new Set<string>()
  /** Why nothing of a conversation can be encrypted now. */
  readonly #cannotSeal = new Map<string, CannotSeal>()
  readonly #handlers = new Set<(refused: Refused) => void>()
  readonly #unsent: Unsent
  #isClosed = false

  constructor(ports: OutboxPorts) {
    this.#ports = ports
    const doing = ({ clientId, conversation }: Entry): Doing => ({
      flight: this.#flights.get(clientId),
      cannotSeal: this.#cannotSeal.get(conversation) ?? null,
    })
    this.#unsent = new Unsent({ ...ports, doing })
  }

  get count(): Store<number> {
    return this.#unsent.count
  }

  /** Sends what an earlier session or another tab has left. */
  async resume(): Promise<void> {
    const stored = await this.#unsent.read()
    for (const id of new Set(stored.map(({ conversation }) => conversation))) void this.#taskOf(id).ask()
    await this.#giveBack()
  }

  pendingIn(conversation: string): readonly Pending[] {
    return this.#unsent.pendingIn(conversation)
  }

  /** Resolves once it is kept; from then on it is sent, whatever happens to this page. */
  async add(conversation: string, { content, replyTo, mentions }: Draft, file?: File): Promise<void> {
    // A person who chose a file that cannot be read, such as a folder, is told now.
    if (file) await file.slice(0, 1).arrayBuffer()
    const kept = file ? { blob: file, name: file.name, mediaType: file.type } : null
    const createdAt = new Date(this.#ports.clock.now()).toISOString()
    const entry = { clientId: newClientId(), conversation, content, replyTo, mentions, file: kept, createdAt, refused: null }
    const added = this.#unsent.adding(entry)
    await this.#ports.storage.add({ ...entry, isEncrypted: await this.#ports.sealing.isEncryptedNow(conversation) })
    // Before other tabs have heard of it: what is refused comes back where it was written.
    void this.#taskOf(conversation).ask()
    await this.#unsent.read()
    added()
  }

  /** What could not be encrypted in a conversation perhaps can be now. */
  wake(conversation: string): void {
    if (!this.#cannotSeal.has(conversation)) return
    this.#ports.tasks.wake()
    void this.#taskOf(conversation).ask()
  }

  async discard(clientId: string): Promise<void> {
    const taken = await this.#take(clientId)
    if (taken) this.#flights.get(clientId)?.abort.abort()
  }

  /** The server has it, as a message that came has shown. */
  delivered(clientId: string): void {
    if (this.#leaving.has(clientId)) return
    this.#leaving.add(clientId)
    void this.#take(clientId).finally(() => this.#leaving.delete(clientId))
  }

  /** What was refused while nobody listened is told now. */
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
    const task = this.#sending.get(conversation) ?? this.#ports.tasks.task(() => this.#sendNext(conversation))
    this.#sending.set(conversation, task)
    return task
  }

  async #sendNext(conversation: string): Promise<void> {
    if (this.#isClosed) return
    // Each that is sent is a success of its own: a failure after it is tried again as soon as a first one.
    if (await this.#ports.storage.inTurn(conversation, () => this.#sendFirst(conversation))) void this.#taskOf(conversation).ask()
    else await this.#giveBack()
  }

  /** Returns whether there may be more. */
  #sendFirst(conversation: string): Promise<boolean> {
    return this.#try((entry) => entry.conversation === conversation && !this.#aside.has(entry.clientId))
  }

  /** Retries an entry by itself: what is behind it in its conversation does not wait for it. It has `failed` just now. */
  #setAside({ clientId }: Entry, failed: unknown): void {
    this.#aside.add(clientId)
    let failure = failed
    const task = this.#ports.tasks.task(async () => {
      const before = failure
      failure = undefined
      if (before !== undefined) throw before
      await this.#ports.storage.inTurn(clientId, () => this.#try((entry) => entry.clientId === clientId))
    })
    void task.ask()
  }

  /** Tries the first of these; returns whether there was one. Another tab may have sent what this one still shows, so the storage is asked. */
  async #try(isMeant: (entry: Entry) => boolean): Promise<boolean> {
    const stored = await this.#unsent.read()
    const entry = stored.find((each) => each.refused === null && isMeant(each))
    if (!entry || this.#isClosed) return false
    const flight: Flight = { abort: new AbortController(), progress: entry.file ? 0 : null }
    this.#flights.set(entry.clientId, flight)
    this.#unsent.show()
    try {
      const message = await this.#send(entry, flight)
      this.#cannotSeal.delete(entry.conversation)
      if (message) this.#ports.sent(message)
      await this.#take(entry.clientId)
    } catch (error) {
      await this.#failed(entry, error)
    } finally {
      this.#flights.delete(entry.clientId)
      this.#unsent.show()
    }
    return true
  }

  /** Undefined where it was discarded meanwhile. */
  async #send(entry: Entry, flight: Flight): Promise<Message | undefined> {
    const { signal } = flight.abort
    const onProgress = (part: number): void => {
      flight.progress = part
      this.#unsent.show()
    }
    try {
      return await sendEntry(this.#ports, entry, { silences: this.#troubles.silencesOf(entry.clientId), signal, onProgress })
    } catch (error) {
      if (signal.aborted && !this.#isClosed) return undefined
      throw error
    }
  }

  async #failed(entry: Entry, error: unknown): Promise<void> {
    const { clientId, conversation } = entry
    if (error instanceof CannotSealError) this.#cannotSeal.set(conversation, error.reason)
    // Where the session is over it waits for the same person's next one.
    if (this.#isClosed) throw error
    const verdict = this.#troubles.judge(entry, error, this.#ports.isConnected())
    if (typeof verdict === 'object') {
      await this.#ports.storage.refuse(clientId, verdict.refused)
      await this.#unsent.read()
      return this.#giveBack()
    }
    if (verdict === 'again' || this.#aside.has(clientId)) throw error
    this.#setAside(entry, error)
  }

  /** Gives what was refused back to the person who wrote it. */
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
    const entry = await this.#ports.storage.take(clientId)
    this.#troubles.forget(clientId)
    this.#aside.delete(clientId)
    await this.#unsent.read()
    return entry
  }
}
