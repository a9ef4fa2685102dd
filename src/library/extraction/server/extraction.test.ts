import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { raiseRevisions } from '#server/db/revisions.ts'
import { doctor } from '#server/files/doctor.ts'
import type { MediaType } from '#server/files/mediaType.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { workProcess } from '#server/work/run.ts'
import { extractAll } from './extraction.service.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const upload = async (title: string, file: Buffer) => (await admin.post('/document', uploadForm({ title, category, file }))).body
  const read = () => extractAll(app.platform)
  const shown = async (id: string) => (await admin.get(`/document/${id}`)).body
  const rows = () => app.db.selectFrom('extractions').selectAll().execute()
  const texts = () => app.db.selectFrom('pageTexts').select(['page', 'text']).orderBy('page').execute()
  return { app, admin, category, upload, read, shown, rows, texts }
}

/** Creates a document as an import does, because uploads accept only PDFs. */
const imported = async (app: Given, bytes: Buffer, mediaType: MediaType): Promise<string> => {
  const uploader = await app.as('admin')
  const file = await app.storage.receive(Readable.from([bytes]), { fileName: 'imported', maxBytes: bytes.length })
  const id = newId()
  await storeWithRow(app.platform, file, mediaType, async (tx) => {
    const named = { title: 'Imported', titleFolded: 'imported', fileName: 'imported', categoryId: null }
    const state = { createdAt: new Date().toISOString(), uploadedBy: uploader._id, deletedAt: null, deletedBy: null }
    await tx
      .insertInto('documents')
      .values({ id, fileSha256: file.sha256, ...named, ...state })
      .execute()
    await raiseRevisions(tx, ['documents'])
  })
  return id
}

