import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { purge } from '#library/documents/server/documents.trash.service.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { newAccount } from '#server/testing/people.ts'
import { DAY } from '#server/time.ts'
import { doctor } from './doctor.ts'
import { storeWithRow } from './storeWithRow.ts'
import { sweep } from './sweep.ts'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every column that refers to the ledger, as `table.column`. */
const referring = async ({ db }: Given): Promise<string[]> => {
  const keys =
    (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'
      ? sql<{ name: string }>`select tables.name || '.' || keys."from" as name from sqlite_schema as tables
          join pragma_foreign_key_list(tables.name) as keys where tables.type = 'table' and keys."table" = 'files'`
      : sql<{ name: string }>`select cl.relname || '.' || a.attname as name from pg_constraint c join pg_class cl on cl.oid = c.conrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.confrelid = 'files'::regclass`
  return (await keys.execute(db)).rows.map(({ name }) => name).toSorted()
}

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const physics = await givenCategory(admin, 'Physics')
  const contentOf = async (id: string) =>
    (await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()).fileSha256
  const ledger = async () => (await app.db.selectFrom('files').select('sha256').execute()).map(({ sha256 }) => sha256).toSorted()
  const onDisk = async () =>
    (await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted()
  /** Stores a content as the picture of a person, category or document would be. */
  const keep = async (saveRow: (sha256: string) => Promise<unknown> = async () => undefined) => {
    const file = await app.storage.receive(Readable.from([randomBytes(100)]), { fileName: 'a', maxBytes: 1_000 })
    await storeWithRow(app.platform, file, 'image/webp', async () => undefined)
    await saveRow(file.sha256)
    return file.sha256
  }
  return { app, admin, physics, contentOf, ledger, onDisk, keep }
}

test('every column that refers to the ledger either keeps a content or is deleted with it', async () => {
  const { app } = await givenHall()
  const keeping = app.platform.fileColumns.map(({ table, column }) => `${snake(table)}.${snake(column)}`)
  const known = [...keeping, 'extractions.sha256', 'page_texts.sha256']
  expect(await referring(app)).toEqual(known.toSorted())
})

describe('a content that no row names any more', () => {
  test('stays while its deleted document can be restored, and is then removed with its texts and cover', async () => {
    const { app, admin, physics, contentOf, ledger, onDisk, keep } = await givenHall()
    const { _id } = await givenDocument(admin, 'Waves', physics._id)
    const sha256 = await contentOf(_id)
    const cover = await keep()
    await app.db.insertInto('extractions').values({ sha256, outcome: 'done', pages: 1, coverSha256: cover, at: 'now' }).execute()
    await app.db.insertInto('pageTexts').values({ sha256, page: 1, text: 'Waves' }).execute()
    await admin.del(`/document/${_id}`)
    app.advance((documentLimits.restoreDays - 1) * DAY)
    await purge(app.platform)
    expect(await sweep(app.platform)).toEqual({ released: 0, contents: 0, leftovers: 0 })
    app.advance(2 * DAY)
    await purge(app.platform)
    expect(await sweep(app.platform)).toEqual({ released: 2, contents: 2, leftovers: 0 })
    expect([await ledger(), await onDisk()]).toEqual([[], []])
    expect(await app.db.selectFrom('pageTexts').selectAll().execute()).toEqual([])
    expect(await doctor(app)).toEqual([])
  })

  test('is not removed while another document has it', async () => {
    const { app, admin, physics, contentOf, ledger } = await givenHall()
    const upload = async (title: string) => (await admin.post('/document', uploadForm({ title, category: physics._id, file: pdf() }))).body
    const [first, second] = [await upload('First'), await upload('Second')]
    await admin.del(`/document/${first._id}`)
    app.advance((documentLimits.restoreDays + 1) * DAY)
    await purge(app.platform)
    expect((await sweep(app.platform)).released).toBe(0)
    expect(await ledger()).toEqual([await contentOf(second._id)])
    // The earlier session has ended meanwhile.
    expect((await (await app.as('student')).get(second.fileUrl)).bytes).toEqual(pdf())
  })

  test('is never the picture of a person, of a category or of a document', async () => {
    const { app, physics, ledger, onDisk, keep } = await givenHall()
    const user = newAccount('student')
    await app.db.insertInto('users').values(user).execute()
    const kept = [
      await keep((pictureSha256) => app.db.updateTable('users').set({ pictureSha256 }).where('id', '=', user.id).execute()),
      await keep((imageSha256) => app.db.updateTable('categories').set({ imageSha256 }).where('id', '=', physics._id).execute()),
    ]
    const unnamed = await keep()
    app.advance(2 * DAY)
    expect(await sweep(app.platform)).toEqual({ released: 1, contents: 1, leftovers: 0 })
    expect(await ledger()).toEqual(kept.toSorted())
    expect(await onDisk()).toEqual(kept.toSorted())
    expect(kept).not.toContain(unnamed)
  })

  test('is not removed within an hour after it was uploaded', async () => {
    const { app, keep, ledger } = await givenHall()
    const sha256 = await keep()
    app.advance(3_599)
    expect((await sweep(app.platform)).released).toBe(0)
    expect(await ledger()).toEqual([sha256])
    app.advance(2)
    expect((await sweep(app.platform)).released).toBe(1)
  })

  test('releases more of them than one page of the ledger has', async () => {
    const { app, ledger } = await givenHall()
    const hashes = Array.from({ length: 1_100 }, (_, index) => index.toString(16).padStart(64, '0'))
    await app.db
      .insertInto('files')
      .values(hashes.map((sha256) => ({ sha256, size: 1, mediaType: 'image/webp', createdAt: '2020-01-01T00:00:00.000Z' })))
      .execute()
    expect((await sweep(app.platform)).released).toBe(1_100)
    expect(await ledger()).toEqual([])
  })

  test('stays, with the new row, if it is uploaded again during its removal', async () => {
    const { app, keep, ledger } = await givenHall()
    const sha256 = await keep()
    await app.db.updateTable('files').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute()
    const { _id: userId } = await app.as('student')
    const file = await app.storage.receive(await app.storage.read(sha256), { fileName: 'a', maxBytes: 1_000 })
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    const storing = storeWithRow(app.platform, file, 'image/webp', async (tx) => {
      begin()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.updateTable('users').set({ pictureSha256: sha256 }).where('id', '=', userId).execute()
    })
    await hasBegun
    await Promise.all([sweep(app.platform), storing])
    expect(await ledger()).toEqual([sha256])
    expect(await doctor(app)).toEqual([])
  })

  test('is available for the new document if it is uploaded again during its removal', { timeout: 60_000 }, async () => {
    const { app, admin, physics, onDisk } = await givenHall()
    const upload = (title: string, round: number) =>
      admin.post('/document', uploadForm({ title, category: physics._id, file: pdf({ title: `content ${round}` }) }))
    for (let round = 0; round < 10; round++) {
      const { body } = await upload('Old', round)
      await admin.del(`/document/${body._id}`)
      await app.db.deleteFrom('documents').where('id', '=', body._id).execute()
      await app.db.updateTable('files').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute()
      const old = new Date('2020-01-01T00:00:00.000Z')
      for (const sha256 of await onDisk()) await utimes(join(app.dataDir, 'files', sha256.slice(0, 2), sha256), old, old)
      const answers = await Promise.all([upload('New', round), sweep(app.platform), upload('Newer', round), sweep(app.platform)])
      for (const answer of answers) if ('status' in answer) expect(answer.status).toBe(201)
      expect(await doctor(app)).toEqual([])
    }
    expect((await admin.get('/document')).body.total).toBe(20)
  })
})
