import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { given } from '#server/testing/given.ts'

const givenWorker = async (settings: { offline?: boolean }) => {
  const clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  onTestFinished(() => rm(clientFolder, { recursive: true }))
  await writeFile(join(clientFolder, 'index.html'), '<html><head><title>x</title></head><body><div id="root"></div></body></html>')
  await writeFile(join(clientFolder, 'sw.js'), 'the built worker')
  const app = await given(settings, { clientFolder })
  return app.server.inject({ url: '/sw.js' })
}

test('the service worker is always revalidated, so that an update reaches every device', async () => {
  const { statusCode, headers, body } = await givenWorker({})
  expect([statusCode, body]).toEqual([200, 'the built worker'])
  expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
  expect(headers['cache-control']).toBe('no-cache')
})

test('OFFLINE=off sends a worker that removes itself and leaves the keys of chats alone', async () => {
  const { statusCode, headers, body } = await givenWorker({ offline: false })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(body).toContain('registration.unregister()')
  expect(body).not.toMatch(/indexedDB|Clear-Site-Data/)
  expect(headers['clear-site-data']).toBeUndefined()
})
