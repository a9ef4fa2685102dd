import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { cropped, pdf } from '#server/testing/pdf.ts'
import { extractAll } from './extraction.service.ts'
import { givenBooks } from './testing/books.ts'

const givenBook = async (...pages: string[]) => {
  const hall = await givenBooks(await given())
  const id = await hall.book('Optics', pages)
  const find = (q: string) => hall.student.get(`/document/${id}/find?q=${encodeURIComponent(q)}`)
  return { ...hall, id, find }
}

const givenUpload = async (file: Buffer) => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const id = (await admin.post('/document', uploadForm({ title: 'Optics', category, file }))).body._id
  const find = async (q: string) => (await student.get(`/document/${id}/find?q=${encodeURIComponent(q)}`)).body
  return { app, id, find }
}

describe('a search in one document', () => {
  test('counts the matches of each page that has any, in page order', async () => {
    const { find } = await givenBook('Light and shade', 'nothing', 'light, LIGHT', 'twilight')
    expect((await find('lIGHT')).body).toEqual({
      text: 'ready',
      total: 4,
      pages: [
        { page: 1, count: 1 },
        { page: 3, count: 2 },
        { page: 4, count: 1 },
      ],
    })
  })

  test.each([
    ['a part of a word in Hindi', 'पुस्तक', ['यह पुस्तकालय है'], 1],
    ['a letter with a dot below, however it is written', 'क़लम', ['क\u093Cलम क़लम'], 2],
    ['words on two lines', 'ray optics', ['ray\r\noptics'], 1],
    ['a word that is broken at the end of a line', 'literature', ['litera-\r\nture'], 1],
    ['a ligature as its letters', 'efficient', ['the e\uFB03cient one'], 1],
    ['percent signs and the like as they are', '100% of_it', ['100% of_it, 1000 of it'], 1],
    ['nothing for joiners, which nobody sees', '\u200D\u00AD \u200B', ['क\u200Dष \u00AD'], 0],
    ['no match that runs on to the next page', 'first second', ['first', 'second'], 0],
  ])('finds %s', async (_, q, pages, total) => {
    const { find } = await givenBook(...pages)
    expect((await find(q)).body).toMatchObject({ text: 'ready', total })
  })

  test('finds text of an uploaded PDF after its extraction', async () => {
    const { app, find } = await givenUpload(
      pdf({ pages: 3, lines: (page) => (page === 2 ? ['The refraction of light'] : ['Nothing of it']) }),
    )
    expect(await find('refraction')).toEqual({ text: 'pending', total: 0, pages: [] })
    await extractAll(app.platform)
    expect(await find('refraction')).toEqual({ text: 'ready', total: 1, pages: [{ page: 2, count: 1 }] })
  })

  test('does not find text outside the visible part of a page', async () => {
    const { app, find } = await givenUpload(cropped('Refraction of light', 'Refraction for the printer'))
    await extractAll(app.platform)
    expect(await find('refraction')).toEqual({ text: 'ready', total: 1, pages: [{ page: 1, count: 1 }] })
  })

  test('reports that a scan has no text', async () => {
    const { app, find } = await givenUpload(cropped('', ''))
    await extractAll(app.platform)
    expect(await find('refraction')).toEqual({ text: 'none', total: 0, pages: [] })
  })

  test('reports that a broken or incompletely extracted file cannot be searched here', async () => {
    const { app, id, find } = await givenUpload(Buffer.from('%PDF-1.7\nand nothing more'))
    await extractAll(app.platform)
    expect(await find('refraction')).toEqual({ text: 'unavailable', total: 0, pages: [] })
    await app.db
      .updateTable('extractions')
      .set({ outcome: 'done', pages: limits.pagesRead + 1 })
      .execute()
    expect(await find('refraction')).toMatchObject({ text: 'unavailable' })
    expect(id).toBeTruthy()
  })

  test('limits the number of pages to those that are extracted', { timeout: 60_000 }, async () => {
    const { find } = await givenBook(...Array.from({ length: limits.pagesRead }, () => 'a light a'))
    const { body } = await find('a')
    expect([body.total, body.pages.length]).toEqual([2 * limits.pagesRead, limits.pagesRead])
  })

  test('returns nothing about a deleted document', async () => {
    const { admin, id, find } = await givenBook('light')
    await admin.del(`/document/${id}`)
    expect((await find('light')).status).toBe(404)
  })

  test.each(['', '   ', '\0', 'x'.repeat(limits.search + 1)])('rejects %j', async (q) => {
    const { find } = await givenBook('light')
    expect((await find(q)).status).toBe(400)
  })
})
