import { Recent } from './recent.ts'
import type { EncryptionStorage } from './storage.ts'

/** What one revision keeps when it is encrypted again after a refusal: its commitment and its place in the order stay the same. */
type Once = { frankingKey: string; stream: string; counter: number }

const random = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

export class SentOnce {
  readonly #storage: () => EncryptionStorage
  readonly #known = new Recent<Promise<Once>>(1_000)

  constructor(storage: () => EncryptionStorage) {
    this.#storage = storage
  }

  /** The same for the same revision. */
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
