/** Milliseconds that a page must have been read before it is saved. */
const restMs = 1_500
/** So many pages, one after the other and each rested on, are reading and no longer looking. */
const readingRun = 3

type Keeping = {
  /** Where the document opened: it is saved only once someone moves away from it. */
  start: number
  /** Whether that is where this person reads, and not a place that someone only looks at. */
  isReading: boolean
  /** Sends a page to the server; `last` where the page may be gone before the answer. A rejected page is saved again at the next opportunity. */
  save: (page: number, last: boolean) => Promise<unknown>
}

/**
 * Remembers where someone reads: a page that was rested on, and the last one when the document or the tab goes. Looking
 * is not reading: a document that opened elsewhere than where reading stopped, by an address or a search, leaves the saved
 * place alone until three pages in a row were rested on.
 */
export const createProgressKeeper = ({ start, isReading, save }: Keeping) => {
  let reading = isReading
  let saved: number | undefined = start
  let current = start
  let rested: number | undefined
  let run = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const saveCurrent = (last: boolean) => {
    clearTimeout(timer)
    if (!reading || current === saved) return
    const page = current
    saved = page
    save(page, last).catch(() => {
      if (saved === page) saved = undefined
    })
  }
  const rest = (page: number) => {
    if (page !== rested) run = rested !== undefined && page === rested + 1 ? run + 1 : 1
    rested = page
    if (run >= readingRun) reading = true
    saveCurrent(false)
  }
  return {
    reached: (page: number): void => {
      current = page
      clearTimeout(timer)
      timer = setTimeout(() => rest(page), restMs)
    },
    /** At once, because nothing may come after: the tab is hidden or the document closes. */
    leave: (): void => saveCurrent(true),
  }
}
