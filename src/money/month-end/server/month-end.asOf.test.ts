import { expect, test } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'

/** A hall on 21 November 2026 with every kind of entry, some of them voided. */
const givenPrinted = async () => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const meera = await app.as('admin', { name: 'Meera' })
  const ravi = await app.as('manager', { name: 'Ravi' })
  const [asha, bela, gone] = [await app.as('student'), await app.as('student'), await app.as('student')]
  const done = async (call: ReturnType<SignedInPerson['post']>) => {
    const { status, body } = await call
    expect([status, body?.message]).toEqual([status < 300 ? status : 'done', undefined])
    return body
  }
  const charge = (studentId: string, kind: string, month: number, amount: number, dueOn: string) =>
    done(meera.post('/user/fees', { studentId, kind, month, year: 2026, amount, dueOn }))
  const pay = (by: SignedInPerson, studentId: string, amount: number, more: object = {}) =>
    done(by.post('/user/fees/payments', { studentId, amount, method: 'cash', ...more }))
  const box = (kind: 'in' | 'out', amount: number, more: object = {}) =>
    done(ravi.post('/user/fees/box', { kind, amount, purpose: 'Water', ...more }))
  const close = async (handedOver: number) => {
    const { expected } = (await meera.get('/user/fees/closings/cash')).body
    await done(ravi.post('/user/fees/closings', { counted: Math.max(0, expected), handedOver, receiver: 'Sunil' }))
  }
  const voidOf = (what: string, { _id }: { _id: string }) =>
    done(meera.post(`/user/fees/${what}/${_id}/void`, { reason: 'Entered wrongly' }))
  const late = await charge(asha._id, 'late', 9, 1000, '2026-08-01')
  await charge(asha._id, 'deposit', 10, 500, '2026-10-10')
  await charge(bela._id, 'late', 11, 700, '2026-11-10')
  await charge(gone._id, 'locker', 12, 300, '2026-12-10')
  const first = await pay(ravi, asha._id, 600)
  const upi = await pay(meera, bela._id, 200, { method: 'upi', referenceSkipped: true })
  await voidOf('payments', await pay(ravi, bela._id, 90))
  const water = await box('out', 60)
  await voidOf('box', await box('in', 25))
  await close(300)
  app.setNow('2026-11-21T06:00:00.000Z')
  const refund = { studentId: asha._id, feeId: late._id, amount: 100, method: 'cash', reason: 'Left early' }
  const back = await done(meera.post('/user/fees/refunds', refund))
  await box('in', 40)

  /** Returns every figure of the page and every table that it exports. */
  const printed = async (asOf?: string) => {
    const months = 'from=2026-09&to=2026-12'
    const days = asOf === undefined ? '' : `&asOf=${asOf}`
    const paths = [`months?${months}`, `months/money?${months}`, 'collections?', 'ageing?', 'box?', 'box?month=2026-11', 'closings?']
    const tables = ['collections/export?format=csv', 'box/export?format=csv&month=2026-11', 'closings/export?format=csv']
    const [figures, texts]: [unknown[], string[]] = [[], []]
    for (const path of paths) {
      const { status, body } = await meera.get(`/user/fees/${path}${days}`)
      expect([path, status]).toEqual([path, 200])
      figures.push({ ...body, asOf: undefined })
    }
    for (const path of tables) texts.push((await meera.get(`/user/fees/${path}${days}`)).text)
    return { figures, texts }
  }
  /** Makes later entries, many of them backdated. */
  const goOn = async () => {
    app.setNow('2026-11-22T06:00:00.000Z')
    await pay(ravi, bela._id, 150, { receivedOn: '2026-11-20' })
    await box('out', 35, { paidOn: '2026-11-20' })
    await voidOf('box', water)
    await voidOf('payments', upi)
    await voidOf('refunds', back)
    await voidOf('payments', first)
    await charge(bela._id, 'late', 11, 80, '2026-11-01')
    await done(meera.put(`/user/fees/${late._id}`, { amount: 900, adjustment: 'waiver', reason: 'Sibling' }))
    await close(0)
    await done(meera.del(`/user/${gone._id}`))
  }
  return { printed, goOn }
}

test('reproduces every figure of a printed month page as of its day', async () => {
  const { printed, goOn } = await givenPrinted()
  const before = await printed()
  expect(await printed('2026-11-21')).toEqual(before)
  await goOn()
  const after = await printed()
  expect(await printed('2026-11-21')).toEqual(before)
  // The later entries change each of these figures and tables, so that a leak would be visible in each.
  for (const [at, figure] of before.figures.entries()) expect(after.figures[at]).not.toEqual(figure)
  for (const [at, text] of before.texts.entries()) expect(after.texts[at]).not.toBe(text)
})

test('shows nothing before the first entry', async () => {
  const { printed } = await givenPrinted()
  const { figures, texts } = await printed('2026-11-19')
  const none = { owed: 0, fees: 0, students: 0 }
  expect(figures.slice(2)).toMatchObject([
    { from: '2026-11-01', to: '2026-11-19', days: [], clerks: [], voids: [], total: { net: 0 } },
    { groups: Array(5).fill(none), deleted: { owed: 0, students: 0 }, owed: 0 },
    { items: [] },
    { items: [] },
    { items: [] },
  ])
  for (const text of texts) expect(text.trim().split('\n')).toHaveLength(1)
})
