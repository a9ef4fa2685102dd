import { makeStore, type Settable } from '#web/api/store.ts'
import type { Pending } from './chatClient.ts'
import { type Doing, pendingOf } from './pending.ts'
import type { Entry, UnsentStorage } from './ports.ts'

type UnsentPorts = {
  storage: Pick<UnsentStorage, 'all'>
  /** How an entry is doing now. */
  doing: (entry: Entry) => Doing
  /** What waits in these conversations has changed. */
  changed: (conversations: ReadonlySet<string>) => void
}

const none: readonly Pending[] = []

/** The entries of the outbox, as the storage has them and as the screen shows them. */
export class Unsent {
  /** Number of entries that wait, in all conversations. */
  readonly count: Settable<number> = makeStore(0)
  readonly #ports: UnsentPorts
  #stored: readonly Entry[] = []
  /** On their way into the storage. */
  #adding: readonly Entry[] = []
  #pending = new Map<string, readonly Pending[]>()
  #reading = 0
  #isClosed = false

  constructor(ports: UnsentPorts) {
    this.#ports = ports
  }

  pendingIn(conversation: string): readonly Pending[] {
    return this.#pending.get(conversation) ?? none
  }

  /** Reads the storage and shows what it has. */
  async read(): Promise<readonly Entry[]> {
    const reading = ++this.#reading
    const stored = await this.#ports.storage.all()
    // A later reading knows better what to show.
    if (reading !== this.#reading || this.#isClosed) return stored
    this.#stored = stored
    const here = new Set(stored.map(({ clientId }) => clientId))
    this.#adding = this.#adding.filter(({ clientId }) => !here.has(clientId))
    this.show()
    return stored
  }

  /** Shows an entry before the storage has it; returns how to end that. */
  adding(entry: Entry): () => void {
    this.#adding = [...this.#adding, entry]
    this.show()
    return () => {
      this.#adding = this.#adding.filter((each) => each !== entry)
      this.show()
    }
  }

  show(): void {
    const before = this.#pending
    const shown = [...this.#stored, ...this.#adding].filter(({ refused }) => refused === null)
    const rows = shown.map((entry) => pendingOf(entry, this.#ports.doing(entry), before.get(entry.conversation)))
    this.count.set(rows.length)
    this.#pending = new Map(rows.map(({ conversation }) => [conversation, rows.filter((each) => each.conversation === conversation)]))
    this.#ports.changed(new Set([...before.keys(), ...this.#pending.keys()]))
  }

  close(): void {
    this.#isClosed = true
    this.#stored = []
    this.#adding = []
    this.show()
  }
}
