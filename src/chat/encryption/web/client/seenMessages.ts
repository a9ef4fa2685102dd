import type { EncryptionStorage, Seen } from './storage.ts'

/*
 * An attacker who is the server delivers a message a second time under another id, or an earlier revision of it, even after a
 * reload. What was shown is stored under the message's identity, which its sender has signed.
 */

/** Maximum number of messages remembered per conversation; the oldest are forgotten first. */
const most = 50_000

type Order = NonNullable<Seen['order']>
type Placed = { seq: number; counter: number }

/** Returns the index at which this number is, or would be inserted, in an ascending list. */
const placeOf = (placed: readonly Placed[], seq: number): number => {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}

const predecessor = (placed: readonly Placed[], seq: number): Placed | undefined => placed[placeOf(placed, seq) - 1]

const place = (streams: Map<string, Placed[]>, seq: number, { stream, counter }: Order): void => {
  const placed = streams.get(stream) ?? []
  streams.set(stream, placed)
  const at = placeOf(placed, seq)
  placed.splice(at, placed[at]?.seq === seq ? 1 : 0, { seq, counter })
}

/** What was shown of one conversation's messages. Writes are batched, and stored in one transaction. */
class Conversation {
  readonly #id: string
  readonly #storage: () => EncryptionStorage
  readonly #entries: Promise<Map<string, Seen>>
  /** The messages of each stream in the order of their numbers, without those that arrived late. */
  #placed: Map<string, Placed[]> | undefined
  #unsaved = new Map<string, Seen>()
  #saving: Promise<void> | undefined

  constructor(id: string, storage: () => EncryptionStorage) {
    this.#id = id
    this.#storage = storage
    this.#entries = storage().seen(id)
  }

  async get(identity: string): Promise<Seen | undefined> {
    return (await this.#entries).get(identity)
  }

  async set(identity: string, seen: Seen): Promise<void> {
    const entries = await this.#entries
    entries.set(identity, seen)
    if (seen.order && !seen.isLate) place(await this.#streams(), seen.seq, seen.order)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    this.#unsaved.set(identity, seen)
    this.#saving ??= Promise.resolve().then(() => this.#save())
  }

  async #save(): Promise<void> {
    // Messages decrypted together are saved together.
    await new Promise((resolve) => setTimeout(resolve))
    const entries = this.#unsaved
    this.#unsaved = new Map()
    this.#saving = undefined
    await this.#storage()
      .saveSeen(this.#id, entries)
      .catch(() => undefined)
  }

  /** Returns whether the preceding message of the same stream was written after this one. */
  async isOvertaken(seq: number, order: Order): Promise<boolean> {
    const before = predecessor((await this.#streams()).get(order.stream) ?? [], seq)
    return before !== undefined && before.counter > order.counter
  }

  async #streams(): Promise<Map<string, Placed[]>> {
    if (this.#placed) return this.#placed
    const placed = new Map<string, Placed[]>()
    for (const { seq, order, isLate } of (await this.#entries).values()) if (order && !isLate) place(placed, seq, order)
    this.#placed ??= placed
    return this.#placed
  }

  saved(): Promise<void> {
    return this.#saving ?? Promise.resolve()
  }
}

export class SeenMessages {
  readonly #storage: () => EncryptionStorage
  readonly #conversations = new Map<string, Conversation>()

  constructor(storage: () => EncryptionStorage) {
    this.#storage = storage
  }

  of(conversation: string): Conversation {
    const known = this.#conversations.get(conversation) ?? new Conversation(conversation, this.#storage)
    this.#conversations.set(conversation, known)
    return known
  }

  /** Discards the cache after the storage was replaced. */
  forget(): void {
    this.#conversations.clear()
  }
}
