import { expect, test, vi } from 'vitest'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { type RunningServer, signInFirst, startServer } from '#server/testing/program.ts'
import { givenStarted } from '#server/testing/startedHall.ts'

const givenServer = async () => {
  const env = { DATA_DIR: await givenStarted() }
  const first = await startServer(env)
  const token = await signInFirst(first)
  const category = (await first.call('POST', '/category', { name: 'Physics' }, token)).body._id
  const upload = async ({ call }: RunningServer, title: string): Promise<string> => {
    const file = pdf({ title, pages: 400, lines: () => ['light '.repeat(50)] })
    const { status, body } = await call('POST', '/document', uploadForm({ title, category, file }), token)
    expect([status, body.pages]).toEqual([201, null])
    return body._id
  }
  const isRead = async ({ call }: RunningServer, id: string): Promise<void> =>
    vi.waitFor(async () => expect((await call('GET', `/document/${id}`, undefined, token)).body.pages).toBe(400), {
      timeout: 30_000,
      interval: 100,
    })
  const found = async ({ call }: RunningServer): Promise<string[]> =>
    (await call('GET', '/document/search?q=light', undefined, token)).body.items.map(
      (hit: { document: { title: string } }) => hit.document.title,
    )
  return { env, first, upload, isRead, found }
}

test('a document whose extraction was interrupted by a killed server is extracted after its next start', { timeout: 90_000 }, async () => {
  const { env, first, upload, isRead, found } = await givenServer()
  const waves = await upload(first, 'Waves')
  // Extraction does not delay the server's shutdown, and continues after it.
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const second = await startServer(env)
  await isRead(second, waves)
  const heat = await upload(second, 'Heat')
  second.child.kill('SIGKILL')
  await second.ended
  const third = await startServer(env)
  await isRead(third, heat)
  expect((await found(third)).toSorted()).toEqual(['Heat', 'Waves'])
})
