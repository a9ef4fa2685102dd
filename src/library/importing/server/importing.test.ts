import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '#library/categories/categories.contract.ts'
import { categoryLimits } from '#library/categories/categories.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { doctor } from '#server/files/doctor.ts'
import { type Given, given } from '#server/testing/given.ts'
import { docx } from '#server/testing/office.ts'
import { pdf } from '#server/testing/pdf.ts'
import { importer } from './importing.service.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-import-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Creates a file below the folder, in the form in which the walk returns it. */
const file = async (name: string, content: Buffer | string = pdf({ title: name })) => {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  const names = name.split('/')
  return { path, fileName: names.at(-1) ?? '', folders: names.slice(0, -1) }
}

const givenLibrary = async () => {
  const app = await given()
  const superadmin = await app.as('superadmin', { name: 'The first' })
  await app.as('superadmin', { name: 'The second' })
  const take = await importer(app.platform)
  if (!take) throw new Error('There is a superadmin')
  const documents = async (): Promise<Document[]> => (await superadmin.get('/document?limit=1000')).body.items
  const paths = async (): Promise<string[]> => (await superadmin.get('/category')).body.items.map(({ path }: Category) => path)
  return { app, superadmin, take, documents, paths }
}
const taken = { outcome: 'taken' }
const there = { outcome: 'there' }

const auditOf = async ({ db }: Given) =>
  (await db.selectFrom('audit').select(['action', 'actorName']).orderBy('id').execute()).map(({ action, actorName }) => [action, actorName])

describe('an imported file', () => {
  test('is processed like an upload by the first superadmin, into categories named like its folders', async () => {
    const { app, superadmin, take, documents, paths } = await givenLibrary()
    expect(await take(await file('Science/Physics/Waves.pdf'))).toEqual(taken)
    expect(await paths()).toEqual(['Science', 'Science > Physics'])
    expect(await documents()).toMatchObject([
      { title: 'Waves', fileName: 'Waves.pdf', fileType: 'application/pdf', category: { name: 'Physics' } },
    ])
    expect(await auditOf(app)).toEqual([
      ['categories.create', 'The first'],
      ['categories.create', 'The first'],
      ['documents.create', 'The first'],
    ])
    const row = await app.db.selectFrom('documents').select('uploadedBy').executeTakeFirstOrThrow()
    expect(row.uploadedBy).toBe(superadmin._id)
    expect(await doctor(app)).toEqual([])
  })

  test('is Uncategorized at the top, and in the third level if its folder is deeper', async () => {
    const { take, documents, paths } = await givenLibrary()
    for (const name of ['a.pdf', 'A/B/C/D/b.pdf', 'A/B/C/E/F/c.pdf', 'A/B/C/d.pdf']) expect(await take(await file(name))).toEqual(taken)
    expect(await paths()).toEqual(['A', 'A > B', 'A > B > C'])
    expect((await documents()).map(({ title, category }) => [title, category?.name ?? null])).toEqual([
      ['d', 'C'],
      ['c', 'C'],
      ['b', 'C'],
      ['a', null],
    ])
  })

  test.each([
    ['Waves.PDF', 'Waves'],
    ['  भौतिकी — कक्षा १२ .pdf', 'भौतिकी — कक्षा १२'],
    ['Cafe\u0301.pdf', 'Caf\u00E9'],
    ['Chapter 1.2', 'Chapter 1.2'],
    ['Dr. Rao on optics', 'Dr. Rao on optics'],
    ['a.b.c.pdf', 'a.b.c'],
    ['notes.markdown', 'notes'],
    ['two\nlines.pdf', 'twolines'],
    ['invoice\u202Efdp.pdf', 'invoicefdp'],
    ['50% off_it’s "new".pdf', '50% off_it’s "new"'],
    [`${'x'.repeat(250)}.pdf`, 'x'.repeat(250)],
  ])('named %j has the title %j', async (name, title) => {
    const { take, documents } = await givenLibrary()
    await take(await file(name))
    expect((await documents()).map((document) => document.title)).toEqual([title])
  })

  test('uses an existing category, regardless of the spelling of its name', async () => {
    const { superadmin, take, documents, paths } = await givenLibrary()
    const { body: cafe } = await superadmin.post('/category', { name: 'Café' })
    await superadmin.post('/category', { name: 'Café', parentCategory: cafe._id })
    for (const name of ['CAFE\u0301/a.pdf', 'café /b.pdf', 'Café/cafe\u0301/c.pdf']) expect(await take(await file(name))).toEqual(taken)
    expect(await paths()).toEqual(['Café', 'Café > Café'])
    expect((await documents()).map(({ category }) => category?._id === cafe._id)).toEqual([false, true, true])
  })

  test('in a folder with a very long name gets a category with the longest allowed name', async () => {
    const { take, paths } = await givenLibrary()
    await take(await file(`${'a'.repeat(200)}/a.pdf`))
    expect(await paths()).toEqual(['a'.repeat(categoryLimits.name)])
  })

  test('is served by its type: types that browsers can show are shown, text as UTF-8, and others are downloaded', async () => {
    const { superadmin, take, documents } = await givenLibrary()
    for (const [name, content] of [
      ['a.txt', 'नमस्ते'],
      ['b.md', '# नमस्ते'],
      ['c.csv', 'नाम,सीट'],
      ['d.docx', docx()],
    ] as const)
      expect(await take(await file(name, content))).toEqual(taken)
    const answers = await Promise.all((await documents()).map(({ fileUrl }) => superadmin.get(fileUrl)))
    expect(answers.map(({ headers }) => [headers['content-type'], headers['content-disposition']?.split(';')[0]])).toEqual([
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
      ['text/csv; charset=utf-8', 'inline'],
      ['text/markdown; charset=utf-8', 'inline'],
      ['text/plain; charset=utf-8', 'inline'],
    ])
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
      expect(headers['content-security-policy']).toContain("default-src 'none'; sandbox")
    }
    expect(answers[3]?.text).toBe('नमस्ते')
  })

  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'This type of file is not supported'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'This type of file is not supported'],
    ['program.pdf', 'MZ\0\0', 'This type of file is not supported'],
    ['nothing.pdf', '', 'The file is empty'],
  ])('that is %s is rejected with a reason, and leaves no category', async (name, content, why) => {
    const { app, take, documents, paths } = await givenLibrary()
    expect(await take(await file(`New/${name}`, content))).toEqual({ outcome: 'refused', why })
    expect([await documents(), await paths(), await app.db.selectFrom('files').selectAll().execute()]).toEqual([[], [], []])
  })

  test('that disappears before its turn is rejected, and the next one is imported', async () => {
    const { take } = await givenLibrary()
    const gone = await file('a.pdf')
    await rm(gone.path)
    expect(await take(gone)).toEqual({ outcome: 'refused', why: 'The file cannot be read (ENOENT)' })
    expect(await take(await file('b.pdf'))).toEqual(taken)
  })

  test('in a 1001st category is rejected', async () => {
    const { app, take } = await givenLibrary()
    const names = Array.from({ length: categoryLimits.most }, (_, index) => `Shelf ${index}`)
    await app.db
      .insertInto('categories')
      .values(names.map((name) => ({ id: name, name, nameFolded: name, parentId: null, level: 0, imageSha256: null, createdAt: 'then' })))
      .execute()
    expect(await take(await file('One more/a.pdf'))).toEqual({ outcome: 'refused', why: 'There can be at most 1000 categories' })
    expect(await take(await file('Shelf 1/a.pdf'))).toEqual(taken)
  })
})

