import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenPair, groupOf, privateOf, said, say } from './testing/chat.ts'

const isSqlite = (process.env.TEST_DATABASE || 'sqlite') === 'sqlite'

describe('who may write to whom', () => {
  const setting = async (studentsMayWrite: string) => {
    const app = await given()
    await app.db
      .insertInto('customization')
      .values({
        id: 'only',
        systemName: null,
        logoSha256: null,
        logoName: null,
        showLogo: 0,
        logoSize: 40,
        activeTheme: null,
        landing: null,
        hall: null,
        documents: null,
        chat: JSON.stringify({ studentsMayWrite }),
      })
      .execute()
    return { app, asha: await app.as('student'), binod: await app.as('student'), clerk: await app.as('manager') }
  }

  test('students may write only to staff if the hall requires it', async () => {
    const { asha, binod, clerk } = await setting('staff')
    expect((await asha.post('/chat/conversations/private', { userId: binod._id })).status).toBe(403)
    expect((await say(asha, await privateOf(asha, clerk), 'Hello')).status).toBe(201)
    expect((await asha.get('/chat/users/search')).body.items.map(({ _id }: { _id: string }) => _id)).toEqual([clerk._id])
  })

  test('students may not start conversations if the hall forbids it, but may reply to staff', async () => {
    const { asha, binod, clerk } = await setting('nobody')
    expect((await asha.post('/chat/conversations/private', { userId: binod._id })).status).toBe(403)
    expect((await asha.post('/chat/conversations/private', { userId: clerk._id })).body.code).toBe('chat.not_to_anyone')
    const id = await privateOf(clerk, asha)
    expect((await say(asha, id, 'Hello?')).status).toBe(403)
    await say(clerk, id, 'Your seat is free')
    expect((await say(asha, id, 'Thank you')).status).toBe(201)
    expect((await say(asha, 'general', 'Groups stay open')).status).toBe(201)
  })

  test('a block prevents both from writing in private, and only the person who blocks is notified', async () => {
    const { asha, binod, id } = await givenPair(await given())
    expect((await asha.put(`/chat/blocks/${binod._id}`)).status).toBe(204)
    expect((await asha.put(`/chat/blocks/${binod._id}`)).status).toBe(204)
    expect((await say(asha, id, 'x')).body.code).toBe('chat.you_blocked')
    expect((await say(binod, id, 'x')).body.code).toBe('chat.blocked')
    expect((await binod.get(`/chat/conversations/${id}`)).body.whyNotWrite).toEqual({
      code: 'chat.blocked',
      message: 'You cannot write to this person.',
    })
    expect((await binod.get('/chat/users/search')).body.items).toEqual([])
    expect((await asha.get('/chat/blocks')).body.items).toMatchObject([{ name: 'Binod' }])
    await asha.del(`/chat/blocks/${binod._id}`)
    expect((await say(binod, id, 'x')).status).toBe(201)
    expect((await asha.put(`/chat/blocks/${asha._id}`)).status).toBe(400)
    expect((await asha.put('/chat/blocks/nobody')).status).toBe(404)
  })

  test('neither can start a conversation while a block exists, and earlier messages stay readable', async () => {
    const app = await given()
    const { asha, binod, id } = await givenPair(app)
    const chitra = await app.as('student', { name: 'Chitra' })
    await said(binod, id, 'Before')
    for (const other of [binod, chitra]) await asha.put(`/chat/blocks/${other._id}`)
    const begin = (who: typeof asha, other: typeof asha) => who.post('/chat/conversations/private', { userId: other._id })
    const refused = [await begin(chitra, asha), await begin(asha, chitra)]
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [403, 'You cannot write to this person.'],
      [403, 'You have blocked this person. Unblock them to write.'],
    ])
    const groups = ['Announcement', 'General']
    const listed = async (who: typeof asha) =>
      (await who.get('/chat/conversations')).body.items.map(({ name }: { name: string }) => name).toSorted()
    expect([await listed(asha), await listed(chitra)]).toEqual([[...groups.slice(0, 1), 'Binod', 'General'], groups])
    const known = await begin(binod, asha)
    expect([known.status, known.body._id, known.body.whyNotWrite.code]).toEqual([201, id, 'chat.blocked'])
    expect((await binod.get(`/chat/conversations/${id}/messages`)).body.items).toMatchObject([{ content: 'Before' }])
    await asha.del(`/chat/blocks/${chitra._id}`)
    expect((await begin(chitra, asha)).status).toBe(201)
  })

  // Runs between the first check and the lock, using SQL that only SQLite accepts unchanged.
  test.runIf(isSqlite)('a removal that comes while a message waits for its turn holds', async () => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const id = await groupOf(app, [asha, binod])
    const message = await said(asha, id, 'Before')
    await sql`create trigger meanwhile after update on conversations begin
      delete from conversation_members where user_id = ${sql.lit(asha._id)}; end`.execute(app.db)
    const refused = []
    for (const write of [
      () => say(asha, id, 'Now'),
      () => asha.put(`/chat/messages/${message._id}`, { content: 'Now' }),
      () => asha.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' }),
    ])
      refused.push((await write()).status)
    expect(refused).toEqual([404, 404, 404])
    // The rejected write was rolled back, including the removal.
    expect((await asha.get(`/chat/conversations/${id}/messages`)).body.items).toMatchObject([{ content: 'Before', reactions: [] }])
  })

  test.runIf(isSqlite)('a block that comes while a message waits for its turn holds', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const message = await said(asha, id, 'Before')
    await sql`create trigger meanwhile after update on conversations begin
      insert into blocks (blocker_id, blocked_id, created_at) values (${sql.lit(binod._id)}, ${sql.lit(asha._id)}, '2026-11-22'); end`.execute(
      app.db,
    )
    const refused = [
      await say(asha, id, 'Now'),
      await asha.put(`/chat/messages/${message._id}`, { content: 'Now' }),
      await asha.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'chat.blocked'))
    expect((await asha.get(`/chat/conversations/${id}/messages`)).body.items).toMatchObject([{ content: 'Before', reactions: [] }])
  })

  test('nobody can write to a deleted account; earlier messages stay', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    await say(asha, id, 'Hello')
    await (await app.as('superadmin')).del(`/user/${asha._id}`)
    expect((await say(binod, id, 'x')).body.code).toBe('chat.person_gone')
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ name: 'Deleted user', lastMessage: { content: 'Hello' } })
  })
})

