import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { billForm } from './testing/bill.ts'
import { deskOf } from './testing/desk.ts'

const givenDesk = async (now?: string) => deskOf(await given(), now)

const water = { kind: 'out', amount: 60, purpose: 'Water' }

test('records money paid out with amount and purpose, lists the newest first, and writes it to the audit', async () => {
  const { app, clerk, enter } = await givenDesk()
  const { status, body } = await enter('out', 60.5)
  expect([status, body]).toEqual([
    201,
    {
      ...{ _id: expect.any(String), kind: 'out', amount: 60.5, purpose: 'Water', photoUrl: null, paidOn: '2026-03-30' },
      ...{ enteredAt: '2026-03-30T12:00:00.000Z', enteredBy: 'Meera', voided: null, inBox: -60.5 },
    },
  ])
  const back = { kind: 'in', amount: 500, purpose: ' पुरानी किताबें ', paidOn: '2026-02-28', reason: 'Found in the old book' }
  expect((await clerk.post('/user/fees/box', back)).body.code).toBe('fees.too_far_back')
  const other = (await (await app.as('admin')).post('/user/fees/box', back)).body
  expect(other).toMatchObject({ purpose: 'पुरानी किताबें', paidOn: '2026-02-28', inBox: 439.5 })
  const idsOf = async (query = '') => (await clerk.get(`/user/fees/box${query}`)).body.items.map(({ _id }: { _id: string }) => _id)
  expect(await idsOf()).toEqual([other._id, body._id])
  expect([await idsOf('?month=2026-02'), await idsOf('?month=2026-03'), await idsOf('?month=2026-04')]).toEqual([
    [other._id],
    [body._id],
    [],
  ])
  const { nextCursor } = (await clerk.get('/user/fees/box?limit=1')).body
  expect(await idsOf(`?limit=1&cursor=${nextCursor}`)).toEqual([body._id])
  const audit = await app.db.selectFrom('audit').select('after').where('action', '=', 'fees.enterBox').orderBy('id').execute()
  expect(audit.map(({ after }) => JSON.parse(after ?? '').amount)).toEqual([60.5, 500])
})

test('requires a reason for a date more than a week ago, and stores it with the entry', async () => {
  const { app, enter } = await givenDesk()
  const admin = await app.as('admin')
  const late = { ...water, paidOn: '2026-03-22' }
  expect((await enter('out', 60, { paidOn: '2026-03-22', reason: 'Found the bill' })).body.code).toBe('fees.too_far_back')
  expect((await admin.post('/user/fees/box', late)).body).toMatchObject({
    code: 'fees.reason_for_date',
    fields: { reason: expect.any(String) },
  })
  expect((await admin.post('/user/fees/box', { ...late, reason: 'x' })).body.fields).toEqual({ reason: expect.any(String) })
  expect((await admin.post('/user/fees/box', { ...late, reason: 'Found the bill' })).status).toBe(201)
  expect((await enter('out', 60, { paidOn: '2026-03-23' })).status).toBe(201)
  const kept = await app.db.selectFrom('boxEntries').select(['purpose', 'dateReason']).orderBy('id').execute()
  expect(kept).toEqual([
    { purpose: 'Water', dateReason: 'Found the bill' },
    { purpose: 'Water', dateReason: '' },
  ])
})

test('voids an entry once, with a reason, and keeps it in the list', async () => {
  const { clerk, enter, voidOf, cash } = await givenDesk()
  const { body } = await enter('out', 60)
  expect((await clerk.post(`/user/fees/box/${body._id}/void`, { reason: 'No' })).body.fields).toEqual({
    reason: 'Please enter a reason of at least 3 characters',
  })
  const voided = { at: '2026-03-30T12:00:00.000Z', by: 'Meera', reason: 'Mistake' }
  expect(await voidOf('box', body)).toMatchObject({ status: 200, body: { _id: body._id, amount: 60, voided } })
  expect((await voidOf('box', body)).status).toBe(409)
  expect((await clerk.get('/user/fees/box')).body.items).toMatchObject([{ _id: body._id, voided }])
  expect(await cash()).toMatchObject({ paidOut: 0, expected: 0 })
})

test('re-encodes the bill, serves it by its signed URL, and requires staff without one', async () => {
  const { app, clerk, asha } = await givenDesk()
  const sent = billForm({ ...water, clientId: 'bill-1' }, await picture({ width: 2_400, height: 800, format: 'jpeg' }))
  const { status, body } = await clerk.post('/user/fees/box', sent)
  expect([status, body.amount]).toEqual([201, 60])
  const shown = await app.anyone().get(body.photoUrl)
  const { width, height } = await sharp(shown.bytes).metadata()
  expect([shown.status, shown.headers['content-type'], width, height]).toEqual([200, 'image/webp', 1600, 533])
  const path = `/user/fees/box/${body._id}/photo`
  expect([(await clerk.get(path)).status, (await asha.get(path)).status, (await app.anyone().get(path)).status]).toEqual([200, 404, 401])
  expect((await app.anyone().get(`${body.photoUrl}x`)).status).toBe(403)
})

test('rejects a file that is not a picture, and stores nothing', async () => {
  const { app, clerk } = await givenDesk()
  const { status, body } = await clerk.post('/user/fees/box', billForm(water, Buffer.from('%PDF-1.7')))
  expect([status, body.fields]).toEqual([400, { photo: 'Please select an image file' }])
  expect((await clerk.get('/user/fees/box')).body.items).toEqual([])
  const kept = await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  expect(kept.filter((entry) => entry.isFile())).toEqual([])
})

test('records an entry once if it is sent twice, and returns 409 if the content or the clerk differs', async () => {
  const { app, clerk, cash } = await givenDesk()
  const bill = await picture()
  const sent = { ...water, clientId: 'water-1' }
  const first = await clerk.post('/user/fees/box', billForm(sent, bill))
  const again = await clerk.post('/user/fees/box', billForm(sent, bill))
  expect([again.status, again.body]).toEqual([201, first.body])
  for (const other of [{ amount: 61 }, { purpose: 'Tea' }, { kind: 'in' }, { paidOn: '2026-03-29' }, { reason: 'Found the bill' }])
    expect((await clerk.post('/user/fees/box', billForm({ ...sent, ...other }, bill))).status).toBe(409)
  expect((await clerk.post('/user/fees/box', sent)).status).toBe(409)
  expect((await (await app.as('manager')).post('/user/fees/box', billForm(sent, bill))).status).toBe(409)
  expect(await cash()).toMatchObject({ paidOut: 60 })
})

test.each([
  [{ kind: 'lent' }, 'kind'],
  [{ amount: 0 }, 'amount'],
  [{ amount: '1e3' }, 'amount'],
  [{ purpose: ' ' }, 'purpose'],
  [{ paidOn: '2026-03-31' }, 'paidOn'],
  [{ paidOn: '2026-02-30' }, 'paidOn'],
])('rejects an entry with %j', async (wrong, field) => {
  const { clerk, cash } = await givenDesk()
  const { status, body } = await clerk.post('/user/fees/box', { ...water, ...wrong })
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  expect(await cash()).toMatchObject({ paidOut: 0, unclosedDays: 0 })
})
