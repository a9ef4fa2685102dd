const EVERY_MS = 250

/** Stops this process when its parent is gone. Plain JavaScript, because `start.mjs` loads it. */
export const endWithParent = () => {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
