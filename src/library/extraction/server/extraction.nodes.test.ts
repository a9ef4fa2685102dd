import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { uploadForm } from '#server/testing/library.ts'
import { areConnected, call, givenNodes, postForm } from '#server/testing/nodes.ts'
import { pdf } from '#server/testing/pdf.ts'
import type { RunningServer } from '#server/testing/program.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'

/* Nodes with separate folders that take documents to extract from one queue. */

const within = { timeout: 120_000, interval: 50 }

const givenTwo = async () => {
  const stub = await givenS3()
  const hall = await givenNodes(2, { ownFolders: true, env: stub.env })
  const [one, two] = hall.nodes as [RunningServer, RunningServer]
  await areConnected(hall.nodes)
  const { db } = hall.database
  const admin = await hall.person('admin')
  const { body: category } = await call(one, admin, 'POST', '/category', { name: 'Physics' })
  const upload = async (node: RunningServer, title: string, pages: number): Promise<string> => {
    const file = pdf({ title, pages, lines: () => ['light '.repeat(50)] })
    const reply = await postForm(node, admin, '/document', uploadForm({ title, category: category._id, file }))
    expect(reply.status).toBe(201)
    return ((await reply.json()) as { _id: string })._id
  }
  const leases = () => db.selectFrom('extractionLeases').select(['holder', 'attempts']).execute()
  const outcomes = () => db.selectFrom('extractions').select(['outcome', 'pages']).execute()
  return { hall, db, one, two, admin, upload, leases, outcomes }
}

type Hall = Awaited<ReturnType<typeof givenTwo>>

/** Lets a lease end as time does, without waiting for it. */
const expireLeases = ({ db }: Hall) => db.updateTable('extractionLeases').set({ expiresAt: 1 }).execute()

/** Kills the node that extracts, in the middle of it. */
const killExtracting = async ({ leases }: Hall, node: RunningServer, attempts: number): Promise<void> => {
  await vi.waitFor(async () => expect(await leases()).toMatchObject([{ attempts }]), within)
  node.child.kill('SIGKILL')
  await node.ended
}

describe('two nodes with separate folders', { timeout: 300_000 }, () => {
  test('extract what a killed node had begun, once its lease has ended', async () => {
    const hall = await givenTwo()
    const { one, two, admin, upload, leases, outcomes } = hall
    two.child.kill('SIGSTOP')
    const id = await upload(one, 'Waves', 800)
    await killExtracting(hall, one, 1)
    const [left] = await leases()
    two.child.kill('SIGCONT')
    await vi.waitFor(async () => expect(await outcomes()).toEqual([{ outcome: 'done', pages: 800 }]), within)
    expect(left).toMatchObject({ attempts: 1 })
    expect(await leases()).toEqual([])
    const { body } = await call(two, admin, 'GET', `/document/${id}`)
    expect(body).toMatchObject({ pages: 800, coverUrl: expect.any(String) })
    const found = await call(two, admin, 'GET', `/document/${id}/find?q=light`)
    expect(found.body.pages).toHaveLength(800)
  })

  test('share the work, and never extract one document at the same time', async () => {
    const { db, one, two, upload, outcomes } = await givenTwo()
    // A document that is extracted has its row in this table, so only a changed holder would be a second one at the same time.
    await sql`create table takes (sha256 text, holder text, how text)`.execute(db)
    await sql`create function note_take() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' or new.holder <> old.holder then insert into takes values (new.sha256, new.holder, tg_op); end if;
      return new; end $$`.execute(db)
    await sql`create trigger note_take after insert or update on extraction_leases for each row execute function note_take()`.execute(db)
    const titles = Array.from({ length: 16 }, (_, at) => `Book ${at}`)
    await Promise.all(titles.map((title, at) => upload(at % 2 === 0 ? one : two, title, 60)))
    await vi.waitFor(async () => expect(await outcomes()).toHaveLength(titles.length), within)
    expect(await outcomes()).toEqual(titles.map(() => ({ outcome: 'done', pages: 60 })))
    const { rows } = await sql<{ holder: string; how: string }>`select holder, how from takes`.execute(db)
    expect(new Set(rows.map(({ holder }) => holder)).size).toBe(2)
    expect(rows.filter(({ how }) => how !== 'INSERT')).toEqual([])
    const saved = await db
      .selectFrom('pageTexts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(saved.count).toBe(titles.length * 60)
  })

  test('give a document up whose extraction ended three processes, and go on with others', async () => {
    const hall = await givenTwo()
    const { one, two, admin, upload, outcomes } = hall
    two.child.kill('SIGTERM')
    expect(await two.ended).toBe(0)
    const id = await upload(one, 'Deadly', 1_500)
    for (const attempt of [1, 2, 3]) {
      await killExtracting(hall, hall.hall.nodes[0] as RunningServer, attempt)
      await expireLeases(hall)
      if (attempt < 3) await hall.hall.start(0)
    }
    await hall.hall.start(0)
    await vi.waitFor(async () => expect(await outcomes()).toEqual([{ outcome: 'failed', pages: null }]), within)
    const last = hall.hall.nodes[0] as RunningServer
    expect((await call(last, admin, 'GET', `/document/${id}`)).body).toMatchObject({ title: 'Deadly', pages: null })
    await upload(last, 'Waves', 3)
    await vi.waitFor(async () => expect(await outcomes()).toContainEqual({ outcome: 'done', pages: 3 }), within)
  })

  test('hand over at once what a stopping node has not finished', async () => {
    const hall = await givenTwo()
    const { one, two, upload, leases, outcomes } = hall
    two.child.kill('SIGSTOP')
    await upload(one, 'Waves', 800)
    await vi.waitFor(async () => expect(await leases()).toHaveLength(1), within)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect([await leases(), await outcomes()]).toEqual([[], []])
    two.child.kill('SIGCONT')
    await vi.waitFor(async () => expect(await outcomes()).toEqual([{ outcome: 'done', pages: 800 }]), within)
  })
})