test('everybody is in the two built-in groups before anybody has opened them', async () => {
  const app = await given()
  const asha = await app.as('student')
  const ids = (answer: { body: { conversations: { _id: string }[] } }) => answer.body.conversations.map(({ _id }) => _id)
  expect(ids(await asha.get('/auth/me'))).toEqual(['announcement', 'general'])
  for (const id of ids(await asha.get('/auth/me'))) expect((await asha.get(`/chat/conversations/${id}`)).status).toBe(200)
})

test('only the people themselves can list the conversations they are in', async () => {
  const { app, asha, binod, id } = await givenPair(await given())
  await privateOf(binod, await app.as('student'))
  await asha.post('/chat/conversations/group/join')
  const ids = (answer: { body: { conversations: { _id: string }[] } }) => answer.body.conversations.map(({ _id }) => _id)
  expect(ids(await asha.get('/auth/me')).toSorted()).toEqual(['announcement', 'general', id].toSorted())
  expect(ids(await asha.get(`/user/profile/${asha._id}`)).toSorted()).toEqual(['announcement', 'general', id].toSorted())
  expect((await binod.get(`/user/profile/${asha._id}`)).body).not.toHaveProperty('conversations')
})

describe('lists', () => {
  test('of conversations are ordered by the newest message, in pages, and search matches names literally', async () => {
    const app = await given()
    const me = await app.as('superadmin')
    const names = ['Asha 100%', 'Binod', 'चन्द्र']
    const ids = []
    for (const name of names) ids.push(await privateOf(me, await app.as('student', { name })))
    await groupOf(app, [me], 'Physics')
    await said(me, ids[1] ?? '', 'Newest')
    const list = async (query: string) =>
      (await me.get(`/chat/conversations?${query}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await list('type=private')).toEqual(['Binod', 'चन्द्र', 'Asha 100%'])
    expect(await list('search=%25')).toEqual(['Asha 100%'])
    expect(await list('search=PHYS')).toEqual(['Physics'])
    expect(await list(`search=${encodeURIComponent('चन्द्र')}`)).toEqual(['चन्द्र'])
    const first = (await me.get('/chat/conversations?limit=2')).body
    expect(first.items).toHaveLength(2)
    const rest = (await me.get(`/chat/conversations?cursor=${first.nextCursor}`)).body
    expect([...first.items, ...rest.items].map(({ _id }: { _id: string }) => _id)).toHaveLength(6)
  })

  test('of people include those who can sign in, found by name, and by email only for staff', async () => {
    const app = await given()
    // An address made at random may contain what is searched for.
    const asha = await app.as('student', { name: 'Asha', email: 'asha@example.org' })
    const clerk = await app.as('manager', { email: 'clerk@example.org' })
    await app.as('student', { name: 'Binod', email: 'binod@example.org', phone: '+91 (0) 98-765' })
    await app.as('student', { name: 'Chitra', terminationDate: '2020-01-31' })
    const find = async (who: typeof asha, q: string) =>
      (await who.get(`/chat/users/search?q=${encodeURIComponent(q)}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await find(asha, 'bin')).toEqual(['Binod'])
    expect(await find(asha, 'chitra')).toEqual([])
    expect(await find(asha, 'binod@')).toEqual([])
    expect(await find(clerk, 'binod@')).toEqual(['Binod'])
    for (const part of ['98-765', '+91 (0)', ' 98']) expect(await find(clerk, part)).toEqual(['Binod'])
    expect(await find(clerk, 'x 98-765')).toEqual([])
    expect(await find(asha, '98-765')).toEqual([])
    expect((await asha.get('/chat/users/search?q=bin')).text).not.toContain('@')
  })
})
