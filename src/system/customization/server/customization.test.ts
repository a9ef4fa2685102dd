import { describe, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { firstShifts } from '#system/shifts/shifts.shapes.contract.ts'
import { defaultLanding } from '../customization.settings.contract.ts'

const path = '/customization'
const blue = { _id: 'default', name: 'Library Blue' }

const logoForm = async (bytes: Uint8Array, name = 'Our logo.png'): Promise<FormData> => {
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(bytes)]), name)
  return form
}

const givenHall = async (settings: Partial<Config> = {}) => {
  const app = await given(settings)
  const admin = await app.as('admin')
  const put = (what: string, body: unknown) => admin.put(`${path}/${what}`, body)
  const read = async () => (await app.anyone().get(path)).body
  const readAsStaff = async () => (await admin.get(path)).body
  const audit = async () =>
    (await app.db.selectFrom('audit').selectAll().where('action', 'like', 'customization.%').orderBy('id').execute()).map((entry) => ({
      action: entry.action.replace('customization.', ''),
      actor: entry.actorId,
      before: JSON.parse(entry.before ?? 'null'),
      after: JSON.parse(entry.after ?? 'null'),
    }))
  return { app, admin, put, read, readAsStaff, audit }
}

test('returns the defaults to everyone before the first change', async () => {
  const { read } = await givenHall()
  expect(await read()).toEqual({
    systemName: 'Library System',
    publicUrl: null,
    showLogo: false,
    logoUrl: null,
    logoName: null,
    logoSize: 40,
    activeTheme: { ...blue, colors: expect.objectContaining({ primary: '#3B82F6', info: '#3B82F6' }) },
    themeCssUrl: null,
    landing: defaultLanding,
    hall: {
      seats: 38,
      monthlyFee: 1000,
      monthlyFeeConfirmed: false,
      slotFees: { morning: null, afternoon: null, 'full-day': null },
      shifts: [...firstShifts],
      dayPassFee: null,
      dayStartsAt: 0,
      monthBegins: 'first',
      partMonth: 'full',
      feeDueDay: null,
      upiId: '',
      reminder: 'Dear {name}, your fee of {amount} at {hall} has been due since {since}. Please pay it soon. {upi}',
      boxPurposes: [],
      closeHour: null,
      showFreeSeats: false,
    },
    documents: { officeViewer: 'none', whyNotOfficeViewer: 'noAddress' },
    chat: { studentsMayWrite: 'everyone', showPresence: true, allowEncryption: false, allowEncryptionWithStaff: true },
  })
})

describe('the name of the system', () => {
  test('is trimmed, returned with the whole customization, visible to everyone at once, and audited', async () => {
    const { admin, put, read, readAsStaff, audit } = await givenHall()
    await read()
    const answer = await put('system-name', { systemName: '  सरस्वती <b>"Hall"</b>  ' })
    expect([answer.status, answer.body.systemName]).toEqual([200, 'सरस्वती <b>"Hall"</b>'])
    expect(await readAsStaff()).toEqual(answer.body)
    expect((await read()).systemName).toBe('सरस्वती <b>"Hall"</b>')
    await put('system-name', { systemName: answer.body.systemName })
    const named = {
      action: 'updateSystemName',
      actor: admin._id,
      before: { systemName: null },
      after: { systemName: answer.body.systemName },
    }
    expect(await audit()).toEqual([named])
  })

  test.each(['', '   ', undefined])('cannot be %j', async (systemName) => {
    const { put } = await givenHall()
    const answer = await put('system-name', { systemName })
    expect([answer.status, answer.body.message]).toEqual([400, 'System name cannot be empty'])
  })

  test.each(['x'.repeat(121), 'a\0b', '\ud800'])('cannot contain text that cannot be stored or displayed', async (systemName) => {
    const { put } = await givenHall()
    expect((await put('system-name', { systemName })).status).toBe(400)
    expect((await put('system-name', { systemName: 'य'.repeat(120) })).status).toBe(200)
  })
})

