import { Recent } from '#web/recent.ts'
import type { Message } from '../../../conversations.shapes.contract.ts'

const mostUnseen = 500

/**
 * Tracks which changes of a conversation the loaded messages include. Changes are numbered; one that arrives after a gap is
 * applied, but the missing one has to be fetched.
 */
export class ChangeCursor {
  /** All changes up to this one are included. */
  at = 0
  /** The last change that the server announced. */
  told = 0
  /** Changes of messages that were not loaded, by message id. */
  readonly #unseen = new Recent<string, number>(mostUnseen)

  get isBehind(): boolean {
    return this.told > this.at
  }

  tell(change: number): void {
    this.told = Math.max(this.told, change)
  }

  /** Records a change that arrived as an event and was applied. */
  took(change: number): void {
    if (change === this.at + 1) this.at = change
  }

  /** Records a change of a message that is not loaded and will be fetched in its current state. */
  passed(messageId: string, change: number): void {
    this.#unseen.set(messageId, change)
    this.took(change)
  }

  /** Records that messages were read when the conversation was at `change`: later changes may be missing in them. */
  readAt(change: number): void {
    this.at = Math.min(this.at, change)
    this.tell(change)
  }

  /** Records a message that arrived as an event, perhaps after its own changes. */
  arrived({ _id, change }: Message): void {
    const unseen = this.#unseen.get(_id)
    if (unseen !== undefined && unseen > change) this.at = Math.min(this.at, unseen - 1)
  }

  /** Restarts after other messages were loaded, read when the conversation was at `change`. */
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
