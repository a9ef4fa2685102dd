const EVERY_MS = 250

/** Tells this process to stop when the one that started it is gone. Plain JavaScript, because `start.mjs` loads it. */
export const endWithParent = () => {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
