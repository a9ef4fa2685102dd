import { Recent } from '#web/recent.ts'
import type { EncryptionStorage } from './storage.ts'

/**
 * The parts of a revision that stay the same when it is encrypted again after a rejection: its commitment and its place in the
 * order.
 */
type Once = { frankingKey: string; stream: string; counter: number }

const random = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

export class SentOnce {
  readonly #storage: () => EncryptionStorage
  readonly #known = new Recent<string, Promise<Once>>(1_000)

  constructor(storage: () => EncryptionStorage) {
    this.#storage = storage
  }

  /** Returns the same values for the same revision. */
  once(name: string): Promise<Once> {
    const known = this.#known.get(name) ?? this.#next()
    this.#known.set(name, known)
    return known
  }

  async #next(): Promise<Once> {
    const { stream, counter } = await this.#storage().updateOwn((own) => ({ ...own, counter: own.counter + 1 }))
    return { frankingKey: random(), stream, counter }
  }

  forget(): void {
    this.#known.clear()
  }
}
