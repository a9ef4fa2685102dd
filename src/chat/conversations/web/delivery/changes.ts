import type { Message } from '../../chat.shapes.contract.ts'

const mostUnseen = 500

/**
 * Which changes of a conversation are in what is loaded. They are numbered; one that arrives after a missing one is taken,
 * but the missing one has to be asked for.
 */
export class ChangeCursor {
  /** All changes up to this one are in. */
  at = 0
  /** The last one that the server told of. */
  told = 0
  /** Changes of messages that were not loaded, by the id of the message. */
  readonly #unseen = new Map<string, number>()

  get isBehind(): boolean {
    return this.told > this.at
  }

  tell(change: number): void {
    this.told = Math.max(this.told, change)
  }

  /** A change was taken that came by itself. */
  took(change: number): void {
    if (change === this.at + 1) this.at = change
  }

  /** A change of a message that is not loaded, and will be fetched as it is then. */
  passed(messageId: string, change: number): void {
    this.#unseen.delete(messageId)
    this.#unseen.set(messageId, change)
    const [oldest] = this.#unseen.keys()
    if (this.#unseen.size > mostUnseen && oldest !== undefined) this.#unseen.delete(oldest)
    this.took(change)
  }

  /** Messages that were read when the conversation was at `change`: what came since may be missing in them. */
  readAt(change: number): void {
    this.at = Math.min(this.at, change)
    this.tell(change)
  }

  /** A message arrived by itself, perhaps after its own changes. */
  arrived({ _id, change }: Message): void {
    const unseen = this.#unseen.get(_id)
    if (unseen !== undefined && unseen > change) this.at = Math.min(this.at, unseen - 1)
  }

  /** Other messages are loaded, read when the conversation was at `change`. */
  restart(change: number): void {
    this.at = change
    this.tell(change)
  }

  forget(): void {
    this.at = 0
    this.told = 0
    this.#unseen.clear()
  }
}