describe('importing a folder again', () => {
  test('creates no duplicates of the same title and content in the same category', async () => {
    const { app, take, documents } = await givenLibrary()
    const [waves, top] = [await file('Physics/Waves.pdf'), await file('a.pdf')]
    for (const source of [waves, top]) expect(await take(source)).toEqual(taken)
    for (const source of [waves, top]) expect(await take(source)).toEqual(there)
    const again = await importer(app.platform)
    for (const source of [waves, top]) expect(await again?.(source)).toEqual(there)
    expect(await documents()).toHaveLength(2)
  })

  test('imports files that differ in title, content or category, each content once', async () => {
    const { app, take, documents } = await givenLibrary()
    const content = pdf({ title: 'one' })
    for (const name of ['A/a.pdf', 'A/b.pdf', 'B/a.pdf', 'a.pdf']) expect(await take(await file(name, content))).toEqual(taken)
    expect(await take(await file('A/a.pdf', pdf({ title: 'another' })))).toEqual(taken)
    expect(await documents()).toHaveLength(5)
    expect(await app.db.selectFrom('files').selectAll().execute()).toHaveLength(2)
  })

  test('imports deleted documents again', async () => {
    const { superadmin, take, documents } = await givenLibrary()
    const waves = await file('Physics/Waves.pdf')
    await take(waves)
    await superadmin.del(`/document/${(await documents())[0]?._id}`)
    expect(await take(waves)).toEqual(taken)
    expect(await documents()).toHaveLength(1)
  })

  test('concurrently creates no duplicates either', async () => {
    const { app, take, documents, paths } = await givenLibrary()
    const other = await importer(app.platform)
    const sources = []
    for (let number = 0; number < 12; number++) sources.push(await file(`Shelf ${number % 3}/Below/${number}.pdf`))
    const outcomes = await Promise.all(sources.flatMap((source) => [take(source), other?.(source), take(source)]))
    expect(outcomes.filter((one) => one?.outcome === 'taken')).toHaveLength(12)
    expect(outcomes.filter((one) => one?.outcome === 'there')).toHaveLength(24)
    expect(await documents()).toHaveLength(12)
    expect(await paths()).toHaveLength(6)
    expect(await doctor(app)).toEqual([])
  })

  test('creates a category and its parent again after their deletion', async () => {
    const { superadmin, take, documents, paths } = await givenLibrary()
    await take(await file('A/B/a.pdf'))
    const { items } = (await superadmin.get('/category')).body
    await superadmin.del(`/category/${items[0]._id}`)
    expect(await take(await file('A/B/b.pdf'))).toEqual(taken)
    expect(await take(await file('A/C/c.pdf'))).toEqual(taken)
    expect(await paths()).toEqual(['A', 'A > B', 'A > C'])
    expect((await documents()).map(({ category }) => category?.name ?? null)).toEqual(['C', 'B', null])
  })
})

test('rejects an import into a library that is not set up', async () => {
  const app = await given()
  await app.as('admin')
  await app.as('superadmin', { deletedAt: 'then', email: null, emailFolded: null })
  expect(await importer(app.platform)).toBeUndefined()
  await app.as('superadmin')
  expect(await importer(app.platform)).toBeDefined()
})
