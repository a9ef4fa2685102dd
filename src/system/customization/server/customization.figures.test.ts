import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { defaultLanding } from '../customization.settings.contract.ts'
import { untouched } from './customization.service.ts'

const asSpecified = defaultLanding.figures.map((figure) => ({ ...figure, hidden: false }))
const changed = asSpecified.with(0, { value: '120', label: 'Students', hidden: false })
const withHidden = asSpecified.with(3, { value: '99%', label: 'Satisfaction', hidden: true })

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const put = (body: object) => admin.put('/customization/landing', body)
  const figures = async (me = admin) => (await me.get('/customization/figures')).body
  const shown = async () => (await app.anyone().get('/customization')).body.landing.figures
  const isAsked = async () => {
    const asked = (await figures()).isAsked
    expect((await admin.get('/user/dashboard')).body.figuresToConfirm).toEqual(asked ? (await figures()).figures : null)
    return asked
  }
  /** Stores the landing page as an earlier version did. */
  const keep = (landing: object) =>
    app.db
      .insertInto('customization')
      .values({ ...untouched, landing: JSON.stringify(landing) })
      .execute()
  return { app, admin, put, figures, shown, isAsked, keep }
}

test('asks a new hall whether its figures are true, until all are confirmed', async () => {
  const { app, put, figures, isAsked } = await givenHall()
  expect(await figures()).toEqual({ figures: asSpecified, isAsked: true })
  expect(await isAsked()).toBe(true)
  for (const role of ['manager', 'student'] as const)
    expect((await (await app.as(role)).get('/user/dashboard')).body.figuresToConfirm).toBeNull()
  expect((await put({ figuresAreTrue: true })).status).toBe(200)
  expect(await isAsked()).toBe(false)
  expect(await figures(await app.as('superadmin'))).toEqual({ figures: asSpecified, isAsked: false })
})

test('does not ask a hall that has changed them all, but asks one that has changed something else', async () => {
  const first = await givenHall()
  await first.keep({ figures: defaultLanding.figures.with(2, { value: '300', label: 'Books' }) })
  expect(await first.isAsked()).toBe(false)
  const second = await givenHall()
  await second.keep({ ...defaultLanding, address: '12 Station Road' })
  expect(await second.isAsked()).toBe(true)
  expect((await second.put({ figures: changed })).body.landing.figures).toEqual(changed.map(({ hidden: _, ...figure }) => figure))
  expect(await second.isAsked()).toBe(false)
})

test('sends a hidden figure to administrators only, and can show it again', async () => {
  const { put, figures, shown, isAsked } = await givenHall()
  await put({ figures: withHidden })
  expect(await shown()).toEqual(defaultLanding.figures.slice(0, 3))
  expect(await figures()).toEqual({ figures: withHidden, isAsked: true })
  await put({ figures: asSpecified.map((figure) => ({ ...figure, hidden: true })) })
  expect([await shown(), await isAsked()]).toEqual([[], false])
  await put({ figures: asSpecified })
  expect(await shown()).toEqual(defaultLanding.figures)
})

test('sending the public page back does not change hidden figures', async () => {
  const { app, put, figures } = await givenHall()
  await put({ figures: withHidden })
  const { landing } = (await app.anyone().get('/customization')).body
  expect((await put({ ...landing, phone: '020 5550 0112' })).body.landing).toEqual({ ...landing, phone: '020 5550 0112' })
  expect((await figures()).figures).toEqual(withHidden)
})

test.each<[string, object, object | undefined]>([
  ['three other figures', { figures: changed.slice(0, 3) }, { figures: 'Please enter four figures' }],
  ['a figure that is hidden by a word', { figures: changed.map((one) => ({ ...one, hidden: 'x' })) }, undefined],
  ['an answer that is none', { figuresAreTrue: 'perhaps' }, { figuresAreTrue: 'Please choose yes or no' }],
])('rejects %s', async (_, body, fields) => {
  const { put, figures } = await givenHall()
  const answer = await put(body)
  expect(answer.status).toBe(400)
  if (fields) expect(answer.body.fields).toEqual(fields)
  expect((await figures()).figures).toEqual(asSpecified)
})
