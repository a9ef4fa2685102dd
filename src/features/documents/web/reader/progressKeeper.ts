/** Milliseconds that a page must have been read before it is kept. */
const restMs = 1_500

type Keeping = {
  /** Where reading began: it is kept only once somebody moves away from it. */
  start: number
  /** Sends a page to the server; `last` where the page may be gone before the answer. It fails silently. */
  save: (page: number, last: boolean) => void
}

/** Remembers where somebody reads: a page that was rested on, and the last one when the document or the tab goes. */
export const createProgressKeeper = ({ start, save }: Keeping) => {
  let kept = start
  let current = start
  let timer: ReturnType<typeof setTimeout> | undefined

  const keep = (last: boolean) => {
    clearTimeout(timer)
    if (current === kept) return
    kept = current
    save(current, last)
  }
  return {
    reached: (page: number): void => {
      current = page
      clearTimeout(timer)
      timer = setTimeout(() => keep(false), restMs)
    },
    /** At once, because nothing may come after: the tab is hidden or the document closes. */
    leave: (): void => keep(true),
  }
}
