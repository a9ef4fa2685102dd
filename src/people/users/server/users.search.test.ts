import { describe, expect, test } from 'vitest'
import type { User } from '#people/users/users.contract.ts'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'

/* The hall of these tests is in Kolkata, five and a half hours ahead of UTC. */

let made = 0
/** Without a digit, so that a search for one finds nobody by chance. */
const newEmail = () => `${[...String(++made)].map((digit) => 'abcdfghijk'[Number(digit)]).join('')}@example.org`

const givenPeople = async () => {
  const app = await given()
  app.setNow('2026-11-21T18:29:59.999Z')
  const clerk = await app.as('superadmin', { name: 'Clerk', email: 'desk@hall.example' })
  const add = async (...people: Parameters<typeof newAccount>[1][]) => {
    const rows = people.map((account) => newAccount('student', { email: newEmail(), ...account }))
    await app.db.insertInto('users').values(rows).execute()
    return rows.map(({ id }) => id)
  }
  const asked = (query: string) => (query.startsWith('search=') ? `search=${encodeURIComponent(query.slice(7))}` : query)
  const names = async (query: string) => {
    const { body } = await clerk.get(`/user?${asked(query)}`)
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ name }: User) => name)
  }
  /** Returns the same results in pages of this size, each with the total. */
  const inPages = async (query: string, limit: number) => {
    const seen: string[] = []
    const totals = new Set<number>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await clerk.get(`/user?${asked(query)}&limit=${limit}&cursor=${cursor}`)
      expect(status).toBe(200)
      seen.push(...body.items.map(({ name }: User) => name))
      totals.add(body.total)
      cursor = body.nextCursor
    }
    expect([...totals]).toEqual([seen.length])
    return seen
  }
  return { app, clerk, add, names, inPages }
}

describe('a phone number', () => {
  test.each([
    '9876543210',
    '98765 43210',
    '+91-98765 43210',
    '+91 9876543210',
    '0091 98765 43210',
    '919876543210',
    '098765-43210',
    '(98765)43210',
    '876',
    '+91 98765',
  ])('is found by %j, in any saved spelling', async (typed) => {
    const { add, names } = await givenPeople()
    const saved = ['9876543210', '98765 43210', '+91-98765 43210', '098765.43210', '(98765) 43210', '919876543210']
    await add({ name: 'Other', phone: '99999 00000' }, ...saved.map((phone) => ({ name: phone, phone })))
    await add({ name: 'Gone', phone: '9876543210', deletedAt: 'then' }, { name: 'None', phone: null })
    expect((await names(`search=${typed}`)).toSorted()).toEqual(saved.toSorted())
  })

  test('is not searched for with fewer than three digits, or among letters', async () => {
    const { add, names } = await givenPeople()
    await add({ name: 'Asha', phone: '98765 43210' })
    expect(await names('search=987')).toEqual(['Asha'])
    for (const typed of ['98', '9-8', '+91 98', 'x987', '987x', '+', '91 00000']) expect(await names(`search=${typed}`)).toEqual([])
  })

  test('whose digits are also in a name or an email finds both', async () => {
    const { add, names } = await givenPeople()
    await add({ name: 'Asha', phone: '5550199' }, { name: 'Bela', email: 'bela199@x.in' }, { name: 'Chand 199' }, { name: 'Dev' })
    expect(await names('search=199')).toEqual(['Chand 199', 'Bela', 'Asha'])
  })

  test('is no longer found when it was changed, or the person was deleted', async () => {
    const { clerk, add, names } = await givenPeople()
    const [id] = await add({ name: 'Asha', phone: '98765 43210' })
    await clerk.put(`/user/${id}`, { phone: '91234 56789' })
    expect([await names('search=98765'), await names('search=9123456789')]).toEqual([[], ['Asha']])
    await clerk.del(`/user/${id}`)
    expect(await names('search=9123456789')).toEqual([])
  })
})

describe('the number of a seat', () => {
  const givenHall = async () => {
    const hall = await givenPeople()
    const [morning, kept, other] = await hall.add(
      { name: 'Morning', slot: 'morning' },
      { name: 'Kept', slot: 'afternoon' },
      { name: 'Seat 1', slot: 'full-day' },
      { name: 'Twelve', email: 'twelve12@x.in' },
      { name: 'Room 12' },
    )
    for (const [id, seatNumber] of [
      [morning, 12],
      [kept, 12],
      [other, 1],
    ] as const)
      await hall.clerk.put(`/user/${id}`, { seatNumber })
    await hall.clerk.put(`/user/${kept}/termination`, { terminationDate: '2026-11-20' })
    return { ...hall, kept }
  }

  test.each(['12', '012', '#12'])('written as %s lists its holder first, or the person for whom it is kept', async (typed) => {
    const { names } = await givenHall()
    expect((await names(`search=${typed}`)).slice(0, 2)).toEqual(['Kept', 'Morning'])
  })

  test('lists people with it in their name or email after its holder, in pages of any size', async () => {
    const { names, inPages } = await givenHall()
    const all = ['Kept', 'Morning', 'Room 12', 'Twelve']
    expect(await names('search=12')).toEqual(all)
    for (const limit of [1, 2, 3]) expect(await inPages('search=12', limit)).toEqual(all)
  })

  test('after the word finds nobody else, and is combined with the other filters', async () => {
    const { names } = await givenHall()
    for (const typed of ['seat 12', 'Seat12', 'SEAT #12']) expect(await names(`search=${typed}`)).toEqual(['Kept', 'Morning'])
    expect(await names('search=seat 1')).toEqual(['Seat 1'])
    expect(await names('status=expired&search=12')).toEqual(['Kept'])
    expect(await names('hasSeat=true&search=12')).toEqual(['Kept', 'Morning'])
    expect(await names('role=manager&search=12')).toEqual([])
  })

  test('is kept for the other half, and found, though the person no longer has the seat', async () => {
    const { clerk, kept, names } = await givenHall()
    await clerk.put(`/user/${kept}`, { slot: 'full-day', seatNumber: 20 })
    const body = { name: 'New', email: 'n@x.in', password: 'a good long one', role: 'student', slot: 'morning', seatNumber: 20 }
    expect((await clerk.post('/user', body)).status).toBe(201)
    expect(await names('search=20')).toEqual(['New', 'Kept'])
    expect(await names('hasSeat=true&search=20')).toEqual(['New'])
  })

  test('that very many others have in their email still comes first', async () => {
    const { app, inPages, clerk } = await givenHall()
    const many = Array.from({ length: 2_010 }, (_, at) => newAccount('student', { name: `P${at}`, email: `p12-${at}@x.in` }))
    for (let at = 0; at < many.length; at += 500)
      await app.db
        .insertInto('users')
        .values(many.slice(at, at + 500))
        .execute()
    const first = (await clerk.get('/user?search=12&limit=3')).body
    expect([first.items.map(({ name }: User) => name), first.total]).toEqual([['Kept', 'Morning', 'P2009'], 2_014])
    const all = await inPages('search=12', 1_000)
    expect([all.length, new Set(all).size, all.slice(-2)]).toEqual([2_014, 2_014, ['Room 12', 'Twelve']])
    // Another order repeats no names either.
    expect(await inPages('status=expired&search=12', 1)).toEqual(['Kept'])
  })
})

