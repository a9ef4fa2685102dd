const last = new Map<string, Promise<unknown>>()

/** Runs work on one content after the other in this process, in the order of the calls; different contents do not wait for each other. */
export const oneAtATime = async <T>(sha256: string, work: () => Promise<T>): Promise<T> => {
  const before = last.get(sha256) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.catch(() => undefined)
  last.set(sha256, settled)
  try {
    return await mine
  } finally {
    if (last.get(sha256) === settled) last.delete(sha256)
  }
}
