/** A first-in-first-out queue. A turn that calls `block` keeps the others waiting until `release`. */
export type Queue = {
  /** Resolves with the result of `action` in its turn, or rejects with its error. */
  turn: <T>(action: () => T) => Promise<T>
  block: () => void
  release: () => void
}

export const createQueue = (): Queue => {
  const waiting: (() => void)[] = []
  let blocked = false

  const pump = (): void => {
    while (!blocked) {
      const next = waiting.shift()
      if (!next) return
      next()
    }
  }

  return {
    turn: <T>(action: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(action())
          } catch (error) {
            reject(error)
          }
        })
        pump()
      }),
    block: () => {
      blocked = true
    },
    release: () => {
      blocked = false
      pump()
    },
  }
}
