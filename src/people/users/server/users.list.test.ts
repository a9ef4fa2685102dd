import { describe, expect, test } from 'vitest'
import type { User } from '#people/users/users.contract.ts'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'

const names = ({ body }: { body: { items: User[] } }): string[] => body.items.map(({ name }) => name)

const givenPeople = async () => {
  const app = await given()
  const clerk = await app.as('manager', { name: 'Clerk', email: 'desk@hall.example' })
  const add = (...people: Parameters<typeof newAccount>[1][]) =>
    app.db
      .insertInto('users')
      .values(people.map((account) => newAccount(account?.role ?? 'student', account)))
      .execute()
  const search = async (text: string) => names(await clerk.get(`/user?search=${encodeURIComponent(text)}`))
  return { app, clerk, add, search }
}

describe('the list of people', () => {
  test('can be filtered by valid and expired accounts, and the dashboard counts the same students', async () => {
    const { app, clerk, add } = await givenPeople()
    app.setNow('2026-11-20T18:30:00.000Z')
    await add(
      { name: 'Ended', terminationDate: '2026-11-20' },
      { name: 'Last day', terminationDate: '2026-11-21' },
      { name: 'Endless', terminationDate: null },
      { name: 'Gone', terminationDate: null, deletedAt: '2026-01-01T00:00:00.000Z' },
    )
    const active = (await clerk.get('/user?role=student&status=active')).body
    expect([names({ body: active }), active.total]).toEqual([['Endless', 'Last day'], 2])
    const expired = (await clerk.get('/user?status=expired')).body
    expect([names({ body: expired }), expired.total]).toEqual([['Ended'], 1])
    expect(names(await clerk.get('/user?search=end&status=active'))).toEqual(['Endless'])
    expect((await clerk.get('/user?role=student&status=active&limit=1')).body.total).toBe(2)
    expect((await clerk.get('/user/dashboard')).body.totalUsers).toBe(2)
    expect((await clerk.get('/user?status=none')).status).toBe(400)
  })

  test('is newest first, without deleted people, and contains no secrets', async () => {
    const { clerk, add } = await givenPeople()
    await add({ name: 'First' }, { name: 'Gone', deletedAt: '2026-01-01T00:00:00.000Z' }, { name: 'Last' })
    const { body } = await clerk.get('/user')
    expect(names({ body })).toEqual(['Last', 'First', 'Clerk'])
    expect([body.total, body.nextCursor]).toEqual([3, null])
    expect(Object.keys(body.items[0]).sort()).toEqual(
      [
        '_id',
        'createdAt',
        'dateJoinedLibrary',
        'dob',
        'email',
        'monthlyFee',
        'name',
        'phone',
        'profilePictureUrl',
        'role',
        'seatNumber',
        'slot',
        'terminationDate',
      ].sort(),
    )
  })

  test('is only for staff', async () => {
    const { app } = await givenPeople()
    expect((await app.anyone().get('/user')).status).toBe(401)
    for (const [role, status] of [
      ['student', 403],
      ['manager', 200],
      ['admin', 200],
      ['superadmin', 200],
    ] as const)
      expect((await (await app.as(role)).get('/user')).status).toBe(status)
  })

  test('has pages that neither repeat nor skip people while some are added', async () => {
    const { clerk, add } = await givenPeople()
    await add(...Array.from({ length: 6 }, (_, at) => ({ name: `P${at}` })))
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await clerk.get(`/user?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...names({ body }))
      cursor = body.nextCursor ?? ''
      await add({ name: 'New' })
    } while (cursor)
    expect(seen).toEqual(['P5', 'P4', 'P3', 'P2', 'P1', 'P0', 'Clerk'])
  })

  test('starts at the beginning with an empty cursor, and rejects an invalid one', async () => {
    const { clerk, add } = await givenPeople()
    await add({ name: 'New' })
    expect((await clerk.get('/user?cursor=')).body).toEqual((await clerk.get('/user')).body)
    const { status, body } = await clerk.get('/user?cursor=nothing')
    expect([status, body.message]).toEqual([400, 'Invalid cursor'])
  })

  test('is bounded: fifty by default, at most a thousand', async () => {
    const { clerk, add } = await givenPeople()
    await add(...Array.from({ length: 60 }, (_, at) => ({ name: `P${at}` })))
    const { body } = await clerk.get('/user')
    expect([body.items.length, body.total]).toEqual([50, 61])
    expect((await clerk.get('/user?limit=1000')).body.items).toHaveLength(61)
    for (const limit of ['0', '1001', '-1', 'x', '1.5', '']) expect((await clerk.get(`/user?limit=${limit}`)).status).toBe(400)
  })

  test('can be filtered by role, with its own total', async () => {
    const { clerk, add } = await givenPeople()
    await add({ name: 'Asha' }, { name: 'Boss', role: 'superadmin' }, { name: 'Bela' })
    const { body } = await clerk.get('/user?role=student&limit=1')
    expect([names({ body }), body.total]).toEqual([['Bela'], 2])
    expect(names(await clerk.get('/user?role=admin'))).toEqual([])
    expect(names(await clerk.get('/user?role=student&search=ash'))).toEqual(['Asha'])
    expect(await clerk.get('/user?role=owner')).toMatchObject({ status: 400, body: { message: 'Please check what you entered.' } })
  })

  test('counts a person who is added, deleted or changes the role', async () => {
    const { app } = await givenPeople()
    const boss = await app.as('superadmin')
    const totals = async () => {
      const all = await Promise.all(['', '&role=student', '&role=manager'].map((role) => boss.get(`/user?limit=1${role}`)))
      return all.map(({ body }) => body.total)
    }
    const add = async (email: string) =>
      (await boss.post('/user', { name: 'Asha', email, password: 'a good long one', role: 'student' })).body._id as string
    const [first, second] = [await add('a@hall.example'), await add('b@hall.example')]
    expect(await totals()).toEqual([4, 2, 1])
    expect(await totals()).toEqual([4, 2, 1])
    await boss.put(`/user/${first}`, { role: 'manager' })
    expect(await totals()).toEqual([4, 1, 2])
    await boss.del(`/user/${second}`)
    expect(await totals()).toEqual([3, 0, 2])
    await add('b@hall.example')
    expect(await totals()).toEqual([4, 1, 2])
  })
})

describe('searching people', () => {
  test.each([
    ['MEE', ['Meera Iyer']],
    ['ra iy', ['Meera Iyer']],
    ['  meera  ', ['Meera Iyer']],
    ['मीरा', ['मीरा देवी']],
    ['देव', ['मीरा देवी']],
    ['éCOLE', ['École Ünal']],
    ['ünal', ['École Ünal']],
    ['LIBRARY.example', ['Meera Iyer']],
    ['%', ['100% Ravi']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ["'", ["O'Neil"]],
    ['"', []],
    ['nobody', []],
  ])('for %j finds %j', async (text, found) => {
    const { add, search } = await givenPeople()
    await add(
      { name: 'Meera Iyer', email: 'MI@Library.example' },
      { name: 'मीरा देवी' },
      { name: 'École Ünal' },
      { name: '100% Ravi' },
      { name: 'under_score' },
      { name: 'back\\slash' },
      { name: "O'Neil" },
    )
    expect(await search(text)).toEqual(found)
  })

  test('for nothing finds everybody, and too long a text is rejected', async () => {
    const { clerk, search } = await givenPeople()
    expect(await search('   ')).toEqual(['Clerk'])
    expect((await clerk.get(`/user?search=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test.each([
    ['few', 30, 25],
    ['more than are gathered first', 3_100, 900],
  ])('that finds %s has pages, with the total on each, and without deleted people', async (_, count, limit) => {
    const { clerk, add } = await givenPeople()
    const one = (at: number) => (at % 3 === 0 ? { email: `reader-${at}@hall.test` } : { name: `A reader ${at}` })
    for (let at = 0; at < count; at += 100) await add(...Array.from({ length: Math.min(100, count - at) }, (_, more) => one(at + more)))
    await add(
      { name: 'A reader who left', deletedAt: '2026-01-01T00:00:00.000Z' },
      { name: 'Asha', role: 'admin', email: 'reader@hall.test' },
    )
    for (const [query, total] of [
      ['search=READER', count + 1],
      ['search=reader&role=student', count],
      ['search=reader&role=manager', 0],
    ] as const) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await clerk.get(`/user?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`)
        expect(body.total).toBe(total)
        seen.push(...body.items.map(({ _id }: User) => _id))
        cursor = body.nextCursor ?? ''
      } while (cursor)
      expect([seen.length, seen]).toEqual([total, [...new Set(seen)].toSorted().toReversed()])
    }
  })

  test('finds a person by their current name', async () => {
    const { app, search } = await givenPeople()
    const [boss, person] = [await app.as('superadmin'), await app.as('student', { name: 'Meera Iyer' })]
    await boss.put(`/user/${person._id}`, { name: 'मीरा राव' })
    expect([await search('iyer'), await search('राव')]).toEqual([[], ['मीरा राव']])
  })
})