describe('an uploaded PDF', () => {
  test('has no cover or page count at first, and both after a while', async () => {
    const { upload, read, shown } = await givenHall()
    const book = await upload('Waves', pdf({ pages: 3 }))
    expect(book).toMatchObject({ pages: null, coverUrl: null })
    await read()
    expect(await shown(book._id)).toMatchObject({ pages: 3, coverUrl: expect.stringContaining(`/api/document/${book._id}/cover?day=`) })
  })

  test('shows its first page as its cover to people who have the address, for two days', async () => {
    const { app, upload, read, shown } = await givenHall()
    app.setNow('2026-11-21T23:59:00.000Z')
    const { _id } = await upload('Waves', pdf())
    await read()
    const { coverUrl } = await shown(_id)
    const answer = await app.anyone().get(coverUrl)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 453 })
    for (const at of [30, coverUrl.length - 1, coverUrl.indexOf('day=') + 13]) {
      const other = coverUrl[at] === 'A' ? 'B' : 'A'
      expect((await app.anyone().get(coverUrl.slice(0, at) + other + coverUrl.slice(at + 1))).status).toBe(403)
    }
    app.setNow('2026-11-22T23:59:59.000Z')
    expect((await app.anyone().get(coverUrl)).status).toBe(200)
    app.setNow('2026-11-23T00:00:00.000Z')
    expect((await app.anyone().get(coverUrl)).status).toBe(403)
    expect((await shown(_id)).coverUrl).not.toBe(coverUrl)
  })

  test('shows its cover only to superadmins while it is deleted, even at an address from before', async () => {
    const { app, admin, upload, read, shown } = await givenHall()
    const { _id } = await upload('Waves', pdf())
    await read()
    const [superadmin, student] = [await app.as('superadmin'), await app.as('student')]
    const before = (await shown(_id)).coverUrl
    const path = before.split('?')[0]
    const statusOf = async (url: string) => (await app.anyone().get(url)).status
    await admin.del(`/document/${_id}`)
    const deleted = (await superadmin.get('/document/removed')).body.items[0].coverUrl
    expect([await statusOf(before), await statusOf(deleted)]).toEqual([403, 200])
    expect((await student.get(before)).status).toBe(403)
    for (const [person, status] of [
      [student, 404],
      [admin, 404],
      [superadmin, 200],
    ] as const)
      expect((await person.get(path)).status).toBe(status)

    await superadmin.post(`/document/${_id}/restore`)
    expect((await shown(_id)).coverUrl).toBe(before)
    expect([await statusOf(before), await statusOf(deleted)]).toEqual([200, 403])
    app.advance(1)
    await admin.del(`/document/${_id}`)
    // Each deletion has its own address.
    expect([await statusOf(before), await statusOf(deleted)]).toEqual([403, 403])
    const again = (await superadmin.get('/document/removed')).body.items[0].coverUrl
    expect(await statusOf(again)).toBe(200)
    await app.db.updateTable('documents').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).execute()
    expect((await superadmin.get(path)).status).toBe(404)
  })

  test('has the same cover address in lists all day and another the next', async () => {
    const { app, admin, upload, read } = await givenHall()
    app.setNow('2026-11-21T10:00:00.000Z')
    await upload('Waves', pdf())
    const url = async () => (await admin.get('/document')).body.items[0].coverUrl
    expect(await url()).toBe(null)
    await read()
    const first = await url()
    expect(first).toMatch(/day=2026-11-21/)
    app.setNow('2026-11-21T23:00:00.000Z')
    expect(await url()).toBe(first)
    app.setNow('2026-11-22T00:00:00.000Z')
    expect(await url()).toMatch(/day=2026-11-22/)
  })

  test('has the text of each of its pages', async () => {
    const { upload, read, texts } = await givenHall()
    await upload('Waves', pdf({ pages: 2, title: 'Waves', lines: (page) => [`This is what page ${page} says`] }))
    await read()
    expect(await texts()).toEqual([
      { page: 1, text: expect.stringMatching(/Waves\s+Page 1 of 2\s+This is what page 1 says/) },
      { page: 2, text: expect.stringContaining('This is what page 2 says') },
    ])
  })

  test('is extracted once, even if two documents are the same file', async () => {
    const { upload, read, rows, shown } = await givenHall()
    const both = [await upload('One', pdf()), await upload('Two', pdf())]
    await read()
    const first = await rows()
    expect(first).toHaveLength(1)
    await read()
    expect(await rows()).toEqual(first)
    for (const { _id } of both) expect((await shown(_id)).pages).toBe(1)
  })

  test('that is deleted is extracted after a restore', async () => {
    const { app, admin, upload, read, rows } = await givenHall()
    const { _id } = await upload('Waves', pdf())
    await admin.del(`/document/${_id}`)
    await read()
    expect(await rows()).toEqual([])
    await (await app.as('superadmin')).post(`/document/${_id}/restore`)
    app.advance(600)
    await read()
    expect(await rows()).toMatchObject([{ outcome: 'done', pages: 1 }])
  })

  test('leaves only files that rows refer to', async () => {
    const { app, upload, read, rows } = await givenHall()
    await upload('Waves', pdf())
    await read()
    expect(await rows()).toMatchObject([{ outcome: 'done' }])
    expect(await doctor(app)).toEqual([])
    expect(await readdir(join(app.dataDir, 'files/incoming'))).toEqual([])
  })
})

/** Ends the process left by an earlier test; it is idle, so no extraction is affected. */
const endIdleProcess = async (): Promise<void> => {
  const idle = workProcess('document')
  if (idle !== undefined) process.kill(idle, 'SIGKILL')
  await vi.waitFor(() => expect(workProcess('document')).toBe(undefined), { timeout: 10_000 })
}

