/*
 * The process that heavy work is done in; the server starts it for itself (`work/pool.ts`). What people sent in is decoded
 * here and nowhere else: a file that crashes the decoder, or makes it eat memory or time, costs this process and its one
 * job. Nothing of the server is here to be taken: no database, no keys, no settings.
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
