import type { Disclosure } from '../encryption.ts'
import { Recent } from './recent.ts'

const mostRemembered = 5_000

/** What opened messages disclose when they are reported, the latest ones, by their ids. */
export class Disclosures {
  readonly #said = new Recent<Disclosure>(mostRemembered)

  remember(messageId: string, { text, replyTo, file, frankingKey }: Disclosure): void {
    this.#said.set(messageId, { text, replyTo, file, frankingKey })
  }

  of(messageId: string): Disclosure | undefined {
    return this.#said.get(messageId)
  }

  forget(): void {
    this.#said.clear()
  }
}
