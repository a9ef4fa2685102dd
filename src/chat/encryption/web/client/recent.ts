/** Remembers the entries that were set last. */
export class Recent<V> {
  readonly #entries = new Map<string, V>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest)
  }

  clear(): void {
    this.#entries.clear()
  }
}