describe('a PDF that cannot be extracted', () => {
  test.each([
    ['is damaged', Buffer.from('%PDF-1.7\nnot much of it')],
    ['breaks off', pdf({ pages: 40 }).subarray(0, 300)],
  ])('because it %s is accepted all the same, and not retried', async (_, file) => {
    const { upload, read, rows, shown } = await givenHall()
    const { _id } = await upload('Broken', file)
    await read()
    expect(await shown(_id)).toMatchObject({ title: 'Broken', pages: null, coverUrl: null })
    const first = await rows()
    expect(first).toMatchObject([{ outcome: 'failed', pages: null, coverSha256: null }])
    await read()
    expect(await rows()).toEqual(first)
  })

  test('because its content is missing does not block others', async () => {
    const { app, upload, read, shown } = await givenHall()
    const good = await upload('Good', pdf({ title: 'Good' }))
    await upload('Lost', pdf({ title: 'Lost' }))
    const { fileSha256 } = await app.db.selectFrom('documents').select('fileSha256').where('title', '=', 'Lost').executeTakeFirstOrThrow()
    await app.storage.remove(fileSha256)
    await read()
    expect((await shown(good._id)).pages).toBe(1)
  })

  test('because the extracting process was killed is retried once', async () => {
    const { upload, read, rows } = await givenHall()
    await upload('Waves', pdf())
    await endIdleProcess()
    const reading = read()
    await vi.waitFor(() => expect(workProcess('document')).toBeGreaterThan(0), { timeout: 10_000, interval: 1 })
    const pid = workProcess('document') ?? 0
    process.kill(pid, 'SIGKILL')
    await reading
    expect(await rows()).toMatchObject([{ outcome: 'done' }])
    expect(workProcess('document')).not.toBe(pid)
  })

  test('because it crashes the process twice is abandoned', async () => {
    const { upload, read, rows } = await givenHall()
    await upload('Deadly', pdf({ title: 'Deadly' }))
    await endIdleProcess()
    const reading = read()
    const killed = new Set<number>()
    await vi.waitFor(
      () => {
        const pid = workProcess('document')
        if (pid !== undefined && !killed.has(pid)) {
          killed.add(pid)
          process.kill(pid, 'SIGKILL')
        }
        expect(killed.size).toBe(2)
      },
      { timeout: 10_000, interval: 1 },
    )
    await reading
    expect(await rows()).toMatchObject([{ outcome: 'failed' }])
  })

  test('because of an interruption is extracted again from the beginning', async () => {
    const { app, upload, read, texts } = await givenHall()
    await upload('Waves', pdf())
    const { fileSha256: sha256 } = await app.db.selectFrom('documents').select('fileSha256').executeTakeFirstOrThrow()
    await app.db
      .insertInto('pageTexts')
      .values([1, 7].map((page) => ({ sha256, page, text: 'half of it' })))
      .execute()
    await read()
    expect(await texts()).toEqual([{ page: 1, text: expect.stringContaining('A little book') }])
  })
})

