import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
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
  await areConnected(hall.nodes)
  /** The node that runs at this index now. */
  const node = (at: 0 | 1): RunningServer => hall.nodes[at] as RunningServer
  const { db } = hall.database
  const admin = await hall.person('admin')
  const { body: category } = await call(node(0), admin, 'POST', '/category', { name: 'Physics' })
  const upload = async (node: RunningServer, title: string, pages: number): Promise<string> => {
    const file = pdf({ title, pages, lines: () => ['light '.repeat(50)] })
    const reply = await postForm(node, admin, '/document', uploadForm({ title, category: category._id, file }))
    expect(reply.status).toBe(201)
    return ((await reply.json()) as { _id: string })._id
  }
  const leases = () => db.selectFrom('extractionLeases').select(['holder', 'attempts']).execute()
  const outcomes = (titles: readonly string[]) =>
    db
      .selectFrom('extractions')
      .innerJoin('documents', 'documents.fileSha256', 'extractions.sha256')
      .select(['outcome', 'pages'])
      .where('title', 'in', titles)
      .execute()
  return { hall, db, node, admin, upload, leases, outcomes }
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

/* The tests share the nodes, since starting them takes longest, and each begins with those that the one before has left. */
describe('two nodes with separate folders', { timeout: 300_000 }, () => {
  let given: Hall
  beforeAll(async () => {
    given = await givenTwo()
  })

  test('share the work, and never extract one document at the same time', async () => {
    const { db, node, upload, outcomes } = given
    // A document that is extracted has its row in this table, so only a changed holder would be a second one at the same time.
    await sql`create table takes (sha256 text, holder text, how text)`.execute(db)
    await sql`create function note_take() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' or new.holder <> old.holder then insert into takes values (new.sha256, new.holder, tg_op); end if;
      return new; end $$`.execute(db)
    await sql`create trigger note_take after insert or update on extraction_leases for each row execute function note_take()`.execute(db)
    const titles = Array.from({ length: 16 }, (_, at) => `Book ${at}`)
    await Promise.all(titles.map((title, at) => upload(at % 2 === 0 ? node(0) : node(1), title, 60)))
    await vi.waitFor(async () => expect(await outcomes(titles)).toHaveLength(titles.length), within)
    expect(await outcomes(titles)).toEqual(titles.map(() => ({ outcome: 'done', pages: 60 })))
    const { rows } = await sql<{ holder: string; how: string }>`select holder, how from takes`.execute(db)
    expect(new Set(rows.map(({ holder }) => holder)).size).toBe(2)
    expect(rows.filter(({ how }) => how !== 'INSERT')).toEqual([])
    const saved = await db
      .selectFrom('pageTexts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(saved.count).toBe(titles.length * 60)
  })

  test('extract what a killed node had begun, once its lease has ended', async () => {
    const { node, admin, upload, leases, outcomes } = given
    node(1).child.kill('SIGSTOP')
    const id = await upload(node(0), 'Waves', 800)
    await killExtracting(given, node(0), 1)
    const [left] = await leases()
    node(1).child.kill('SIGCONT')
    // The lease ends after half a minute.
    await vi.waitFor(async () => expect(await outcomes(['Waves'])).toEqual([{ outcome: 'done', pages: 800 }]), { ...within, interval: 500 })
    expect(left).toMatchObject({ attempts: 1 })
    expect(await leases()).toEqual([])
    const { body } = await call(node(1), admin, 'GET', `/document/${id}`)
    expect(body).toMatchObject({ pages: 800, coverUrl: expect.any(String) })
    const found = await call(node(1), admin, 'GET', `/document/${id}/find?q=light`)
    expect(found.body.pages).toHaveLength(800)
  })

  test('hand over at once what a stopping node has not finished', async () => {
    const { hall, node, upload, leases, outcomes } = given
    await hall.start(0)
    node(1).child.kill('SIGSTOP')
    await upload(node(0), 'Heat', 800)
    await vi.waitFor(async () => expect(await leases()).toHaveLength(1), within)
    node(0).child.kill('SIGTERM')
    expect(await node(0).ended).toBe(0)
    expect([await leases(), await outcomes(['Heat'])]).toEqual([[], []])
    node(1).child.kill('SIGCONT')
    await vi.waitFor(async () => expect(await outcomes(['Heat'])).toEqual([{ outcome: 'done', pages: 800 }]), within)
  })

  test('give a document up whose extraction ended three processes, and go on with others', async () => {
    const { hall, node, admin, upload, outcomes } = given
    expect(node(0).child.exitCode).toBe(0)
    const id = await upload(node(1), 'Deadly', 1_500)
    for (const attempt of [1, 2, 3]) {
      await killExtracting(given, node(1), attempt)
      await expireLeases(given)
      await hall.start(1)
    }
    await vi.waitFor(async () => expect(await outcomes(['Deadly'])).toEqual([{ outcome: 'failed', pages: null }]), within)
    expect((await call(node(1), admin, 'GET', `/document/${id}`)).body).toMatchObject({ title: 'Deadly', pages: null })
    await upload(node(1), 'Light', 3)
    await vi.waitFor(async () => expect(await outcomes(['Light'])).toEqual([{ outcome: 'done', pages: 3 }]), within)
  })
})