describe('people who leave, or have left', () => {
  const givenLeavers = async () => {
    const hall = await givenPeople()
    const days = {
      Today: '2026-11-21',
      Tomorrow: '2026-11-22',
      Seven: '2026-11-28',
      Eight: '2026-11-29',
      Thirty: '2026-12-21',
      Later: '2026-12-22',
    }
    await hall.add({ name: 'Endless' }, { name: 'Gone', terminationDate: '2026-11-22', deletedAt: 'then' })
    for (const [name, terminationDate] of Object.entries(days).toReversed()) await hall.add({ name, terminationDate })
    await hall.add(
      ...['2026-11-20', '2025-01-01', '2026-11-20', '2026-10-31'].map((terminationDate, at) => ({ name: `Ended ${at}`, terminationDate })),
    )
    await hall.add(...['A', 'B', 'C'].map((name) => ({ name, terminationDate: '2026-11-28' })))
    return hall
  }

  test.each([
    ['status=expiring-7', ['Today', 'Tomorrow', 'Seven', 'A', 'B', 'C']],
    ['status=expiring-30', ['Today', 'Tomorrow', 'Seven', 'A', 'B', 'C', 'Eight', 'Thirty']],
    ['status=expired', ['Ended 2', 'Ended 0', 'Ended 3', 'Ended 1']],
    ['status=expiring-30&search=e', ['Today', 'Tomorrow', 'Seven', 'A', 'B', 'C', 'Eight', 'Thirty']],
    ['status=expired&search=ended', ['Ended 2', 'Ended 0', 'Ended 3', 'Ended 1']],
  ])('%s sorts by the last day, in pages of any size', async (query, expected) => {
    const { names, inPages } = await givenLeavers()
    expect(await names(query)).toEqual(expected)
    for (const limit of [1, 2, 3, 4]) expect(await inPages(query, limit)).toEqual(expected)
  })

  test('uses midnight of the hall', async () => {
    const { app, names } = await givenLeavers()
    app.setNow('2026-11-21T18:30:00.000Z')
    expect(await names('status=expiring-7')).toEqual(['Tomorrow', 'Seven', 'A', 'B', 'C', 'Eight'])
    expect((await names('status=expired'))[0]).toBe('Today')
  })

  test('is exported in the same order', async () => {
    const { clerk } = await givenLeavers()
    const of = async (query: string) => (await clerk.get(`/user/export?format=csv&${query}`)).text.split(/\r?\n/).slice(1)
    const rows = await of('role=student&status=expired')
    expect(rows.filter(Boolean).map((row) => /Ended \d/.exec(row)?.[0])).toEqual(['Ended 2', 'Ended 0', 'Ended 3', 'Ended 1'])
    expect((await of('role=student&status=expiring-7&hasSeat=true')).filter(Boolean)).toEqual([])
  })

  test('rejects a cursor of a list in another order', async () => {
    const { clerk } = await givenLeavers()
    const newest = (await clerk.get('/user?limit=1')).body.nextCursor
    const byDay = (await clerk.get('/user?status=expired&limit=1')).body.nextCursor
    for (const query of [`status=expired&cursor=${newest}`, `cursor=${byDay}`, `cursor=seat_x`, `status=expired&cursor=2026-11-20_x`]) {
      const { status, body } = await clerk.get(`/user?${query}`)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['cursor']])
    }
  })

  test('can be filtered by people with or without a seat', async () => {
    const { clerk, add, names } = await givenPeople()
    const [id] = await add(
      { name: 'Seated', slot: 'morning', terminationDate: '2026-11-21' },
      { name: 'Standing', terminationDate: '2026-11-21' },
    )
    await clerk.put(`/user/${id}`, { seatNumber: 3 })
    expect([await names('hasSeat=true'), await names('role=student&hasSeat=false')]).toEqual([['Seated'], ['Standing']])
    expect(await names('status=expiring-7&hasSeat=true')).toEqual(['Seated'])
    expect((await clerk.get('/user?hasSeat=maybe')).status).toBe(400)
  })
})