describe('the logo', () => {
  test('is re-encoded, keeps its transparency, and can be opened and cached without signing in', async () => {
    const { app, admin, audit } = await givenHall()
    const { default: sharp } = await import('sharp')
    const glass = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer()
    const { status, body } = await admin.post(`${path}/logo`, await logoForm(glass))
    expect([status, body]).toMatchObject([200, { showLogo: true, logoName: 'Our logo.png', logoSize: 40, systemName: 'Library System' }])
    const answer = await app.anyone().get(body.logoUrl)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(answer.headers['cache-control']).toMatch(/public.*immutable/)
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 300, height: 100, hasAlpha: true })
    expect(await audit()).toMatchObject([{ action: 'uploadLogo', after: { logoName: 'Our logo.png', showLogo: 1 } }])
  })

  test('is deleted together with its address; without a logo, none can be shown', async () => {
    const { app, admin, put } = await givenHall()
    const { logoUrl } = (await admin.post(`${path}/logo`, await logoForm(await picture()))).body
    expect((await put('logo/toggle', { showLogo: false })).body).toMatchObject({ showLogo: false, logoUrl })
    expect((await put('logo/toggle', { showLogo: true })).body.showLogo).toBe(true)
    const removed = await admin.del(`${path}/logo`)
    expect([removed.status, removed.body]).toMatchObject([200, { showLogo: false, logoUrl: null, logoName: null }])
    expect((await app.anyone().get(logoUrl)).status).toBe(404)
    const shown = await put('logo/toggle', { showLogo: true })
    expect([shown.status, shown.body.message]).toEqual([409, 'There is no logo to show. Please upload one'])
  })

  test('must be a picture of at most 5MB', async () => {
    const { admin, read } = await givenHall()
    const send = async (bytes: Uint8Array) => {
      const { status, body } = await admin.post(`${path}/logo`, await logoForm(bytes))
      return [status, body.message]
    }
    const sentence = 'Please select an image file'
    expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, sentence])
    expect(await send(Buffer.concat([(await picture()).subarray(0, 60), Buffer.alloc(50)]))).toEqual([400, sentence])
    expect(await send(Buffer.alloc(5 * 1_048_576 + 1))).toEqual([413, 'Logo file size must be less than 5MB'])
    const none = await admin.post(`${path}/logo`, new FormData())
    expect([none.status, none.body.message]).toEqual([400, sentence])
    expect((await read()).logoUrl).toBe(null)
  })

  test.each([15, 125, 42, 40.5, '40', null])('cannot be %j pixels high', async (logoSize) => {
    const { put } = await givenHall()
    const answer = await put('logo/size', { logoSize })
    expect([answer.status, answer.body.message]).toEqual([400, 'Logo size must be from 20 to 120 in steps of 5'])
    expect((await put('logo/size', { logoSize: 120 })).body.logoSize).toBe(120)
  })
})

describe('the landing page', () => {
  const map = 'https://www.openstreetmap.org/export/embed.html?bbox=77.5%2C12.9%2C77.6%2C13.0&layer=mapnik'

  test('accepts a part of it, keeps the rest, and sorts the closures', async () => {
    const { put, read, readAsStaff, audit } = await givenHall()
    const closures = [
      { date: '2027-01-26', reason: 'Republic Day' },
      { date: '2026-12-25', reason: '' },
    ]
    await put('landing', { address: ' 12, Station Road\nJaipur ', email: 'hall@example.org', mapUrl: map, closures })
    const { landing } = (await put('landing', { phone: '+91 98765 43210', undeclared: 1 })).body
    expect(landing).toEqual({
      ...defaultLanding,
      address: '12, Station Road\nJaipur',
      email: 'hall@example.org',
      phone: '+91 98765 43210',
      mapUrl: map,
      closures: closures.toReversed(),
    })
    expect((await put('landing', landing)).body).toEqual(await readAsStaff())
    expect((await read()).landing).toEqual(landing)
    expect((await audit()).map(({ action }) => action)).toEqual(['updateLanding', 'updateLanding'])
    expect((await put('landing', { email: '', mapUrl: '' })).body.landing).toMatchObject({ email: '', mapUrl: '' })
  })

  test.each([
    'javascript:alert(1)',
    'http://www.openstreetmap.org/export/embed.html?x',
    'https://www.openstreetmap.org.evil.example/export/embed.html?x',
    'https://www.openstreetmap.org@evil.example/export/embed.html?x',
    'https://www.google.com/maps/place/Jaipur',
    'https://www.google.com/maps/embed/../../url?q=https://evil.example',
    'https://www.google.com/maps/embed?pb="><script>',
    'https://www.google.com\\@evil.example/maps/embed?x',
    '//www.google.com/maps/embed?x',
  ])('accepts no map from %s', async (mapUrl) => {
    const { put } = await givenHall()
    const answer = await put('landing', { mapUrl })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['mapUrl']])
    expect((await put('landing', { mapUrl: 'https://www.google.com/maps/embed?pb=!1m18!1m12' })).status).toBe(200)
  })

  test.each<[string, object]>([
    ['six days', { hours: defaultLanding.hours.slice(1) }],
    ['a day twice', { hours: [defaultLanding.hours[0], ...defaultLanding.hours.slice(0, 6)] }],
    [
      'an hour that there is not',
      { hours: defaultLanding.hours.with(0, { day: 'monday', closed: false, opens: '24:10', closes: '25:00' }) },
    ],
    ['a day that there is not', { closures: [{ date: '2026-02-30', reason: '' }] }],
    ['51 closures', { closures: Array.from({ length: 51 }, () => ({ date: '2026-12-25', reason: '' })) }],
    ['five figures', { figures: [...defaultLanding.figures, { value: '1', label: 'More' }] }],
    ['a figure of nothing', { figures: defaultLanding.figures.with(0, { value: ' ', label: 'Students' }) }],
    ['a page for an address', { address: 'x'.repeat(301) }],
    ['words for a phone', { phone: 'call us' }],
    ['words for an email', { email: 'write us' }],
  ])('rejects %s', async (_, body) => {
    const { put, read } = await givenHall()
    expect((await put('landing', body)).status).toBe(400)
    expect((await read()).landing).toEqual(defaultLanding)
  })
})

