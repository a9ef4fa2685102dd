import { Recent } from '#web/recent.ts'
import type { Disclosure } from '../encryption.ts'

const mostRemembered = 5_000

/** What reports of recently decrypted messages disclose, by message id. */
export class Disclosures {
  readonly #said = new Recent<string, Disclosure>(mostRemembered)

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
