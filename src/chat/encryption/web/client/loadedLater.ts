/** Loads code when it is first needed. A failed load is forgotten, so that the next call tries again. */
const loadedOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let code: Promise<M> | undefined
  return () => {
    code ??= load().catch((error: unknown) => {
      code = undefined
      throw error
    })
    return code
  }
}

/** What few visits of Chat need. Tests that count what is under way load it before they begin. */
export const loadManagement = loadedOnce(() => import('./management.ts'))
export const loadTrustBook = loadedOnce(() => import('./trustBook.ts'))
