import { makeStore, type Settable } from '#web/api/store.ts'
import type { Pending } from '../chatClient.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Entry, UnsentStorage } from '../environment.ts'
import { type Doing, pendingOf } from './pending.ts'

type UnsentOptions = {
  storage: Pick<UnsentStorage, 'all'>
  /** Returns the sending state of an entry. */
  doing: (entry: Entry) => Doing
  observer: Pick<ClientObserver, 'onPendingChange'>
}

const none: readonly Pending[] = []

/** The entries of the outbox, as stored and as shown. */
export class Unsent {
  /** Number of waiting entries, in all conversations. */
  readonly count: Settable<number> = makeStore(0)
  readonly #options: UnsentOptions
  #stored: readonly Entry[] = []
  /** Entries being written to the storage. */
  #adding: readonly Entry[] = []
  #pending = new Map<string, readonly Pending[]>()
  #reading = 0
  #isClosed = false

  constructor(options: UnsentOptions) {
    this.#options = options
  }

  pendingIn(conversation: string): readonly Pending[] {
    return this.#pending.get(conversation) ?? none
  }

  /** Reads the storage and shows its entries. */
  async read(): Promise<readonly Entry[]> {
    const reading = ++this.#reading
    const stored = await this.#options.storage.all()
    // A later read has newer data.
    if (reading !== this.#reading || this.#isClosed) return stored
    this.#stored = stored
    const here = new Set(stored.map(({ clientId }) => clientId))
    this.#adding = this.#adding.filter(({ clientId }) => !here.has(clientId))
    this.show()
    return stored
  }

  /** Shows an entry before the storage has it; returns a function that ends this. */
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
    const rows = shown.map((entry) => pendingOf(entry, this.#options.doing(entry), before.get(entry.conversation)))
    this.count.set(rows.length)
    this.#pending = new Map(rows.map(({ conversation }) => [conversation, rows.filter((each) => each.conversation === conversation)]))
    this.#options.observer.onPendingChange(new Set([...before.keys(), ...this.#pending.keys()]))
  }

  close(): void {
    this.#isClosed = true
    this.#stored = []
    this.#adding = []
    this.show()
  }
}
