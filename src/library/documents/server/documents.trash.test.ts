import { describe, expect, test } from 'vitest'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { DAY, MINUTE } from '#server/time.ts'
import { documentErrors, documentLimits } from '../documents.contract.ts'
import { purge } from './documents.trash.service.ts'

const givenBin = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const superadmin = await app.as('superadmin')
  const student = await app.as('student')
  const physics = await givenCategory(admin, 'Physics')
  const waves = await givenDocument(admin, 'Waves', physics._id)
  return { app, admin, superadmin, student, physics, waves }
}
const rowsOf = async ({ db }: Given) => ({
  documents: (await db.selectFrom('documents').select('title').execute()).map(({ title }) => title).toSorted(),
  favorites: (await db.selectFrom('favorites').selectAll().execute()).length,
  progress: (await db.selectFrom('readingProgress').selectAll().execute()).length,
})

describe('deleted documents', () => {
  test('are listed for a superadmin, most recently deleted first, with time and person', async () => {
    const { app, admin, superadmin, physics, waves } = await givenBin()
    const lenses = await givenDocument(admin, 'Lenses', physics._id)
    await givenDocument(admin, 'Kept', physics._id)
    app.setNow('2026-11-21T08:00:00.000Z')
    await admin.del(`/document/${lenses._id}`)
    app.setNow('2026-11-21T08:00:01.000Z')
    await superadmin.del(`/document/${waves._id}`)
    const answer = await superadmin.get('/document/removed')
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        items: [
          { ...waves, deletedAt: '2026-11-21T08:00:01.000Z', deletedByName: superadmin.me.name },
          { ...lenses, deletedAt: '2026-11-21T08:00:00.000Z', deletedByName: admin.me.name },
        ],
        nextCursor: null,
        total: 2,
      },
    ])
  })

  test('are paginated with each on exactly one page, even with equal times of deletion', async () => {
    const { admin, superadmin, physics, waves } = await givenBin()
    const ids = [waves._id]
    for (let number = 1; number < 7; number++) ids.push((await givenDocument(admin, `Chapter ${number}`, physics._id))._id)
    await admin.post('/document/remove', { ids })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await superadmin.get(`/document/removed?limit=3${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(7)
      seen.push(...body.items.map(({ _id }: { _id: string }) => _id))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(ids.toReversed())
    expect((await superadmin.get(`/document/removed?cursor=${waves._id}`)).status).toBe(400)
  })
})

describe('restoring', () => {
  test('brings a document back unchanged for everyone, but not to favourites', async () => {
    const { app, admin, superadmin, student, waves } = await givenBin()
    await student.post(`/document/${waves._id}/favorite`)
    await student.put(`/document/${waves._id}/progress`, { page: 1 })
    const content = (await student.get(waves.fileUrl)).bytes
    await admin.del(`/document/${waves._id}`)
    for (const path of ['/document', '/category/tree']) await student.get(path)
    const answer = await superadmin.post(`/document/${waves._id}/restore`)
    expect([answer.status, answer.body]).toEqual([200, waves])
    expect((await student.get('/document')).body.items).toEqual([waves])
    expect((await student.get('/category/tree')).body.total).toBe(1)
    expect((await student.get(waves.fileUrl)).bytes).toEqual(content)
    expect((await student.get('/document/favorites')).body.items).toEqual([])
    expect((await student.get(`/document/${waves._id}/progress`)).body).toEqual({ page: 1 })
    expect((await superadmin.get('/document/removed')).body.total).toBe(0)
    const entries = await app.db.selectFrom('audit').selectAll().where('action', '=', 'documents.restore').execute()
    expect(entries).toMatchObject([{ actorId: superadmin._id, targetId: waves._id, after: '{"title":"Waves","category":"Physics"}' }])
  })

  test('does not bring back a star added at the moment of the deletion', async () => {
    const { app, admin, superadmin, student, waves } = await givenBin()
    await admin.del(`/document/${waves._id}`)
    await app.db
      .insertInto('favorites')
      .values({ userId: student._id, documentId: waves._id, createdAt: '2026-11-21T08:00:00.000Z' })
      .execute()
    await superadmin.post(`/document/${waves._id}/restore`)
    expect((await student.get('/document/favorites/count')).body).toEqual({ count: 0 })
  })

  test('makes it Uncategorized if its category was deleted', async () => {
    const { admin, superadmin, physics, waves } = await givenBin()
    await admin.del(`/document/${waves._id}`)
    await admin.del(`/category/${physics._id}`)
    expect((await superadmin.get('/document/removed')).body.items[0].category).toBeNull()
    expect((await superadmin.post(`/document/${waves._id}/restore`)).body).toEqual({ ...waves, category: null })
  })

  test.each([
    ['works until the end of the 30 days', documentLimits.restoreDays * DAY, 200],
    ['returns not found a moment later', documentLimits.restoreDays * DAY + 0.001, 404],
  ])('%s', async (_, seconds, status) => {
    const { app, admin, superadmin, waves } = await givenBin()
    app.setNow('2026-11-21T08:00:00.000Z')
    await admin.del(`/document/${waves._id}`)
    app.advance(seconds)
    expect((await superadmin.get('/document/removed')).body.total).toBe(status === 200 ? 1 : 0)
    expect((await superadmin.post(`/document/${waves._id}/restore`)).status).toBe(status)
  })

  test('returns not found for a document that is not deleted, or was already restored', async () => {
    const { admin, superadmin, waves } = await givenBin()
    expect((await superadmin.post(`/document/${waves._id}/restore`)).status).toBe(404)
    await admin.del(`/document/${waves._id}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => superadmin.post(`/document/${waves._id}/restore`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  })
})

