import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const titles = (answer: { body: { items: { title: string }[] } }) => answer.body.items.map(({ title }) => title)
const search = (text: string) => `/document?search=${encodeURIComponent(text)}`

/** Physics > Mechanics > Optics with a document in each, and one in History. */
const givenLibrary = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const physics = await givenCategory(admin, 'Physics')
  const mechanics = await givenCategory(admin, 'Mechanics', physics._id)
  const optics = await givenCategory(admin, 'Optics', mechanics._id)
  const history = await givenCategory(admin, 'इतिहास')
  await givenDocument(admin, 'Waves', physics._id)
  await givenDocument(admin, 'Motion', mechanics._id)
  await givenDocument(admin, 'Lenses', optics._id)
  await givenDocument(admin, 'भारत का इतिहास', history._id)
  return { app, admin, student, physics, mechanics, optics, history }
}

describe('the list', () => {
  test('returns documents to everyone, newest first, with only the fields of a row', async () => {
    const { student, physics } = await givenLibrary()
    const answer = await student.get('/document')
    expect(answer.status).toBe(200)
    expect(titles(answer)).toEqual(['भारत का इतिहास', 'Lenses', 'Motion', 'Waves'])
    expect(answer.body).toMatchObject({ total: 4, nextCursor: null })
    const waves = answer.body.items[3]
    const url = `/api/document/${waves._id}/file`
    expect(waves).toEqual({
      _id: expect.any(String),
      title: 'Waves',
      category: { _id: physics._id, name: 'Physics' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      fileName: 'Waves.pdf',
      filePath: url,
      fileUrl: url,
      downloadUrl: `/api/document/${waves._id}/download`,
      fileSize: expect.any(Number),
      fileType: 'application/pdf',
      pages: null,
      coverUrl: null,
    })
  })

  test('of a category contains its direct documents', async () => {
    const { student, mechanics } = await givenLibrary()
    const answer = await student.get(`/document?category=${mechanics._id}`)
    expect(titles(answer)).toEqual(['Motion'])
    expect(answer.body.total).toBe(1)
  })

  test('of a missing category is empty', async () => {
    const { student } = await givenLibrary()
    const answer = await student.get('/document?category=nowhere')
    expect([answer.status, answer.body]).toEqual([200, { items: [], nextCursor: null, total: 0 }])
  })

  test('of `none` contains documents without a category', async () => {
    const { admin, student, physics } = await givenLibrary()
    expect(titles(await student.get('/document?category=none'))).toEqual([])
    await admin.del(`/category/${physics._id}`)
    const answer = await student.get('/document?category=none')
    expect(titles(answer)).toEqual(['Lenses', 'Motion', 'Waves'])
    expect(answer.body.items[0].category).toBeNull()
  })

  test('is paginated with each document on exactly one page during uploads', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const { _id: category } = await givenCategory(admin, 'Physics')
    for (let number = 1; number <= 7; number++) await givenDocument(admin, `Chapter ${number}`, category)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await admin.get(`/document?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...titles(answer))
      cursor = answer.body.nextCursor
      await givenDocument(admin, `Later ${seen.length}`, category)
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `Chapter ${number}`))
  })

  test('has no next page if the last one is exactly full', async () => {
    const { student } = await givenLibrary()
    expect((await student.get('/document?limit=4')).body.nextCursor).toBeNull()
    expect((await student.get('/document?limit=3')).body.nextCursor).not.toBeNull()
  })

  test.each([
    ['1', 200],
    [String(limits.listMax), 200],
    ['0', 400],
    [String(limits.listMax + 1), 400],
    ['-1', 400],
    ['1.5', 400],
    ['ten', 400],
    ['', 400],
  ])('with limit=%s returns %i', async (limit, status) => {
    const student = await (await given()).as('student')
    expect((await student.get(`/document?limit=${limit}`)).status).toBe(status)
  })

  test.each(['1763712000000_0192f7a0-0000-7000-8000-000000000000', 'nothing', '42'])(
    'rejects the cursor of another list (%s)',
    async (cursor) => {
      const { student } = await givenLibrary()
      const answer = await student.get(`/document?cursor=${cursor}`)
      expect([answer.status, answer.body.fields]).toEqual([400, { cursor: 'Invalid cursor' }])
      expect((await student.get('/document/favorites?cursor=0192f7a0-0000-7000-8000-000000000000')).status).toBe(400)
    },
  )

  test('continues after a document that was deleted in the meantime', async () => {
    const { admin, student } = await givenLibrary()
    const { body } = await student.get('/document?limit=2')
    await admin.del(`/document/${body.nextCursor}`)
    expect(titles(await student.get(`/document?limit=2&cursor=${body.nextCursor}`))).toEqual(['Motion', 'Waves'])
  })

  test('contains 50 documents by default', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const { _id: category } = await givenCategory(admin, 'Physics')
    for (let number = 0; number <= limits.listDefault; number++) await givenDocument(admin, `Chapter ${number}`, category)
    const { body } = await admin.get('/document')
    expect(body).toMatchObject({ total: 51, nextCursor: expect.any(String) })
    expect(body.items).toHaveLength(50)
  })
})

describe('searching', () => {
  test.each([
    ['a part of a title', 'otio', ['Motion']],
    ['a title in other letters', 'WAVES', ['Waves']],
    ['a category, with everything below it', 'physics', ['Lenses', 'Motion', 'Waves']],
    ['a category in the middle', 'mechanics', ['Lenses', 'Motion']],
    ['a Hindi word in title and category', 'इतिहास', ['भारत का इतिहास']],
    ['a part of a Hindi word', 'भार', ['भारत का इतिहास']],
    ['spaces around the word', '  lenses ', ['Lenses']],
    ['nothing but spaces', '   ', ['भारत का इतिहास', 'Lenses', 'Motion', 'Waves']],
    ['what is nowhere', 'chemistry', []],
  ])('finds %s', async (_, text, found) => {
    const { student } = await givenLibrary()
    const answer = await student.get(search(text))
    expect(titles(answer)).toEqual(found)
    expect(answer.body.total).toBe(found.length)
  })

  test.each(['%', '_', '\\', "'", '"', '50% off_\\ it’s "new"', '\\%', '%%'])('matches %s literally', async (text) => {
    const app = await given()
    const admin = await app.as('admin')
    const { _id: category } = await givenCategory(admin, 'Physics')
    await givenDocument(admin, 'plain', category)
    await givenDocument(admin, `a ${text} b`, category)
    expect(titles(await admin.get(search(text)))).toEqual([`a ${text} b`])
  })

  test('matches special characters in category names literally', async () => {
    const app = await given()
    const admin = await app.as('admin')
    await givenDocument(admin, 'one', (await givenCategory(admin, '100%'))._id)
    await givenDocument(admin, 'two', (await givenCategory(admin, '1000'))._id)
    expect(titles(await admin.get(search('0%')))).toEqual(['one'])
  })

  test('finds letters in any Unicode composition and script', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const { _id: category } = await givenCategory(admin, 'Languages')
    for (const title of ['Cafe\u0301', 'ÉCOLE', 'ΣΊΣΥΦΟΣ', 'ＦＵＬＬ']) await givenDocument(admin, title, category)
    expect(titles(await admin.get(search('caf\u00E9')))).toEqual(['Cafe\u0301'])
    expect(titles(await admin.get(search('école')))).toEqual(['ÉCOLE'])
    expect(titles(await admin.get(search('σίσυφος')))).toEqual(['ΣΊΣΥΦΟΣ'])
    expect(titles(await admin.get(search('full')))).toEqual(['ＦＵＬＬ'])
  })

  test('works within a category and across pages, and counts all matches', async () => {
    const { student, mechanics } = await givenLibrary()
    expect(titles(await student.get(`${search('physics')}&category=${mechanics._id}`))).toEqual(['Motion'])
    const first = await student.get(`${search('physics')}&limit=2`)
    const second = await student.get(`${search('physics')}&limit=2&cursor=${first.body.nextCursor}`)
    expect([titles(first), titles(second)]).toEqual([['Lenses', 'Motion'], ['Waves']])
    expect([first.body.total, second.body.total]).toEqual([3, 3])
  })

  test.each([200, 201])('with %i characters is accepted up to 200', async (length) => {
    const student = await (await given()).as('student')
    expect((await student.get(search('x'.repeat(length)))).status).toBe(length <= limits.search ? 200 : 400)
  })

  test('rejects invalid text', async () => {
    const student = await (await given()).as('student')
    expect((await student.get('/document?search=%00')).status).toBe(400)
    expect((await student.get('/document?search=a&search=b')).status).toBe(400)
  })
})

describe('one document', () => {
  test('is returned by its id, and a missing or deleted one returns not found', async () => {
    const { admin, student } = await givenLibrary()
    const [newest] = (await student.get('/document')).body.items
    expect((await student.get(`/document/${newest._id}`)).body).toEqual(newest)
    await admin.del(`/document/${newest._id}`)
    const missing = await student.get('/document/nothing')
    const deleted = await student.get(`/document/${newest._id}`)
    expect([missing.status, deleted.status]).toEqual([404, 404])
    expect(deleted.body).toEqual(missing.body)
  })
})

describe('deleting a document', () => {
  test('removes it from list, search, counts and all favourites', async () => {
    const { app, admin, student } = await givenLibrary()
    const [document] = (await student.get(search('Lenses'))).body.items
    await student.post(`/document/${document._id}/favorite`)
    expect((await admin.del(`/document/${document._id}`)).status).toBe(204)
    expect(titles(await student.get('/document'))).not.toContain('Lenses')
    expect(titles(await student.get(search('Lenses')))).toEqual([])
    expect((await student.get('/document')).body.total).toBe(3)
    expect((await student.get('/document/favorites/count')).body).toEqual({ count: 0 })
    expect((await student.get('/document/favorites')).body).toMatchObject({ items: [], total: 0 })
    expect(await app.db.selectFrom('favorites').selectAll().execute()).toEqual([])
  })

  test('and uploading change the counts at once', async () => {
    const { admin, student, optics } = await givenLibrary()
    const total = async () => [(await student.get('/document?limit=1')).body.total, (await student.get('/category/tree')).body.total]
    expect(await total()).toEqual([4, 4])
    const { _id } = await givenDocument(admin, 'Prisms', optics._id)
    expect(await total()).toEqual([5, 5])
    await admin.del(`/document/${_id}`)
    expect(await total()).toEqual([4, 4])
  })

  test('returns not found for a deleted or unknown one', async () => {
    const { admin } = await givenLibrary()
    const [document] = (await admin.get('/document')).body.items
    await admin.del(`/document/${document._id}`)
    expect((await admin.del(`/document/${document._id}`)).status).toBe(404)
    expect((await admin.del('/document/nothing')).status).toBe(404)
  })

  test('by ten admins concurrently succeeds for one of them', async () => {
    const { admin } = await givenLibrary()
    const [document] = (await admin.get('/document')).body.items
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.del(`/document/${document._id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
  })

  test('disables its file and its links, but keeps the content for a restore', async () => {
    const { app, admin, student } = await givenLibrary()
    const [document] = (await student.get('/document')).body.items
    const { downloadUrl } = (await student.get(`/document/${document._id}/download`)).body
    await admin.del(`/document/${document._id}`)
    expect((await student.get(document.fileUrl)).status).toBe(404)
    expect((await student.get(document.downloadUrl)).status).toBe(404)
    expect((await app.anyone().get(downloadUrl)).status).toBe(403)
    const { fileSha256 } = await app.db
      .selectFrom('documents')
      .select('fileSha256')
      .where('id', '=', document._id)
      .executeTakeFirstOrThrow()
    await expect(app.storage.read(fileSha256).then((stream) => stream.destroy())).resolves.toBeDefined()
  })

  test('is audited like its upload: who, what and when', async () => {
    const { app, admin, optics } = await givenLibrary()
    const { _id } = await givenDocument(admin, 'Prisms', optics._id)
    await admin.del(`/document/${_id}`)
    const entries = await app.db.selectFrom('audit').selectAll().where('targetId', '=', _id).orderBy('id').execute()
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['documents.create', admin.me._id],
      ['documents.remove', admin.me._id],
    ])
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ title: 'Prisms', category: 'Optics', fileName: 'Prisms.pdf' })
    expect(JSON.parse(entries[1]?.before ?? '')).toEqual({ title: 'Prisms', fileName: 'Prisms.pdf' })
  })

  test('is not allowed for students and managers', async () => {
    const { app, student } = await givenLibrary()
    const [document] = (await student.get('/document')).body.items
    const manager = await app.as('manager')
    expect((await student.del(`/document/${document._id}`)).status).toBe(403)
    expect((await manager.del(`/document/${document._id}`)).status).toBe(403)
    expect((await app.anyone().del(`/document/${document._id}`)).status).toBe(401)
  })
})
