/**
 * A map with a maximum number of entries: setting one more deletes the one that was set longest ago. lru-cache would add 5.3 kB to
 * every page (docs/decisions/0023-own-code-and-libraries.md).
 */
export class Recent<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.keys()
    if (this.size > this.#most && oldest !== undefined) this.delete(oldest)
    return this
  }
}
