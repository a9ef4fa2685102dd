import { type CannotSeal, CannotSealError } from '#features/encryption/web/encryption.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import type { Draft, Pending, Refused } from './chatClient.ts'
import { type Doing, type Flight, fileOf, pendingOf } from './pending.ts'
import type { Call, Clock, Entry, UnsentStorage } from './ports.ts'
import type { Sealing } from './sealing.ts'
import { sendEntry } from './sending.ts'
import { isRefusal, type Task, type Tasks } from './tasks.ts'

type OutboxPorts = {
  call: Call
  sealing: Sealing
  storage: UnsentStorage
  clock: Clock
  tasks: Tasks
  /** The server has answered with the message. */
  sent: (message: Message) => void
  /** What waits in these conversations has changed. */
  changed: (conversations: ReadonlySet<string>) => void
}

/** What was written and is not at the server yet. Of each conversation one message is on its way at a time, so that they stay in order. */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #sending = new Map<string, Task>()
  readonly #flights = new Map<string, Flight>()
  readonly #silences = new Map<string, number>()
  readonly #leaving = new Set<string>()
  /** Why nothing of a conversation can be encrypted now. */
  readonly #cannotSeal = new Map<string, CannotSeal>()
  readonly #handlers = new Set<(refused: Refused) => void>()
  #stored: readonly Entry[] = []
  /** On their way into the storage. */
  #adding: readonly Entry[] = []
  #pending = new Map<string, readonly Pending[]>()
  #reading = 0
  #isClosed = false

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** Sends what an earlier session or another tab has left. */
  async resume(): Promise<void> {
    const stored = await this.#read()
    for (const id of new Set(stored.map(({ conversation }) => conversation))) void this.#taskOf(id).ask()
    await this.#giveBack()
  }

  pendingIn(conversation: string): readonly Pending[] {
    return this.#pending.get(conversation) ?? none
  }

  /** Resolves once it is kept; from then on it is sent, whatever happens to this page. */
  async add(conversation: string, { content, replyTo, mentions }: Draft, file?: File): Promise<void> {
    // Whoever chose a file that cannot be read, such as a folder, is told now.
    if (file) await file.slice(0, 1).arrayBuffer()
    const kept = file ? { blob: file, name: file.name, mediaType: file.type } : null
    const createdAt = new Date(this.#ports.clock.now()).toISOString()
    const entry = { clientId: newClientId(), conversation, content, replyTo, mentions, file: kept, createdAt, refused: null }
    this.#adding = [...this.#adding, entry]
    this.#show()
    await this.#ports.storage.add({ ...entry, isEncrypted: await this.#ports.sealing.isEncryptedNow(conversation) })
    // Before other tabs have heard of it: what is refused comes back where it was written.
    void this.#taskOf(conversation).ask()
    await this.#read()
    this.#adding = this.#adding.filter((each) => each !== entry)
    this.#show()
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
    this.#stored = []
    this.#adding = []
    this.#show()
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

  /** Returns whether there may be more. Another tab may have sent what this one still shows, so the storage is asked. */
  async #sendFirst(conversation: string): Promise<boolean> {
    const stored = await this.#read()
    const entry = stored.find((each) => each.conversation === conversation && each.refused === null)
    if (!entry || this.#isClosed) return false
    const flight: Flight = { abort: new AbortController(), progress: entry.file ? 0 : null }
    this.#flights.set(entry.clientId, flight)
    this.#show()
    try {
      const message = await this.#send(entry, flight)
      this.#cannotSeal.delete(entry.conversation)
      if (message) this.#ports.sent(message)
      await this.#take(entry.clientId)
    } catch (error) {
      await this.#failed(entry, error)
    } finally {
      this.#flights.delete(entry.clientId)
      this.#show()
    }
    return true
  }

  /** Undefined where it was discarded meanwhile. */
  async #send(entry: Entry, flight: Flight): Promise<Message | undefined> {
    const { signal } = flight.abort
    const onProgress = (part: number): void => {
      flight.progress = part
      this.#show()
    }
    try {
      return await sendEntry(this.#ports, entry, { silences: this.#silences.get(entry.clientId) ?? 0, signal, onProgress })
    } catch (error) {
      if (signal.aborted && !this.#isClosed) return undefined
      throw error
    }
  }

  async #failed({ clientId, conversation }: Entry, error: unknown): Promise<void> {
    if (error instanceof CannotSealError) this.#cannotSeal.set(conversation, error.reason)
    if (error instanceof CallError && error.code === 'timeout') this.#silences.set(clientId, (this.#silences.get(clientId) ?? 0) + 1)
    // Where the session is over it waits for the same person's next one.
    if (this.#isClosed || !isRefusal(error)) throw error
    await this.#ports.storage.refuse(clientId, error.message)
    await this.#read()
  }

  /** Gives what was refused back to whoever wrote it. */
  async #giveBack(): Promise<void> {
    if (this.#handlers.size === 0) return
    for (const { clientId, refused } of await this.#read()) {
      if (refused === null || this.#handlers.size === 0 || this.#isClosed) continue
      const entry = await this.#take(clientId)
      if (!entry) continue
      const { conversation, content, replyTo, mentions } = entry
      for (const handler of this.#handlers) handler({ conversation, content, replyTo, mentions, file: fileOf(entry), message: refused })
    }
  }

  async #take(clientId: string): Promise<Entry | undefined> {
    const entry = await this.#ports.storage.take(clientId)
    this.#silences.delete(clientId)
    await this.#read()
    return entry
  }

  async #read(): Promise<readonly Entry[]> {
    const reading = ++this.#reading
    const stored = await this.#ports.storage.all()
    // A later reading knows better what to show.
    if (reading !== this.#reading || this.#isClosed) return stored
    this.#stored = stored
    const here = new Set(stored.map(({ clientId }) => clientId))
    this.#adding = this.#adding.filter(({ clientId }) => !here.has(clientId))
    this.#show()
    return stored
  }

  #show(): void {
    const before = this.#pending
    const doing = ({ clientId, conversation }: Entry): Doing => ({
      flight: this.#flights.get(clientId),
      cannotSeal: this.#cannotSeal.get(conversation) ?? null,
    })
    const shown = [...this.#stored, ...this.#adding].filter(({ refused }) => refused === null)
    const rows = shown.map((entry) => pendingOf(entry, doing(entry), before.get(entry.conversation)))
    this.#pending = new Map(rows.map(({ conversation }) => [conversation, rows.filter((each) => each.conversation === conversation)]))
    this.#ports.changed(new Set([...before.keys(), ...this.#pending.keys()]))
  }
}

const none: readonly Pending[] = []
