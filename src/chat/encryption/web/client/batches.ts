/** Combines single requests: all those made in one turn of the event loop are sent as one call. */
export class Batches<K, V> {
  readonly #ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>
  readonly #most: number
  #waiting: { key: K; resolve: (value: V | undefined) => void; reject: (error: unknown) => void }[] = []

  constructor(ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>, most = 50) {
    this.#ask = ask
    this.#most = most
  }

  get(key: K): Promise<V | undefined> {
    if (this.#waiting.length === 0) queueMicrotask(() => void this.#send())
    return new Promise((resolve, reject) => this.#waiting.push({ key, resolve, reject }))
  }

  async #send(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = []
    const keys = [...new Set(asked.map(({ key }) => key))]
    for (let at = 0; at < keys.length; at += this.#most) {
      const some = keys.slice(at, at + this.#most)
      const waiting = asked.filter(({ key }) => some.includes(key))
      try {
        const found = await this.#ask(some)
        for (const { key, resolve } of waiting) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of waiting) reject(error)
      }
    }
  }
}