describe('the admin who deleted a document', () => {
  const deletedAt = '2026-11-21T08:00:00.000Z'
  const givenDeleted = async () => {
    const bin = await givenBin()
    bin.app.setNow(deletedAt)
    await bin.admin.del(`/document/${bin.waves._id}`)
    return { ...bin, undo: `/document/${bin.waves._id}/restore` }
  }

  test('can restore it, which is audited', async () => {
    const { app, admin, student, waves, undo } = await givenDeleted()
    const answer = await admin.post(undo)
    expect([answer.status, answer.body]).toEqual([200, waves])
    expect((await student.get(`/document/${waves._id}`)).body).toEqual(waves)
    const entries = await app.db.selectFrom('audit').selectAll().where('action', '=', 'documents.restore').execute()
    expect(entries).toMatchObject([{ actorId: admin._id, targetId: waves._id }])
  })

  test.each([
    ['until the end of the ten minutes', documentLimits.undoMinutes * MINUTE, 200, 1],
    ['but not a moment later', documentLimits.undoMinutes * MINUTE + 0.001, 403, 0],
  ])('restores it %s, by the server’s clock', async (_, seconds, status, restored) => {
    const { app, admin, superadmin, waves, undo } = await givenDeleted()
    app.advance(seconds)
    const answer = await admin.post(undo)
    expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? documentErrors.undoOver.code : undefined])
    await admin.del(`/document/${waves._id}`)
    await app.db.updateTable('documents').set({ deletedAt }).where('id', '=', waves._id).execute()
    expect((await admin.post('/document/restore', { ids: [waves._id] })).body).toEqual({ restored })
    expect((await superadmin.get('/document/removed')).body.total).toBe(1 - restored)
  })

  test('is the only admin who can: to others it does not exist, and managers and students may not', async () => {
    const { app, admin, superadmin, student, waves, undo } = await givenDeleted()
    const missing = await admin.post('/document/0192f7a0-0000-7000-8000-000000000000/restore')
    const answer = await (await app.as('admin')).post(undo)
    expect([answer.status, answer.body]).toEqual([404, missing.body])
    expect((await (await app.as('admin')).post('/document/restore', { ids: [waves._id] })).body).toEqual({ restored: 0 })
    for (const other of [await app.as('manager'), student]) {
      expect((await other.post(undo)).status).toBe(403)
      expect((await other.post('/document/restore', { ids: [waves._id] })).status).toBe(403)
    }
    expect((await admin.get('/document/removed')).status).toBe(403)
    expect((await superadmin.get('/document/removed')).body.total).toBe(1)
  })

  test('cannot undo a later deletion by another person', async () => {
    const { admin, superadmin, waves, undo } = await givenDeleted()
    await superadmin.post(undo)
    await superadmin.del(`/document/${waves._id}`)
    expect((await admin.post(undo)).status).toBe(404)
    expect((await admin.post('/document/restore', { ids: [waves._id] })).body).toEqual({ restored: 0 })
  })

  test('restores only their own of many', async () => {
    const { admin, superadmin, student, physics, waves } = await givenDeleted()
    const rays = await givenDocument(admin, 'Rays', physics._id)
    await superadmin.del(`/document/${rays._id}`)
    expect((await admin.post('/document/restore', { ids: [waves._id, rays._id] })).body).toEqual({ restored: 1 })
    expect((await student.get('/document')).body.items).toEqual([waves])
  })
})