describe('a lease', () => {
  const later = Date.now() + 1_000_000
  const givenBook = async () => {
    const hall = await givenHall()
    const { _id } = await hall.upload('Waves', pdf())
    const { fileSha256: sha256 } = await hall.app.db.selectFrom('documents').select('fileSha256').executeTakeFirstOrThrow()
    const leases = () => hall.app.db.selectFrom('extractionLeases').select(['holder', 'attempts']).execute()
    const lease = (holder: string, attempts: number, expiresAt: number) =>
      hall.app.db.insertInto('extractionLeases').values({ sha256, holder, attempts, expiresAt }).execute()
    return { ...hall, _id, sha256, leases, lease }
  }

  test('of another process is left alone, and taken over once it has expired', async () => {
    const { app, read, rows, leases, lease } = await givenBook()
    await read()
    await app.db.deleteFrom('extractions').execute()
    await lease('another', 1, later)
    app.advance(600)
    await read()
    expect([await rows(), await leases()]).toEqual([[], [{ holder: 'another', attempts: 1 }]])
    await app.db.updateTable('extractionLeases').set({ expiresAt: 1 }).execute()
    app.advance(600)
    await read()
    expect([await rows(), await leases()]).toMatchObject([[{ outcome: 'done', pages: 1 }], []])
  })

  test('that was lost meanwhile lets nothing be saved', async () => {
    const { app, read, rows, texts, leases } = await givenBook()
    const { withLocal } = app.storage
    app.storage.withLocal = async (sha256, work) => {
      await app.db.updateTable('extractionLeases').set({ holder: 'another', expiresAt: later }).execute()
      return withLocal(sha256, work)
    }
    await read()
    expect([await rows(), await texts(), await leases()]).toEqual([[], [], [{ holder: 'another', attempts: 1 }]])
  })

  test('that three killed processes left is given up, and the document counts as unreadable', async () => {
    const { app, read, rows, leases, lease, admin, _id } = await givenBook()
    await lease('killed', 2, 1)
    await read()
    expect(await rows()).toMatchObject([{ outcome: 'done' }])
    await app.db.deleteFrom('extractions').execute()
    await lease('killed', 3, 1)
    app.advance(600)
    await read()
    expect([await rows(), await leases()]).toMatchObject([[{ outcome: 'failed' }], []])
    expect((await admin.get(`/document/${_id}`)).body).toMatchObject({ title: 'Waves', pages: null })
  })

  test('is released after a failure of the disk or the bucket, which does not count as an attempt', async () => {
    const { app, read, rows, leases } = await givenBook()
    const { withLocal } = app.storage
    app.storage.withLocal = async () => {
      throw new Error('the bucket is away')
    }
    for (let time = 0; time < 5; time++) {
      await expect(read()).rejects.toThrow('away')
      expect(await leases()).toEqual([])
      app.advance(61)
    }
    app.storage.withLocal = withLocal
    await read()
    expect(await rows()).toMatchObject([{ outcome: 'done' }])
  })
})

describe('an imported file', () => {
  test('is processed at once: a picture is its own cover', async () => {
    const { app, read, shown } = await givenHall()
    await read()
    const id = await imported(app, await picture({ width: 900, height: 300, format: 'jpeg' }), 'image/jpeg')
    await read()
    const { coverUrl, pages } = await shown(id)
    expect(pages).toBe(null)
    expect(await sharp((await app.anyone().get(coverUrl)).bytes).metadata()).toMatchObject({ width: 320, height: 107 })
  })

  test('that is a text is its own first page', async () => {
    const { app, read, texts, rows } = await givenHall()
    await imported(app, Buffer.from('# पुस्तक\nA list of books'), 'text/markdown')
    await read()
    expect(await texts()).toEqual([{ page: 1, text: '# पुस्तक\nA list of books' }])
    expect(await rows()).toMatchObject([{ outcome: 'done', pages: null, coverSha256: null }])
  })

  test('of a type without an extractor is not retried forever', async () => {
    const { app, read, rows } = await givenHall()
    await imported(app, Buffer.from('an old letter'), 'application/msword')
    await imported(app, Buffer.from('not a picture'), 'image/jpeg')
    await read()
    expect((await rows()).map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'failed'])
  })
})

test('the whole text of a thick book is found', { timeout: 60_000 }, async () => {
  const { upload, read, texts, shown } = await givenHall()
  const line = 'words '.repeat(60)
  const { _id } = await upload('Thick', pdf({ pages: 300, lines: () => [line, line, line] }))
  await read()
  expect((await texts()).map(({ page }) => page)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
  expect((await shown(_id)).pages).toBe(300)
})

test('a full disk fails the extraction but not the document', async () => {
  const { app, read, upload, rows, admin } = await givenHall()
  await upload('Waves', pdf())
  const receive = app.storage.receive
  app.storage.receive = async () => {
    throw new Error('no room')
  }
  await expect(read()).rejects.toThrow('no room')
  app.storage.receive = receive
  expect(await rows()).toEqual([])
  expect((await admin.get('/document')).body.items).toHaveLength(1)
  await givenDocument(admin, 'Heat', (await givenCategory(admin, 'Chemistry'))._id)
  await read()
  expect(await rows()).toHaveLength(2)
})
