import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { categoryLimits } from '#library/categories/categories.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { type Answer, given } from '#server/testing/given.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'

const nasty = [
  ...['%', '_', "'", '\\', '"', '`', "%_'\\", "'; drop table users; --", '\\%', '$1', '?', ':id', '{}', '[]', '<script>alert(1)</script>'],
  ...[
    'भौतिकी कक्षा १२',
    'مكتبة',
    'a\u202Eb',
    '\u200Fעברית',
    '👩🏽‍🚀',
    '🏳️‍🌈',
    'e\u0301',
    'ﬁ',
    'İstanbul',
    'ẞ',
    '\uFEFFbom',
    '\u00A0x\u00A0',
    'a\tb\nc\r\nd',
  ],
  ...[
    '\0',
    'a\0b',
    '\uD800',
    'a\uDFFFb',
    '\uDE00\uD83D',
    '\u{10FFFF}',
    '\uFFFE',
    '\x1B[31m',
    '\u2028',
    'null',
    'undefined',
    '__proto__',
    '',
    ' ',
  ],
]
const unit = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
)
const anyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit, maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 400, size: 'max' }),
)

const isRefused = (text: string): boolean => !text.isWellFormed() || text.includes('\0')

/** Checks that a text is stored unchanged after trimming, or refused as bad input, as known beforehand. */
const expectKept = (answer: Answer, sent: string, max: number, kept: (body: Answer['body']) => unknown): void => {
  const trimmed = sent.trim()
  const fine = !isRefused(trimmed) && trimmed.length > 0 && [...trimmed].length <= max
  expect([sent, answer.status]).toEqual([sent, fine ? 201 : 400])
  if (fine) expect(kept(answer.body)).toBe(trimmed)
}

/** A form as bytes: `FormData` changes line ends and broken texts before they are sent. */
const formOf = (fields: Record<string, string>, file: Buffer): { payload: Buffer; type: string } => {
  const boundary = 'a-boundary-that-no-text-holds'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="pdf"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, type: `multipart/form-data; boundary=${boundary}` }
}

describe('any text is stored unchanged, or refused', { timeout: 60_000 }, () => {
  test('as the name of a category', async () => {
    const admin = await (await given()).as('admin')
    const tryText = async (name: string) => {
      const answer = await admin.post('/category', { name })
      expectKept(answer, name, categoryLimits.name, (body) => body.name)
      if (answer.status !== 201) return
      expect((await admin.get('/category')).body.items).toMatchObject([{ name: name.trim(), path: name.trim() }])
      await admin.del(`/category/${answer.body._id}`)
    }
    for (const name of nasty) await tryText(name)
    await fc.assert(fc.asyncProperty(anyText, tryText), { numRuns: roundsOf({ ordinary: 30, hard: 150 }) })
  })

  test('as the title of a document', async () => {
    const { app, as, db } = await given()
    const admin = await as('admin')
    const { _id: category } = await givenCategory(admin, 'Physics')
    const file = pdf()
    const tryText = async (title: string) => {
      const { payload, type } = formOf({ title, category }, file)
      const sent = await app.inject({
        method: 'POST',
        url: '/api/document',
        headers: { authorization: admin.token, 'content-type': type },
        payload,
      })
      // Half a surrogate pair has no bytes: the replacement character arrives.
      const answer = { status: sent.statusCode, body: sent.json() } as Answer
      expectKept(answer, title.toWellFormed(), documentLimits.title, (body) => body.title)
      if (answer.status !== 201) return
      expect((await admin.get(`/document/${answer.body._id}`)).body.title).toBe(answer.body.title)
      await db.deleteFrom('documents').execute()
    }
    for (const title of nasty) await tryText(title)
    await fc.assert(fc.asyncProperty(anyText, tryText), { numRuns: roundsOf({ ordinary: 20, hard: 60 }) })
  })

  test('as the name of a person', async () => {
    const manager = await (await given()).as('manager')
    let made = 0
    const tryText = async (name: string) => {
      const email = `asha-${++made}@example.org`
      const answer = await manager.post('/user', { name, email, password: 'correct horse battery', role: 'student' })
      expectKept(answer, name, limits.personName, (body) => body.name)
      if (answer.status === 201)
        expect((await manager.get(`/user?search=${email}`)).body.items).toMatchObject([{ name: name.trim(), email }])
    }
    await fc.assert(fc.asyncProperty(anyText, tryText), { numRuns: roundsOf({ ordinary: 15, hard: 40 }) })
  })

  test('as anything that a person fills in, in every field at once', async () => {
    const manager = await (await given()).as('manager')
    const fields = ['name', 'email', 'password', 'role', 'terminationDate', 'dob', 'dateJoinedLibrary', 'slot', 'seatNumber', 'phone']
    const right = { name: 'Asha', email: 'asha@example.org', password: 'correct horse battery', role: 'student' }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields.filter((field) => field !== 'name' && field !== 'password')),
        anyText,
        async (field, text) => {
          const { status } = await manager.post('/user', { ...right, [field]: text, password: 'short' })
          expect([field, text, status]).toEqual([field, text, 400])
        },
      ),
      { numRuns: roundsOf({ ordinary: 60, hard: 200 }) },
    )
  })
})

