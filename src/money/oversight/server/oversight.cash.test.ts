import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { hallOf } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

test('lists cash that no closing counts by the end of the next day, by day and clerk, with its late closing', async () => {
  const { app, owner, thief, pupil, pay, close, listed, figure } = await givenHall()
  const asha = await pupil('Asha')
  const shown = async (month = '') =>
    (await listed('unclosed', month)).map(({ day, by, amount, flagged, closed }) => [day, by, amount, flagged, closed])
  await pay(thief, asha, 700)
  await pay(owner, asha, 400)
  await pay(thief, asha, 500, { method: 'upi', reference: '401234' })
  await thief.post('/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water' })
  // The last moment of the next day: it can still be closed in time.
  app.setNow('2026-11-22T18:29:59.999Z')
  expect(await shown()).toEqual([])
  app.setNow('2026-11-22T18:30:00.000Z')
  const open = [
    ['2026-11-21', 'मोहन', 640, true, null],
    ['2026-11-21', 'Meera', 400, true, null],
  ]
  expect((await shown()).toSorted((one, other) => Number(other[2]) - Number(one[2]))).toEqual(open)
  expect(await figure('unclosed')).toEqual({ kind: 'unclosed', count: 2, flagged: 2, amount: 1040, unlisted: 0 })
  await pay(thief, asha, 90)
  app.setNow('2026-11-23T06:00:00.000Z')
  await close(thief)
  const closed = { at: '2026-11-23T06:00:00.000Z', by: 'मोहन' }
  const late = open.map((entry) => [...entry.slice(0, 3), false, closed])
  app.setNow('2026-11-26T06:00:00.000Z')
  expect((await shown()).toSorted((one, other) => Number(other[2]) - Number(one[2]))).toEqual(late)
})

test('does not list a day closed in the evening or on the next day, and leaves cash after a closing to the next one', async () => {
  const { app, owner, pupil, pay, close, listed } = await givenHall()
  const asha = await pupil('Asha')
  await pay(owner, asha, 100)
  await close(owner)
  await pay(owner, asha, 200)
  app.setNow('2026-11-22T17:00:00.000Z')
  // At the exact instant of the closing, which counts it.
  await pay(owner, asha, 300)
  await close(owner)
  app.setNow('2026-11-25T06:00:00.000Z')
  expect(await listed('unclosed')).toEqual([])
})

test('does not accept a closing up to an instant long ago as closing that day in time', async () => {
  const { app, thief, pupil, pay, listed } = await givenHall()
  const asha = await pupil('Asha')
  await pay(thief, asha, 100)
  const { asOf } = (await thief.get('/user/fees/closings/cash')).body
  app.setNow('2026-11-24T06:00:00.000Z')
  expect((await thief.post('/user/fees/closings', { asOf, counted: 100 })).status).toBe(201)
  expect(await listed('unclosed')).toMatchObject([{ day: '2026-11-21', by: 'मोहन', closed: { at: '2026-11-24T06:00:00.000Z' } }])
})

test('lists the last days of a month in the month in which they should have been closed', async () => {
  const { app, thief, pupil, pay, listed } = await givenHall()
  const asha = await pupil('Asha')
  for (const now of ['2026-11-29T06:00:00.000Z', '2026-11-30T06:00:00.000Z']) {
    app.setNow(now)
    await pay(thief, asha, 100)
  }
  app.setNow('2026-12-20T06:00:00.000Z')
  const days = async (month: string) => (await listed('unclosed', `&month=${month}`)).map(({ day }) => day)
  expect([await days('2026-11'), await days('2026-12')]).toEqual([[], ['2026-11-30', '2026-11-29']])
})

test('lists a closing that counts a different amount than expected, missing cash first', async () => {
  const { app, owner, thief, pupil, pay, close, listed, figure } = await givenHall()
  const asha = await pupil('Asha')
  await pay(thief, asha, 1000)
  await close(thief, 300, { notes: 'Small change' })
  await close(owner, 0)
  app.advance(60)
  await close(owner, -20)
  expect(
    (await listed('differences')).map(({ by, amount, flagged, before, after, reason, day }) => [
      by,
      amount,
      flagged,
      before,
      after,
      reason,
      day,
    ]),
  ).toEqual([
    ['मोहन', 300, true, 1000, 700, 'Small change', '2026-11-21'],
    ['Meera', -20, false, 700, 720, '', '2026-11-21'],
  ])
  expect(await figure('differences')).toEqual({ kind: 'differences', count: 2, flagged: 1, amount: 280, unlisted: 0 })
})

test('lists a student with a seat who has owed for more than a month, without a clerk', async () => {
  const { app, owner, pupil, pay, listed, summary } = await givenHall()
  const seat = (seatNumber: number) => ({ slot: 'full-day', seatNumber })
  const [asha, bela] = [await pupil('Asha', seat(7)), await pupil('Bela', seat(8))]
  await pupil('Seatless')
  await owner.post('/user/fees/generate')
  await pay(owner, bela, 1000)
  app.setNow('2026-12-02T06:00:00.000Z')
  expect(await listed('owing')).toEqual([])
  app.setNow('2026-12-03T06:00:00.000Z')
  expect(await listed('owing')).toMatchObject([
    { subject: 'dues', studentId: asha, studentName: 'Asha', seatNumber: 7, amount: 1000, day: '2026-11-02', by: '', at: null },
  ])
  const { clerks, kinds } = await summary()
  expect(kinds.find(({ kind }) => kind === 'owing')).toMatchObject({ count: 1, amount: 1000 })
  expect(clerks.flatMap((clerk) => clerk.kinds.filter(({ kind }) => kind === 'owing'))).toEqual([])
})

test('pages through the students who owe, longest overdue first', async () => {
  const { app, owner, pupil, listed } = await givenHall()
  const joined = { Chitra: '2026-10-05', Asha: '2026-08-02', Deepa: '2026-10-05', Bela: '2026-09-10' }
  for (const [at, [name, dateJoinedLibrary]] of Object.entries(joined).entries())
    await pupil(name, { slot: 'full-day', seatNumber: at + 1, dateJoinedLibrary })
  await owner.post('/user/fees/generate')
  app.setNow('2026-12-03T06:00:00.000Z')
  const longestFirst = (await listed('owing')).map(({ studentName }) => studentName)
  expect([longestFirst.slice(0, 2), longestFirst.slice(2).sort()]).toEqual([
    ['Asha', 'Bela'],
    ['Chitra', 'Deepa'],
  ])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await owner.get(`/user/fees/check/entries?kind=owing&limit=1&cursor=${cursor}`)
    seen.push(body.items[0].studentName)
    cursor = body.nextCursor
  }
  expect(seen).toEqual(longestFirst)
})
