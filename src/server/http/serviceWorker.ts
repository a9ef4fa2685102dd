import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/**
 * Replaces the worker on every device with `OFFLINE=off`: a deleted file would not, because a browser keeps a worker whose file is
 * gone. It deletes the stored page and files, then itself. Open pages go on and lose nothing; the next one opens without a worker.
 * Keys of chats and unsent messages are in IndexedDB, which it does not touch.
 */
const removal = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/** Serves the service worker, which every browser checks for a new version, so it is never cached. */
export const serveServiceWorker = (app: FastifyInstance, { offline }: Pick<Config, 'offline'>, folder: string): void => {
  if (!existsSync(join(folder, 'sw.js'))) return
  app.get('/sw.js', (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    if (!offline) return reply.type('text/javascript; charset=utf-8').send(removal)
    return reply.sendFile('sw.js')
  })
}
