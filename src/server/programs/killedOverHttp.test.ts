import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { firstAdmin, givenFolder, type RunningServer, run, signInFirst, startServer } from '#server/testing/program.ts'

/** How often the server is killed; `KILL_ROUNDS=30` for a thorough run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

/** What the server has acknowledged, over all its lives. */
type Acknowledged = { titles: Map<string, string>; tokens: string[] }

/** Works until the server is gone; calls without a reply do not count. */
const until = async (gone: () => boolean, work: (turn: number) => Promise<void>): Promise<void> => {
  for (let turn = 0; !gone(); turn++) await work(turn).catch(() => wait(5))
}

const workAndKill = async (server: RunningServer, category: string, round: number, acknowledged: Acknowledged): Promise<void> => {
  const { titles, tokens } = acknowledged
  const token = await signInFirst(server)
  let gone = false
  const upload = (side: number) => async (turn: number) => {
    const title = `${round}.${side}.${turn}`
    const answer = await server.call('POST', '/document', uploadForm({ title, category, file: pdf({ title, bytes: 60_000 }) }), token)
    if (answer.status === 201) titles.set(title, answer.body._id)
  }
  const signIn = async () => void tokens.push(await signInFirst(server))
  const working = [upload(1), upload(2), upload(3), signIn, signIn].map((work) => until(() => gone, work))
  const before = titles.size
  await expect.poll(() => titles.size, { timeout: 10_000 }).toBeGreaterThan(before)
  await wait(Math.random() * 700)
  server.child.kill('SIGKILL')
  expect(await server.ended).toBe('SIGKILL')
  gone = true
  await Promise.all(working)
}

const allDocuments = async (server: RunningServer, token: string): Promise<Document[]> => {
  const items: Document[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await server.call('GET', `/document?limit=1000${cursor && `&cursor=${cursor}`}`, undefined, token)
    items.push(...body.items)
    cursor = body.nextCursor
  }
  return items
}

test(`killed ${rounds} times while people upload and sign in: has all that was acknowledged, with its files, and nothing else`, {
  timeout: 30_000 + rounds * 15_000,
}, async () => {
  const env = { DATA_DIR: await givenFolder(), ...firstAdmin }
  const acknowledged: Acknowledged = { titles: new Map(), tokens: [] }
  let server = await startServer(env)
  const { body } = await server.call('POST', '/category', { name: 'Physics' }, await signInFirst(server))
  for (let round = 1; round <= rounds; round++) {
    await workAndKill(server, body._id, round, acknowledged)
    server = await startServer(env)
    const there = new Map((await allDocuments(server, await signInFirst(server))).map(({ title, _id }) => [title, _id]))
    for (const [title, id] of acknowledged.titles) expect([title, there.get(title)]).toEqual([title, id])
    for (const token of acknowledged.tokens) expect((await server.call('GET', '/auth/me', undefined, token)).status).toBe(200)
  }
  expect(acknowledged.tokens.length).toBeGreaterThan(0)
  // A cover that is being stored at that moment would be found without its row.
  server.child.kill('SIGTERM')
  await server.ended
  const doctor = run('doctor', { DATA_DIR: env.DATA_DIR })
  await doctor.ended
  expect(doctor.stdout()).toMatch(/^No problems found\.\n/)
})
