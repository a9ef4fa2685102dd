import { expect, test, vi } from 'vitest'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { firstAdmin, givenFolder, type RunningServer, signInFirst, startServer } from '#server/testing/program.ts'

const givenServer = async () => {
  const env = { DATA_DIR: await givenFolder(), ...firstAdmin }
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
  const ids = [await upload(first, 'Waves'), await upload(first, 'Heat')]
  first.child.kill('SIGKILL')
  await first.ended
  const second = await startServer(env)
  for (const id of ids) await isRead(second, id)
  expect((await found(second)).toSorted()).toEqual(['Heat', 'Waves'])
})

test('extraction does not delay the server’s shutdown, and continues after it', { timeout: 90_000 }, async () => {
  const { env, first, upload, isRead } = await givenServer()
  const id = await upload(first, 'Waves')
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const second = await startServer(env)
  await isRead(second, id)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
