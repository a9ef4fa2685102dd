import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { formOf } from '#chat/attachments/server/testing/attach.ts'
import { uploadForm } from '#server/testing/library.ts'
import { areConnected, call, givenNodes, postForm, type SignedIn } from '#server/testing/nodes.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenFolder, type RunningServer, run } from '#server/testing/program.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'

/* Nodes that share PostgreSQL, Redis and a bucket, and no folder. */

const within = { timeout: 30_000, interval: 100 }

const givenTwo = async () => {
  const stub = await givenS3()
  const hall = await givenNodes(2, { ownFolders: true, env: stub.env })
  const [one, two] = hall.nodes as [RunningServer, RunningServer]
  await areConnected(hall.nodes)
  const admin = await hall.person('admin')
  const { body: category } = await call(one, admin, 'POST', '/category', { name: 'Physics' })
  const doctor = async () => {
    const { ended, stdout } = run('doctor', { ...stub.env, DATA_DIR: await givenFolder(), DATABASE_URL: hall.database.databaseUrl })
    return [await ended, stdout()]
  }
  return { stub, hall, one, two, admin, category: category._id as string, doctor }
}

const read = async ({ port }: RunningServer, { token }: SignedIn, path: string, headers = {}) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token, ...headers } })
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
}

describe('two nodes with separate empty folders', () => {
  let given: Awaited<ReturnType<typeof givenTwo>>
  beforeAll(async () => {
    given = await givenTwo()
  })

  test('serve one hall: what is uploaded on one is read, extracted and covered on the other', async () => {
    const { one, two, admin, category } = given
    const content = pdf({ title: 'Waves', bytes: 400_000 })
    const sent = await postForm(one, admin, '/document', uploadForm({ title: 'Waves', category, file: content }))
    const book = (await sent.json()) as { _id: string; fileUrl: string }
    expect(sent.status).toBe(201)
    expect((await read(two, admin, book.fileUrl)).bytes).toEqual(content)
    expect((await read(two, admin, book.fileUrl, { range: 'bytes=1000-1999' })).bytes).toEqual(content.subarray(1_000, 2_000))
    for (const node of [one, two])
      await vi.waitFor(async () => {
        const { body } = await call(node, admin, 'GET', '/document')
        expect((await read(node, admin, body.items[0].coverUrl)).status).toBe(200)
      }, within)
  })

  test('keep the other node’s upload of a file that is deleted at the same moment, in ten rounds', async () => {
    const { stub, one, two, hall } = given
    const before = stub.objects.size
    const [asha, binod] = [await hall.person('student'), await hall.person('student', 'Binod')]
    const words = randomBytes(2_000)
    const attach = async (node: RunningServer, person: SignedIn) => {
      const reply = await postForm(node, person, '/chat/conversations/general/attachments', formOf(words, 'notes.txt'))
      return { status: reply.status, body: (await reply.json()) as { _id: string } }
    }
    for (let round = 0; round < 10; round++) {
      const first = await attach(one, asha)
      const [deleted, second] = await Promise.all([call(one, asha, 'DELETE', `/chat/messages/${first.body._id}`), attach(two, binod)])
      expect([first.status, deleted.status, second.status]).toEqual([201, 204, 201])
      await vi.waitFor(() => expect(stub.objects.size).toBe(before + 1), within)
      expect((await call(two, binod, 'DELETE', `/chat/messages/${second.body._id}`)).status).toBe(204)
      await vi.waitFor(() => expect(stub.objects.size).toBe(before), within)
    }
  })

  test('stay in service while the bucket is away, and lose no upload that they acknowledged', async () => {
    const { stub, one, two, admin, category, doctor } = given
    const acknowledged: string[] = []
    let isOver = false
    const work = async (node: RunningServer, name: string) => {
      for (let turn = 0; !isOver; turn++) {
        const title = `${name} turn ${turn}`
        const reply = await postForm(node, admin, '/document', uploadForm({ title, category, file: pdf({ title }) }))
        if (reply.status === 201) acknowledged.push(title)
        else expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
      }
    }
    const working = [work(one, 'one'), work(two, 'two')]
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(3)
    await stub.stop()
    for (const node of [one, two])
      await vi.waitFor(async () => {
        const ready = await fetch(`http://127.0.0.1:${node.port}/readyz`)
        expect([ready.status, await ready.json()]).toMatchObject([200, { files: 'away' }])
      }, within)
    const before = acknowledged.length
    await stub.start()
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 3)
    isOver = true
    await Promise.all(working)
    const { body } = await call(two, admin, 'GET', '/document?limit=1000&search=turn')
    expect(body.items.map(({ title }: { title: string }) => title).toSorted()).toEqual(acknowledged.toSorted())
    // Also of what the tests before this one have left.
    expect(await doctor()).toEqual([0, expect.stringContaining('No problems found.')])
  })
})
