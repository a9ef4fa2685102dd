import type { Topic } from '#contract/topics.ts'

const SPREAD_MS = 1_000
/** The number of quick refreshes in a row; after them each waits twice as long as the one before. */
const QUICK = 8
const LONGEST_MS = 30_000
/** After this time without a change, the next one is shown quickly again. */
const CALM_MS = 10_000

export type RefreshPace = {
  /** Reports a change: refreshes after a random delay, together with other changes until then. */
  changed: (topics: readonly Topic[]) => void
  stop: () => void
}

/**
 * Decides when a screen refetches after it was notified of changes. Up to a second later, at random, so that five hundred screens
 * do not call at once; and while changes keep coming, as during an import, ever more rarely, down to once in 30 seconds. `refresh`
 * receives the topics and the instant (ms) of the last change.
 */
export const refreshPace = (refresh: (topics: readonly Topic[], since: number) => void): RefreshPace => {
  const pending = new Set<Topic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let inARow = 0
  let lastChange = 0

  const run = (): void => {
    timer = undefined
    inARow += 1
    const topics = [...pending]
    pending.clear()
    refresh(topics, lastChange)
  }
  return {
    changed: (topics) => {
      const now = Date.now()
      if (now - lastChange > CALM_MS) inARow = 0
      lastChange = now
      for (const topic of topics) pending.add(topic)
      const wait = inARow < QUICK ? 0 : Math.min(LONGEST_MS, 1_000 * 2 ** (inARow - QUICK + 1))
      timer ??= setTimeout(run, wait + Math.random() * SPREAD_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
