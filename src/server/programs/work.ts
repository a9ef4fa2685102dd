/*
 * The process for heavy work, which the server starts (`work/pool.ts`). Files of people are decoded here and nowhere else: a file
 * that crashes the decoder, or makes it use up memory or time, costs this process and its one job. There is nothing of the server
 * to steal here: no database, no keys, no settings.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import { guard } from '#server/work/guard.ts'
import { doJobs } from '#server/work/jobs.ts'

if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: { parent: process.ppid } }).unref()
  doJobs()
} else {
  guard()
}
