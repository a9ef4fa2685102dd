import type { Opened } from '../crypto/envelope.ts'
import type { Disclosure } from '../encryption.ts'

const mostRemembered = 5_000

/** What opened messages disclose when they are reported, the latest ones, by their ids. */
export class Disclosures {
  readonly #said = new Map<string, Disclosure>()

  remember(messageId: string, { text, replyTo, file, frankingKey }: Opened): void {
    this.#said.delete(messageId)
    this.#said.set(messageId, { text, replyTo, file, frankingKey })
    const [oldest] = this.#said.keys()
    if (this.#said.size > mostRemembered && oldest !== undefined) this.#said.delete(oldest)
  }

  of(messageId: string): Disclosure | undefined {
    return this.#said.get(messageId)
  }

  forget(): void {
    this.#said.clear()
  }
}