describe('restoring many', () => {
  test('brings back those that can be restored, returns their number, and audits each', async () => {
    const { app, admin, superadmin, student, physics, waves } = await givenBin()
    const [rays, old, living] = [
      await givenDocument(admin, 'Rays', physics._id),
      await givenDocument(admin, 'Old', physics._id),
      await givenDocument(admin, 'Living', physics._id),
    ]
    await admin.del(`/document/${old._id}`)
    await app.db.updateTable('documents').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).where('id', '=', old._id).execute()
    await admin.post('/document/remove', { ids: [waves._id, rays._id] })
    for (const path of ['/document', '/category/tree']) await student.get(path)
    const ids = [waves._id, rays._id, waves._id, old._id, living._id, 'nothing']
    const answer = await superadmin.post('/document/restore', { ids })
    expect([answer.status, answer.body]).toEqual([200, { restored: 2 }])
    const { items } = (await student.get('/document')).body
    expect(items).toEqual([living, rays, waves])
    expect((await student.get('/category/tree')).body.total).toBe(3)
    const entries = await app.db.selectFrom('audit').selectAll().where('action', '=', 'documents.restore').orderBy('targetId').execute()
    expect(entries.map(({ targetId, actorId }) => [targetId, actorId])).toEqual([waves, rays].map(({ _id }) => [_id, superadmin._id]))
    expect((await superadmin.post('/document/restore', { ids })).body).toEqual({ restored: 0 })
  })

  test('by two superadmins concurrently restores each document once', async () => {
    const { app, admin, superadmin, physics, waves } = await givenBin()
    const ids = [waves._id, (await givenDocument(admin, 'Rays', physics._id))._id]
    await admin.post('/document/remove', { ids })
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids, ids.toReversed()].map((order) => superadmin.post('/document/restore', { ids: order })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.restored, 0)).toBe(2)
    expect(await app.db.selectFrom('audit').select('id').where('action', '=', 'documents.restore').execute()).toHaveLength(2)
  })
})

describe('the purge', () => {
  test('permanently deletes documents deleted more than 30 days ago with everything that refers to them, and nothing else', async () => {
    const { app, admin, student, physics, waves } = await givenBin()
    const [young, living] = [await givenDocument(admin, 'Young', physics._id), await givenDocument(admin, 'Living', physics._id)]
    for (const { _id } of [waves, young, living]) await student.put(`/document/${_id}/progress`, { page: 1 })
    await student.post(`/document/${living._id}/favorite`)
    await admin.del(`/document/${waves._id}`)
    app.advance(DAY)
    await admin.del(`/document/${young._id}`)
    app.advance((documentLimits.restoreDays - 0.5) * DAY)
    await purge(app.platform)
    expect(await rowsOf(app)).toEqual({ documents: ['Living', 'Young'], favorites: 1, progress: 2 })
    const entries = await app.db.selectFrom('audit').selectAll().where('action', '=', 'documents.purge').execute()
    expect(entries).toMatchObject([{ actorId: null, targetId: waves._id, before: '{"title":"Waves"}' }])
  })

  test('continues until all are deleted if one batch is not enough', async () => {
    const { app, admin, physics, waves } = await givenBin()
    const ids = [waves._id]
    for (let number = 0; number < 60; number++) ids.push((await givenDocument(admin, `Chapter ${number}`, physics._id))._id)
    await admin.post('/document/remove', { ids })
    expect((await rowsOf(app)).documents).toHaveLength(61)
    app.advance((documentLimits.restoreDays + 1) * DAY)
    await purge(app.platform)
    expect((await rowsOf(app)).documents).toEqual([])
  })

  test('concurrent with a restore keeps or deletes a document completely', async () => {
    const { app, admin, superadmin, student, physics } = await givenBin()
    app.othersWrite(['documents', 'favorites', 'reading'])
    for (let round = 0; round < 8; round++) {
      const { _id } = await givenDocument(admin, `Chapter ${round}`, physics._id)
      await student.put(`/document/${_id}/progress`, { page: 1 })
      await admin.del(`/document/${_id}`)
      const { deletedAt } = await app.db.selectFrom('documents').select('deletedAt').where('id', '=', _id).executeTakeFirstOrThrow()
      // The clock of the purging node is ahead, so that both operations apply to this document.
      const ahead = new Date(Date.parse(deletedAt ?? '') + (documentLimits.restoreDays + 1) * DAY * 1_000)
      const [restored] = await Promise.all([superadmin.post(`/document/${_id}/restore`), purge({ ...app.platform, clock: () => ahead })])
      const progress = await app.db.selectFrom('readingProgress').select('page').where('documentId', '=', _id).execute()
      const answer = await student.get(`/document/${_id}`)
      expect([restored.status, answer.status, progress.length]).toEqual(restored.status === 200 ? [200, 200, 1] : [404, 404, 0])
    }
  })
})