describe('any text can be searched for', { timeout: 60_000 }, () => {
  test('and is found literally, or is refused', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const student = await app.as('student')
    const { _id: category } = await givenCategory(admin, 'Physics')
    const book = await givenDocument(admin, 'Waves', category)
    await givenDocument(admin, 'Another book', category)
    await student.post(`/document/${book._id}/favorite`)
    const tryText = async (text: string) => {
      const trimmed = text.trim()
      const { status } = await admin.post('/category', { name: text })
      const isStorable = status === 201
      const query = `search=${encodeURIComponent(text.toWellFormed())}`
      const expected = text.includes('\0') && trimmed.includes('\0') ? 400 : [...trimmed].length > limits.search ? 400 : 200
      for (const [person, path] of [
        [admin, '/user'],
        [admin, '/document'],
        [student, '/document/favorites'],
      ] as const)
        expect([path, text, (await person.get(`${path}?${query}`)).status]).toEqual([path, text, expected])
      if (!isStorable) return
      const { body: tree } = await admin.get('/category')
      const named = tree.items.find(({ name }: { name: string }) => name === trimmed)
      await app.db.updateTable('documents').set({ categoryId: named._id }).where('id', '=', book._id).execute()
      await app.db
        .updateTable('revisions')
        .set(({ eb }) => ({ value: eb('value', '+', 1) }))
        .execute()
      const found = (await admin.get(`/document?${query}`)).body.items.map(({ _id }: { _id: string }) => _id)
      expect([text, found]).toEqual([text, expect.arrayContaining([book._id])])
      await admin.del(`/category/${named._id}`)
    }
    for (const text of nasty) await tryText(text)
    await fc.assert(fc.asyncProperty(anyText, tryText), { numRuns: roundsOf({ ordinary: 20, hard: 60 }) })
  })

  const givenWaves = async () => {
    const app = await given({}, { lasts: 'file' })
    const admin = await app.as('admin', { name: 'Waves' })
    const student = await app.as('student', { name: 'Waves' })
    const book = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
    await student.post(`/document/${book._id}/favorite`)
    return { admin, student }
  }
  let waves: ReturnType<typeof givenWaves> | undefined

  test.each(['%', '_', '\\', "'", '%%', '__', 'W_ves', 'W%', '%aves', '\\%'])('and %s has no special meaning', async (text) => {
    waves ??= givenWaves()
    const { admin, student } = await waves
    const query = `search=${encodeURIComponent(text)}`
    const answers = [
      await admin.get(`/user?${query}`),
      await admin.get(`/document?${query}`),
      await student.get(`/document/favorites?${query}`),
    ]
    expect(answers.map(({ status, body }) => [status, body.items])).toEqual([
      [200, []],
      [200, []],
      [200, []],
    ])
  })
})
