import type { UnsentStorage } from '../environment.ts'
import { memoryStorage } from '../outbox/memoryStorage.ts'
import type { Remembered } from './fakeEncryption.ts'

/** The data of a browser, which outlive its tabs. */
export class Device {
  readonly #kept = memoryStorage()
  /** What the browser knows about encryption. */
  readonly sealing: Remembered = { encrypted: new Set(), keys: new Map() }
  readonly #watchers = new Map<object, () => void>()
  readonly #turns = new Map<string, { owner: object; end: () => void; done: Promise<void> }>()

  /** The storage as seen by one tab. */
  storage(isGone: () => boolean): UnsentStorage {
    const owner = {}
    const never = new Promise<never>(() => {})
    /** A closed tab gets no more responses. */
    const guard = async <T>(work: () => Promise<T>): Promise<T> => {
      const done = isGone() ? await never : await work()
      return isGone() ? never : done
    }
    const tellOthers = () => {
      for (const [other, watch] of this.#watchers) if (other !== owner) queueMicrotask(watch)
    }
    const told = async <T>(work: () => Promise<T>): Promise<T> => {
      const done = await work()
      tellOthers()
      return done
    }
    const kept = this.#kept
    return {
      all: () => guard(() => kept.all()),
      add: (entry) => guard(() => told(() => kept.add(structuredClone(entry)))),
      refuse: (clientId, message) => guard(() => told(() => kept.refuse(clientId, message))),
      take: (clientId) => guard(() => told(() => kept.take(clientId))),
      readDraft: (conversation) => guard(() => kept.readDraft(conversation)),
      writeDraft: (conversation, draft) => guard(() => kept.writeDraft(conversation, draft)),
      onChange: (changed) => {
        this.#watchers.set(owner, () => isGone() || changed())
        return () => void this.#watchers.delete(owner)
      },
      inTurn: (conversation, work) => this.#inTurn(conversation, { owner, isGone }, work),
      close: () => this.#release(owner),
    }
  }

  entries(): ReturnType<UnsentStorage['all']> {
    return this.#kept.all()
  }

  /** Does what the browser does for a closed tab. */
  #release(owner: object): void {
    this.#watchers.delete(owner)
    for (const turn of this.#turns.values()) if (turn.owner === owner) turn.end()
  }

  async #inTurn<T>(conversation: string, { owner, isGone }: { owner: object; isGone: () => boolean }, work: () => Promise<T>): Promise<T> {
    for (let turn = this.#turns.get(conversation); turn; turn = this.#turns.get(conversation)) await turn.done
    if (isGone()) return new Promise(() => {})
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const turn = { owner, done, end: resolve }
    this.#turns.set(conversation, turn)
    void done.then(() => this.#turns.get(conversation) === turn && this.#turns.delete(conversation))
    try {
      return await work()
    } finally {
      resolve()
    }
  }
}
