import type { OwnReaction } from './stretch.ts'

/** One's own reactions that are being sent, in order for each message. */
export class OwnReactions {
  #all: readonly OwnReaction[] = []
  readonly #turns = new Map<string, Promise<unknown>>()

  of(messageId: string): readonly OwnReaction[] {
    return this.#all.filter((each) => each.messageId === messageId)
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#all.map((each) => each.messageId))
  }

  /** Shows a reaction until `send` settles; calls `changed` at the start and the end. */
  async show<T>(reaction: OwnReaction, send: () => Promise<T>, take: (answer: T) => void, changed: () => void): Promise<void> {
    this.#all = [...this.#all, reaction]
    changed()
    const before = this.#turns.get(reaction.messageId) ?? Promise.resolve()
    const sent = before.then(send, send)
    this.#turns.set(reaction.messageId, sent)
    try {
      take(await sent)
    } finally {
      if (this.#turns.get(reaction.messageId) === sent) this.#turns.delete(reaction.messageId)
      this.#all = this.#all.filter((each) => each !== reaction)
      changed()
    }
  }
}
