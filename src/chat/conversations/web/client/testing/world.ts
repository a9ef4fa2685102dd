import type { Clock } from '../environment.ts'

type Timer = { at: number; order: number; run: () => void }

/** Returns pseudo-random numbers determined by the seed. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Lets all pending microtasks and macrotasks run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that only advances when a test says so. */
export class World {
  now = Date.parse('2026-11-22T08:00:00.000Z')
  readonly random: () => number
  #timers: Timer[] = []
  #order = 0

  constructor(seed = 1) {
    this.random = randomFrom(seed)
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, ms), order: this.#order++, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  /** The clock of one tab, which stops when the tab is closed. */
  clock(isGone: () => boolean = () => false): Clock {
    return { now: () => this.now, random: this.random, after: (ms, run) => this.after(ms, () => isGone() || run()) }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  async advance(ms: number): Promise<void> {
    const end = this.now + ms
    await settle()
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.now = Math.max(this.now, next.at)
      next.run()
      await settle()
    }
    this.now = end
  }

  #next(end: number): Timer | undefined {
    const [first] = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at || one.order - other.order)
    this.#timers = this.#timers.filter((each) => each !== first)
    return first
  }
}
