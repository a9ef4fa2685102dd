import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { hallOf } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name)

describe('the possible recipients of a notice', () => {
  const givenPeople = async () => {
    const hall = await givenHall()
    await hall.app.as('student', { name: 'Zoya', slot: 'morning', seatNumber: 4, terminationDate: '2026-11-21' })
    await hall.app.as('student', { name: 'Bela', slot: 'morning', terminationDate: '2026-11-28' })
    await hall.app.as('student', { name: 'chetan', slot: 'full-day', terminationDate: '2026-11-29' })
    await hall.app.as('student', { name: 'Gone', slot: 'morning', terminationDate: '2026-11-20' })
    return hall
  }

  test('are people with an active account, sorted by name, with the fields they are chosen by', async () => {
    const { manager } = await givenPeople()
    const answer = await manager.get('/notice/users')
    expect(names(answer)).toEqual(['Asha', 'Bela', 'chetan', 'Farida Khan', 'Ravi', 'Zoya'])
    expect(answer.body).toMatchObject({ total: 6, nextCursor: null })
    const { _id, email, ...zoya } = answer.body.items.at(-1)
    expect(zoya).toEqual({ name: 'Zoya', role: 'student', slot: 'morning', seatNumber: 4, terminationDate: '2026-11-21' })
  })

  test('have the label of their seat beside its number', async () => {
    const { app, manager } = await givenPeople()
    await (await app.as('superadmin')).put('/user/seats/details', { from: 4, to: 4, labels: { prefix: 'B24' } })
    expect((await manager.get('/notice/users?search=zoya')).body.items).toMatchObject([{ seatNumber: 4, seatLabel: 'B24' }])
  })

  test('can be filtered by slot, by an end within seven days, and by a part of the name or email', async () => {
    const { manager } = await givenPeople()
    const found = async (query: string) => names(await manager.get(`/notice/users?${query}`))
    expect(await found('slot=morning')).toEqual(['Bela', 'Zoya'])
    expect(await found('expiring=true')).toEqual(['Bela', 'Zoya'])
    expect(await found('search=RAVI%40')).toEqual(['Ravi'])
    expect(await found('search=%25')).toEqual([])
    expect(await found('search=e&slot=full-day')).toEqual(['chetan'])
  })

  test('are paginated with each person on exactly one page, even those of the same name', async () => {
    const { app, manager } = await givenPeople()
    for (let twin = 0; twin < 3; twin++) await app.as('student', { name: 'Asha' })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await manager.get(`/notice/users?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(9)
      seen.push(...body.items.map(({ _id }: { _id: string }) => _id))
      cursor = body.nextCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([9, 9])
  })
})

describe('the readers of a notice', () => {
  test('are listed separately from recipients who have not read it', async () => {
    const { app, manager, asha, ravi, write } = await givenHall()
    await app.as('student', { name: 'Gone', terminationDate: '2026-11-20' })
    const { _id } = await write()
    await asha.post(`/notice/${_id}/read`)
    const read = await manager.get(`/notice/${_id}/readers`)
    expect(read.body).toEqual({
      items: [{ _id: asha._id, name: 'Asha', email: 'asha@example.org', readAt: expect.any(String) }],
      nextCursor: null,
      readCount: 1,
      unreadCount: 2,
    })
    const unread = await manager.get(`/notice/${_id}/readers?state=unread&limit=1`)
    expect([names(unread), unread.body.items[0].readAt]).toEqual([['Farida Khan'], null])
    expect(names(await manager.get(`/notice/${_id}/readers?state=unread&limit=1&cursor=${unread.body.nextCursor}`))).toEqual(['Ravi'])
    await manager.put(`/notice/${_id}`, { targetUsers: [ravi._id] })
    expect((await manager.get(`/notice/${_id}/readers?state=unread`)).body).toMatchObject({ items: [{ _id: ravi._id }], unreadCount: 1 })
  })
})
