import { setImmediate as turn } from 'node:timers/promises'
import { counted } from './underWay.ts'

/** A clock whose timers run only when a story lets time pass, except those without a delay. */
export class StoryClock {
  #timers: { at: number; run: () => void }[] = []
  #passed = 0

  readonly now = (): number => Date.now()
  /** The middle of the range, so that no story depends on chance. */
  readonly random = (): number => 0.5

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#passed + ms, run }
    this.#timers.push(timer)
    if (ms <= 0) void counted(async () => turn().then(() => this.pass(0)))
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  /** Runs, once, everything scheduled within this time. What that schedules in turn waits for the next call. */
  pass(ms: number): void {
    this.#passed += ms
    const due = this.#timers.filter(({ at }) => at <= this.#passed)
    this.#timers = this.#timers.filter(({ at }) => at > this.#passed)
    for (const { run } of due) run()
  }
}
