import { workerData } from 'node:worker_threads'
import { MB } from '#contract/limits.ts'

const EVERY_MS = 100
const MAX_BYTES = 768 * MB

/**
 * Ends this process if it takes too much memory, or when its server is gone. It runs in a separate thread, because a decoder does
 * not return to the event loop before it is done.
 */
export const guard = (): void => {
  const { parent } = workerData as { parent: number }
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL')
  }, EVERY_MS)
}
