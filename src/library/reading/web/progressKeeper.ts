/** Time in milliseconds that a page must be shown before it is saved. */
const restMs = 1_500
/** After this many consecutive pages that were each shown for that time, the person is reading and not just looking. */
const readingRun = 3

type Keeping = {
  /** The page at which the document opened: it is saved only after someone has left it. */
  start: number
  /** True if it is the saved reading position, and not a place opened by a link or search. */
  isReading: boolean
  /**
   * Saves a page on the server; `last` if the page may be closed before the response. A rejected page is saved again at the next
   * opportunity.
   */
  save: (page: number, last: boolean) => Promise<unknown>
}

/**
 * Saves the reading position: each page that was shown long enough, and the current one when the document or tab closes. Looking is not
 * reading: a document opened at another place, by an address or a search, does not change the saved position until three consecutive pages
 * were shown long enough.
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
    /** Does not wait until the page was shown long enough, because the tab may be closed at any time. */
    saveNow: (): void => saveCurrent(true),
  }
}
