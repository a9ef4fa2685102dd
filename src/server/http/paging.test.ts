import { beforeAll, describe, expect, test } from 'vitest'
import { extractAll } from '#library/extraction/server/extraction.service.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'

const givenHall = async () => {
  const app = await given({}, { lasts: 'file' })
  const [superadmin, student] = [await app.as('superadmin'), await app.as('student')]
  const { _id: category } = await givenCategory(superadmin, 'Physics')
  return { app, superadmin, student, category }
}
type Hall = Awaited<ReturnType<typeof givenHall>>

const three = ['Lenses', 'Prisms', 'Mirrors']
const threeDocuments = async ({ superadmin, category }: Hall): Promise<string[]> => {
  const ids: string[] = []
  for (const title of three) ids.push((await givenDocument(superadmin, title, category))._id)
  return ids
}

/** Every paged list: makes three items in it, and returns its reader and address. */
const lists: [string, (hall: Hall) => Promise<[SignedInPerson, string]>][] = [
  [
    'documents',
    async (hall) => {
      await threeDocuments(hall)
      return [hall.student, '/document?']
    },
  ],
  [
    'documents that are searched',
    async (hall) => {
      await threeDocuments(hall)
      return [hall.student, '/document?search=s&']
    },
  ],
  [
    'people',
    async ({ app, superadmin }) => {
      await app.as('manager')
      return [superadmin, '/user?']
    },
  ],
  [
    'people that are searched',
    async ({ app, superadmin }) => {
      await app.as('manager')
      return [superadmin, '/user?search=example&']
    },
  ],
  [
    'favourites',
    async (hall) => {
      for (const id of await threeDocuments(hall)) await hall.student.post(`/document/${id}/favorite`)
      return [hall.student, '/document/favorites?']
    },
  ],
  [
    'sessions',
    async ({ app, student }) => {
      for (const device of ['Firefox', 'Safari']) await startSession(app.platform, app.db, { userId: student._id, device, now: new Date() })
      return [student, '/auth/sessions?']
    },
  ],
  [
    'deleted documents',
    async (hall) => {
      await hall.superadmin.post('/document/remove', { ids: await threeDocuments(hall) })
      return [hall.superadmin, '/document/removed?']
    },
  ],
  [
    'what is found in texts',
    async ({ app, superadmin, student, category }) => {
      for (const title of three) {
        const file = pdf({ pages: 1, lines: () => [`The light of ${title}`] })
        await superadmin.post('/document', uploadForm({ title, category, file }))
      }
      await extractAll(app.platform)
      return [student, '/document/search?q=light&']
    },
  ],
]

const keyOf = (item: { _id?: string; document?: { _id: string } }): string => item._id ?? item.document?._id ?? ''

describe.each(lists)('a list of %s', (_, make) => {
  let who: SignedInPerson
  let path: string
  beforeAll(async () => {
    const [reader, address] = await make(await givenHall())
    who = reader
    path = address
  })

  test('has pages with every item once, and an end', async () => {
    const whole = (await who.get(`${path}limit=3`)).body
    expect([whole.items.length, whole.nextCursor]).toEqual([3, null])
    const walked: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await who.get(`${path}limit=1&cursor=${cursor}`)
      expect([status, body.items.length, body.total]).toEqual([200, 1, whole.total])
      walked.push(...body.items)
      cursor = body.nextCursor
    }
    expect(walked.map((item) => keyOf(item as object))).toEqual(whole.items.map(keyOf))
  })

  test('begins at its beginning with an empty cursor', async () => {
    const keysOf = async (more: string) => (await who.get(`${path}${more}`)).body.items.map(keyOf)
    expect(await keysOf('cursor=')).toEqual(await keysOf(''))
    expect(await keysOf('cursor=')).toHaveLength(3)
  })

  test('refuses an invalid cursor', async () => {
    const message = 'Invalid cursor'
    for (const cursor of ['nothing', '-', '_', "'", 'x'.repeat(201), '99999999999999999_a', '1e3', '%00']) {
      const { status, body } = await who.get(`${path}cursor=${cursor}`)
      expect([cursor, status, body]).toEqual([cursor, 400, { code: 'invalid', message, fields: { cursor: message } }])
    }
  })
})