test.each<[string, object, string, string]>([
  ['landing', { hours: ['monday'] }, 'hours.0', 'Please enter the hours of all seven days, Monday first'],
  [
    'landing',
    { hours: [{ ...defaultLanding.hours[0], day: 'Montag' }] },
    'hours.0.day',
    'Please enter the hours of all seven days, Monday first',
  ],
  ['landing', { closures: null }, 'closures', 'Please enter the date and the reason of each closure'],
  ['landing', { closures: ['2026-12-25'] }, 'closures.0', 'Please enter the date and the reason of each closure'],
  ['landing', { figures: [1, 2, 3, 4] }, 'figures.0', 'Please enter four figures'],
  ['theme', {}, 'themeId', 'This theme does not exist'],
  ['theme', { themeId: null }, 'themeId', 'This theme does not exist'],
  ['theme', { themeId: 'x'.repeat(65) }, 'themeId', 'This theme does not exist'],
])('reports invalid %s %j at its field', async (what, body, field, message) => {
  const { put } = await givenHall()
  const answer = await put(what, body)
  expect([answer.status, answer.body.fields[field]]).toEqual([400, message])
})

describe('the external viewer of office files', () => {
  test.each([
    [undefined, 'noAddress'],
    ['https://library.example.org', null],
    ['http://library.example.org', 'notHttps'],
    ['https://localhost', 'privateAddress'],
    ['https://carrel.local', 'privateAddress'],
    ['https://library', 'privateAddress'],
    ['https://192.168.1.7:8443', 'privateAddress'],
    ['https://[fe80::1]', 'privateAddress'],
    ['https://[::ffff:10.0.0.1]', 'privateAddress'],
    ['https://203.0.113.9', null],
  ])('reports whether it can work at the address %s', async (publicUrl, why) => {
    const { put } = await givenHall({ publicUrl })
    expect((await put('documents', { officeViewer: 'microsoft' })).body.documents).toEqual({
      officeViewer: 'microsoft',
      whyNotOfficeViewer: why,
    })
  })

  test('is one of two or none', async () => {
    const { put, audit } = await givenHall()
    expect((await put('documents', { officeViewer: 'other' })).status).toBe(400)
    await put('documents', { officeViewer: 'none' })
    expect(await audit()).toEqual([])
  })
})

describe('the settings of chat', () => {
  const chat = { studentsMayWrite: 'everyone', allowEncryption: false, allowEncryptionWithStaff: true }

  test('can be read by everyone, are audited, and keep values that are left out', async () => {
    const { put, read, audit, admin } = await givenHall()
    await put('chat', { showPresence: false })
    expect((await put('chat', { studentsMayWrite: 'nobody' })).body.chat).toMatchObject({ studentsMayWrite: 'nobody', showPresence: false })
    expect((await read()).chat).toMatchObject({ studentsMayWrite: 'nobody', showPresence: false })
    await put('chat', { studentsMayWrite: 'nobody', showPresence: false })
    const of = (before: unknown, after: unknown) => ({ action: 'updateChat', actor: admin._id, before, after })
    expect(await audit()).toEqual([
      of({ chat: null }, { chat: { ...chat, showPresence: false } }),
      of({ chat: { ...chat, showPresence: false } }, { chat: { ...chat, studentsMayWrite: 'nobody', showPresence: false } }),
    ])
  })

  test('do not change if the defaults are sent', async () => {
    const { put, audit } = await givenHall()
    expect((await put('chat', { studentsMayWrite: 'everyone', showPresence: true })).status).toBe(200)
    expect((await put('chat', {})).status).toBe(200)
    expect(await audit()).toEqual([])
  })

  test.each([
    [{ studentsMayWrite: 'friends' }, 'studentsMayWrite', 'Please choose whom students may write to'],
    [{ studentsMayWrite: null }, 'studentsMayWrite', 'Please choose whom students may write to'],
    [{ showPresence: 'no' }, 'showPresence', 'Please choose yes or no'],
  ])('cannot be %j', async (body, field, message) => {
    const { put } = await givenHall()
    const answer = await put('chat', body)
    expect([answer.status, answer.body.fields[field]]).toEqual([400, message])
  })

  test('immediately decide whether a student can write to another', async () => {
    const { app, put } = await givenHall()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const { _id } = (await asha.post('/chat/conversations/private', { userId: binod._id })).body
    const why = async () => (await asha.get('/chat/conversations')).body.items.find((one: { _id: string }) => one._id === _id).whyNotWrite
    expect(await why()).toBeNull()
    await put('chat', { studentsMayWrite: 'staff' })
    expect((await why()).code).toBe('chat.not_to_students')
    await put('chat', { studentsMayWrite: 'everyone' })
    expect(await why()).toBeNull()
  })
})
