import { describe, expect, test } from 'vitest'
import { colorNames, defaultPalette } from '#contract/theme/palette.ts'
import { predefinedThemes } from '#contract/theme/predefined.ts'
import { type Given, given } from '#server/testing/given.ts'

const custom = '/customization/themes/custom'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const create = (name: string, colors: object = defaultPalette) => admin.post(custom, { name, colors })
  const apply = (themeId: unknown) => admin.put('/customization/theme', { themeId })
  const active = async () => (await app.anyone().get('/customization')).body.activeTheme
  const listed = async (): Promise<string[]> =>
    (await admin.get('/customization/themes')).body.custom.map(({ name }: { name: string }) => name)
  return { app, admin, create, apply, active, listed }
}

const audited = async ({ db }: Given): Promise<string[]> =>
  (await db.selectFrom('audit').select('action').where('action', 'like', 'customization.%').orderBy('id').execute()).map(
    ({ action }) => action.split('.')[1] ?? '',
  )

const dusk = { ...defaultPalette, primary: '#7c3AED', background: '#FAF5FF' }

describe('a custom theme', () => {
  test('is stored as sent, listed with the predefined ones, changed, applied and deleted', async () => {
    const { app, admin, create, apply, active } = await givenHall()
    const made = await create('  Dusk ', { ...dusk, undeclared: '#000000' })
    expect([made.status, made.body]).toEqual([
      201,
      { _id: expect.any(String), name: 'Dusk', colors: dusk, createdBy: { _id: admin._id, name: admin.me.name } },
    ])
    const { body } = await admin.get('/customization/themes')
    expect(body.custom).toEqual([made.body])
    expect(body.predefined).toEqual(predefinedThemes.map((theme) => ({ ...theme, createdBy: null })))
    const applied = await apply(made.body._id)
    expect([applied.status, applied.body.activeTheme]).toEqual([200, { _id: made.body._id, name: 'Dusk', colors: dusk }])
    const changed = await admin.put(`${custom}/${made.body._id}`, { name: 'Dawn' })
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, name: 'Dawn' }])
    expect((await active()).name).toBe('Dawn')
    await admin.put(`${custom}/${made.body._id}`, changed.body)
    expect((await admin.del(`${custom}/${made.body._id}`)).status).toBe(204)
    expect((await active())._id).toBe('default')
    expect(await audited(app)).toEqual(['createTheme', 'applyTheme', 'updateTheme', 'applyTheme', 'removeTheme'])
  })

  test.each(['', '  ', undefined])('cannot have %j as its name', async (name) => {
    const { admin, listed } = await givenHall()
    const answer = await admin.post(custom, { name, colors: defaultPalette })
    expect([answer.status, answer.body.message]).toEqual([400, 'Theme name is required'])
    expect(await listed()).toEqual([])
  })

  test('keeps a name that it had before a predefined theme got it', async () => {
    const { app, admin, create } = await givenHall()
    const { _id } = (await create('Dusk')).body
    await app.db.updateTable('themes').set({ name: 'Paper', nameFolded: 'paper' }).where('id', '=', _id).execute()
    expect((await admin.put(`${custom}/${_id}`, { colors: { ...defaultPalette, accent: '#123456' } })).status).toBe(200)
  })

  test('has a unique name', async () => {
    const { admin, create, listed } = await givenHall()
    await create('Dusk')
    const { _id } = (await create('Dawn')).body
    const answers = [await create('DUSK'), await create('forest'), await admin.put(`${custom}/${_id}`, { name: 'dusk' })]
    expect(answers.map(({ status, body }) => [status, body.fields.name])).toEqual(
      answers.map(() => [409, 'A theme with this name already exists']),
    )
    expect(await listed()).toEqual(['Dusk', 'Dawn'])
  })

  test.each([
    'red',
    '#fff',
    '#12345',
    '#1234567',
    '#12345g',
    ' #123456',
    '#123456\n',
    '#123456;}body{display:none',
    '</style><script>',
    'url(#123456)',
    '＃123456',
    null,
    0x123456,
  ])('rejects the color %j', async (color) => {
    const { admin, create, listed } = await givenHall()
    for (const name of ['primary', 'info']) {
      const answer = await create('Dusk', { ...defaultPalette, [name]: color })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [`colors.${name}`]])
    }
    const { _id } = (await create('Dawn')).body
    expect((await admin.put(`${custom}/${_id}`, { colors: { ...defaultPalette, text: color } })).status).toBe(400)
    expect(await listed()).toEqual(['Dawn'])
  })

  test.each(colorNames)('requires its %s', async (name) => {
    const { create } = await givenHall()
    const { [name]: _, ...eleven } = defaultPalette
    expect((await create('Dusk', eleven)).status).toBe(400)
  })
})

test.each(['nowhere', '', null, "' or 1=1 --", 'constructor'])('rejects activating the unknown theme %j', async (themeId) => {
  const { apply, active } = await givenHall()
  const answer = await apply(themeId)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['themeId']])
  expect((await active())._id).toBe('default')
})

describe('concurrent requests', () => {
  test('create no more than ten themes', async () => {
    const { app, create, listed } = await givenHall()
    await create('First')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => create(`Theme ${at}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 9 }, () => 201), 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('There can be at most 10 custom themes')
    expect((await listed()).length).toBe(10)
    const places = await app.db.selectFrom('themes').select('place').orderBy('place').execute()
    expect(places.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('can reuse a freed place', async () => {
    const { admin, create, listed } = await givenHall()
    for (let at = 0; at < 10; at++) await create(`Theme ${at}`)
    const { _id } = (await admin.get('/customization/themes')).body.custom[3]
    await admin.del(`${custom}/${_id}`)
    expect((await create('New')).status).toBe(201)
    expect((await create('Newer')).status).toBe(409)
    expect(await listed()).toContain('New')
  })

  test('activate several themes and delete one, and the active theme exists', async () => {
    const { app, admin, create, apply, active } = await givenHall()
    for (const round of [1, 2, 3]) {
      const { _id } = (await create(`Dusk ${round}`)).body
      await Promise.all([apply('forest'), apply(_id), apply('teal'), admin.del(`${custom}/${_id}`), apply(_id)])
      const stored = await app.db.selectFrom('customization').select('activeTheme').execute()
      expect(stored.length).toBe(1)
      expect(stored[0]?.activeTheme).not.toBe(_id)
      expect((await active())._id).toBe(stored[0]?.activeTheme ?? 'default')
    }
  })
})
