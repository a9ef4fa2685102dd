/** Returns a function that loads code on its first call. A failed load is not cached, so that the next call tries again. */
export const loadOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let code: Promise<M> | undefined
  return () => {
    code ??= load().catch((error: unknown) => {
      code = undefined
      throw error
    })
    return code
  }
}
