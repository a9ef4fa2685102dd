import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { messageIndexOf } from '#server/db/messageIndexOf.ts'
import { transact } from '#server/db/transact.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { chatLimits } from '../conversations.limits.ts'
import { groupOf, privateOf, said } from './testing/chat.ts'

const givenPeople = async () => {
  const app = await given()
  const [asha, binod, chitra] = [
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
    await app.as('student', { name: 'Chitra' }),
  ]
  return { app, asha, binod, chitra }
}

type Hit = { message: { _id: string; content: string; seq: number }; conversation: { name: string } }

const search = async (person: SignedInPerson, q: string, more = '') => {
  const { status, body } = await person.get(`/chat/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return body as { items: Hit[]; nextCursor: string | null }
}
const found = async (person: SignedInPerson, q: string) => (await search(person, q)).items.map(({ message }) => message.content)

describe('a search in messages', () => {
  test('finds messages of the searcher’s own conversations, newest first, with the conversation names they see', async () => {
    const { app, asha, binod, chitra } = await givenPeople()
    const ours = await privateOf(asha, binod)
    const group = await groupOf(app, [asha, binod, chitra], 'Physics')
    await said(asha, ours, 'Is a seat free?')
    await said(binod, group, 'The seat at the window is free')
    await said(chitra, 'general', 'Whose seat is 12?')
    await said(binod, await privateOf(binod, chitra), 'Keep a seat for me')
    const { items, nextCursor } = await search(asha, 'seat')
    expect(items.map(({ message, conversation }) => [message.content, conversation])).toEqual([
      ['Whose seat is 12?', { _id: 'general', name: 'General', type: 'group' }],
      ['The seat at the window is free', { _id: group, name: 'Physics', type: 'group' }],
      ['Is a seat free?', { _id: ours, name: 'Binod', type: 'private' }],
    ])
    expect(nextCursor).toBeNull()
    expect((await search(binod, 'free?')).items.at(-1)?.conversation.name).toBe('Asha')
  })

  test.each([
    ['नोट', ['नोट्स कहाँ मिलेंगे?']],
    ['"फीस जमा"', ['फीस जमा हो गई']],
    ['"जमा फीस"', []],
    ['charg', ['My charger is lost']],
    ['"charg"', []],
    ['100%', ['100% of _it_ is "gone", isn\'t it']],
    ['%', []],
    ['_', []],
    [`it' or '1'='1`, []],
    ['"', []],
    ['', []],
    ['lost charger', ['My charger is lost']],
  ])('takes %j for words', async (typed, texts) => {
    const { asha } = await givenPeople()
    for (const text of ['My charger is lost', 'नोट्स कहाँ मिलेंगे?', 'फीस जमा हो गई', '100% of _it_ is "gone", isn\'t it'])
      await said(asha, 'general', text)
    expect(await found(asha, typed)).toEqual(texts)
  })

  test('finds an edited message only by its new text, and never finds a deleted one', async () => {
    const { app, asha, binod } = await givenPeople()
    const id = await privateOf(asha, binod)
    const [typo, gone, evidence] = [await said(asha, id, 'the lihgt'), await said(asha, id, 'a light'), await said(binod, id, 'no light')]
    await asha.put(`/chat/messages/${typo._id}`, { content: 'the light' })
    expect([await found(binod, 'lihgt'), await found(binod, 'light')]).toEqual([[], ['no light', 'a light', 'the light']])
    await asha.del(`/chat/messages/${gone._id}`)
    const admin = await app.as('admin')
    const flag = { messageId: evidence._id, flaggedBy: admin._id, reason: '', flaggedAt: '2026-11-22T05:30:00.000Z' }
    await app.db.insertInto('messageFlags').values(flag).execute()
    await binod.del(`/chat/messages/${evidence._id}`)
    expect(await found(asha, 'light')).toEqual(['the light'])
  })

  test('finds nothing in conversations the searcher has left, and in deleted groups', async () => {
    const { app, asha, binod } = await givenPeople()
    const admin = await app.as('admin')
    const { _id } = (await admin.post('/chat/admin/groups', { name: 'Law', participants: [asha._id, binod._id] })).body
    await said(asha, _id, 'The notes are here')
    expect(await found(binod, 'notes')).toEqual(['The notes are here'])
    await admin.del(`/chat/admin/groups/${_id}/members/${binod._id}`)
    expect([await found(binod, 'notes'), await found(asha, 'notes')]).toEqual([[], ['The notes are here']])
    await admin.post(`/chat/admin/groups/${_id}/members`, { userIds: [binod._id] })
    expect(await found(binod, 'notes')).toEqual(['The notes are here'])
    await admin.del(`/chat/admin/groups/${_id}`)
    expect([await found(binod, 'notes'), await found(asha, 'notes')]).toEqual([[], []])
  })

  test('does not search encrypted messages', async () => {
    const { app, asha, binod } = await givenPeople()
    const id = await privateOf(asha, binod)
    await said(asha, id, 'before the key')
    expect(await found(asha, 'key')).toEqual(['before the key'])
    await app.db.updateTable('conversations').set({ encryptedAt: '2026-11-22T05:30:00.000Z' }).where('id', '=', id).execute()
    expect(await found(asha, 'key')).toEqual([])
  })

  test('continues after the previous page, even if messages are written in between', async () => {
    const { asha, binod } = await givenPeople()
    const id = await privateOf(asha, binod)
    for (let n = 1; n <= 5; n++) await said(n % 2 ? asha : binod, n % 3 ? id : 'general', `seat ${n}`)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await search(asha, 'seat', `&limit=2&cursor=${cursor}`)
      seen.push(...page.items.map(({ message }) => message.content))
      cursor = page.nextCursor ?? ''
      await said(binod, id, 'seat again')
    } while (cursor)
    expect(seen).toEqual(['seat 5', 'seat 4', 'seat 3', 'seat 2', 'seat 1'])
    expect((await asha.get('/chat/search?q=seat&cursor=other')).status).toBe(400)
  })

  test('returns twenty by default', async () => {
    const { asha } = await givenPeople()
    for (let n = 0; n <= chatLimits.messageHits; n++) await said(asha, 'general', `seat ${n}`)
    const { items, nextCursor } = await search(asha, 'seat')
    expect([items.length, nextCursor]).toEqual([chatLimits.messageHits, items.at(-1)?.message._id])
  })
})

/** Inserts messages as rows and indexes each: sending so many takes too long. */
const fill = async ({ db }: Given, conversationId: string, senderId: string, texts: readonly string[], first = 1): Promise<void> => {
  const rows = texts.map((content, at) => ({
    id: newId(),
    conversationId,
    seq: first + at,
    change: 0,
    type: 'text' as const,
    senderId,
    clientId: newId(),
    content,
    replyTo: null,
    createdAt: '2026-11-22T05:30:00.000Z',
    editedAt: null,
    editedBy: null,
    deletedAt: null,
    deletedBy: null,
  }))
  for (let done = 0; done < rows.length; done += 500)
    await transact(db, async (tx) => {
      const some = rows.slice(done, done + 500)
      await tx.insertInto('messages').values(some).execute()
      for (const { id, seq, content } of some) await messageIndexOf(tx).put(tx, { id, conversationId, seq, text: content })
    })
  const last = rows.at(-1)
  await db
    .updateTable('conversations')
    .set({ lastSeq: last?.seq ?? 0, activity: last?.id ?? '' })
    .where('id', '=', conversationId)
    .execute()
}

test('searches a long conversation as fast as a short one', { timeout: 120_000 }, async () => {
  const { app, asha, binod, chitra } = await givenPeople()
  const long = await groupOf(app, [asha, binod], 'Long')
  const [cells, rare] = [2.5, 7]
  const count = Math.ceil(messageIndexOf(app.db).cellMessages * cells)
  await fill(
    app,
    long,
    binod._id,
    Array.from({ length: count }, (_, at) => (at === rare ? 'rare seat' : `seat ${at}`)),
  )
  const others = await groupOf(app, [binod, chitra], 'Others')
  await fill(
    app,
    others,
    chitra._id,
    Array.from({ length: 50 }, () => 'rare seat'),
  )
  const short = await privateOf(asha, chitra)
  await said(asha, short, 'a seat at last')
  expect((await search(asha, 'rare')).items.map(({ message }) => message.seq)).toEqual([rare + 1])
  const seqs: number[] = []
  let cursor = ''
  do {
    const page = await search(asha, 'seat', `&limit=50&cursor=${cursor}`)
    seqs.push(...page.items.map(({ message }) => message.seq))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(seqs).toEqual([1, ...Array.from({ length: count }, (_, at) => count - at)])
})

test('finds a message once that is the last of its conversation and of its cell', async () => {
  const { app, asha, binod } = await givenPeople()
  const group = await groupOf(app, [asha, binod], 'Full')
  const end = messageIndexOf(app.db).cellMessages - 1
  await fill(app, group, binod._id, ['seat', 'seat'], end - 1)
  expect((await search(asha, 'seat')).items.map(({ message }) => message.seq)).toEqual([end, end - 1])
  await fill(app, group, binod._id, ['seat'], end + 1)
  expect((await search(asha, 'seat')).items.map(({ message }) => message.seq)).toEqual([end + 1, end, end - 1])
})
