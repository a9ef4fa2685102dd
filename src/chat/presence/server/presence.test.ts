import { describe, expect, test, vi } from 'vitest'
import { givenSockets, groupOf, type Heard, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { presenceFeature } from './presence.feature.ts'

const job = (app: Given, name: string) => presenceFeature.jobs.find((one) => one.name === name)?.run(app.platform)

/**
 * Asha and Binod have a private conversation; Chitra is in a group with both and observes. Only Binod and Chitra have sockets so
 * far.
 */
const givenPeople = async () => {
  const app = await given()
  app.setNow('2026-11-22T05:00:00.000Z')
  const open = await givenSockets(app)
  const [asha, binod, chitra] = [
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
    await app.as('manager', { name: 'Chitra' }),
  ]
  await privateOf(asha, binod)
  await groupOf(app, [asha, binod, chitra])
  const [b, c] = [await open(binod), await open(chitra)]
  /** Runs the job that runs every second. */
  const tell = async () => void (await job(app, 'tell who is here'))
  const online = async (person: SignedInPerson) => (await app.platform.live.onlineAmong([person._id])).size === 1
  const gone = (person: SignedInPerson) => vi.waitFor(async () => expect(await online(person)).toBe(false), { timeout: 10_000 })
  /** Returns Asha’s presence as Binod sees it. */
  const shown = async () => {
    const { items } = (await binod.get('/chat/presence')).body
    return items.map(({ name, status, lastSeen }: Record<string, string>) => [name, status, lastSeen])
  }
  await tell()
  return { app, open, asha, binod, chitra, b, c, tell, gone, shown }
}

const toldOf = (heard: readonly Heard[], { _id }: SignedInPerson) =>
  heard.filter(({ event, payload }) => event === 'user_status_changed' && payload.userId === _id).map(({ payload }) => payload)
const hears = (heard: readonly Heard[], person: SignedInPerson, changes: readonly (readonly [string, string | null])[]) =>
  vi.waitFor(() => expect(toldOf(heard, person)).toEqual(changes.map(([status, lastSeen]) => ({ userId: person._id, status, lastSeen }))), {
    timeout: 10_000,
  })

test('only partners of private conversations see a person come and go', async () => {
  const { app, open, asha, binod, chitra, b, c, tell, gone, shown } = await givenPeople()
  expect(await shown()).toEqual([['Asha', 'offline', null]])
  const a = await open(asha)
  await tell()
  await hears(b.heard, asha, [['online', null]])
  expect(await shown()).toEqual([['Asha', 'online', null]])
  app.setNow('2026-11-22T06:00:00.000Z')
  a.socket.close()
  await gone(asha)
  await tell()
  expect(await shown()).toEqual([['Asha', 'online', null]])
  app.advance(6)
  await tell()
  await hears(b.heard, asha, [
    ['online', null],
    ['offline', expect.stringMatching(/^2026-11-22T06:00:00/)],
  ])
  expect(await shown()).toEqual([['Asha', 'offline', expect.stringMatching(/^2026-11-22T06:00:00/)]])
  const { _id } = await said(binod, 'general', 'The end')
  await vi.waitFor(() => expect(c.heard.map(({ payload }) => payload?._id)).toContain(_id), { timeout: 10_000 })
  expect(toldOf(c.heard, asha)).toEqual([])
  expect((await chitra.get('/chat/presence')).body).toEqual({ isShown: true, isHidden: false, items: [] })
})

test('reloading a page notifies nobody', async () => {
  const { app, open, asha, b, tell, gone } = await givenPeople()
  const a = await open(asha)
  await tell()
  await hears(b.heard, asha, [['online', null]])
  a.socket.close()
  await gone(asha)
  app.advance(3)
  await tell()
  const again = await open(asha)
  await tell()
  app.advance(60)
  await tell()
  again.socket.emit('update_status', 'away')
  await vi.waitFor(async () => {
    await tell()
    expect(toldOf(b.heard, asha)).toHaveLength(2)
  })
  await hears(b.heard, asha, [
    ['online', null],
    ['away', null],
  ])
})

test('a person is away while all their screens are; other socket messages are ignored', async () => {
  const { open, asha, b, tell, shown } = await givenPeople()
  const [phone, desk] = [await open(asha), await open(asha)]
  await tell()
  const becomes = (status: string) => vi.waitFor(async () => expect(await shown()).toEqual([['Asha', status, null]]), { timeout: 10_000 })
  for (const said of ['offline', 'invisible', null, 7, {}, ['away'], 'away ']) desk.socket.emit('update_status', said)
  phone.socket.emit('update_status', 'away')
  desk.socket.emit('update_status', 'away')
  await becomes('away')
  desk.socket.emit('update_status', 'online')
  await becomes('online')
  desk.socket.close()
  await becomes('away')
  await tell()
  await vi.waitFor(() => expect(toldOf(b.heard, asha).at(-1)).toEqual({ userId: asha._id, status: 'away', lastSeen: null }))
  expect(toldOf(b.heard, asha).every(({ status }) => status === 'online' || status === 'away')).toBe(true)
})

describe('a person who hides their presence', () => {
  test('appears offline and never seen to everybody, regardless of activity', async () => {
    const { app, open, asha, binod, b, tell, gone, shown } = await givenPeople()
    const a = await open(asha)
    await tell()
    expect((await asha.put('/chat/presence', { isHidden: true })).body).toEqual({ isHidden: true })
    expect((await asha.get('/chat/presence')).body.isHidden).toBe(true)
    expect(await shown()).toEqual([['Asha', 'offline', null]])
    await tell()
    const told = [
      ['online', null],
      ['offline', null],
    ] as const
    await hears(b.heard, asha, told)
    a.socket.close()
    await gone(asha)
    app.advance(10)
    await tell()
    await open(asha)
    await tell()
    expect(await shown()).toEqual([['Asha', 'offline', null]])
    // The last notification arrives last.
    await asha.put('/chat/presence', { isHidden: false })
    await tell()
    await hears(b.heard, asha, [...told, ['online', null]])
    expect((await binod.get('/chat/presence')).body.isHidden).toBe(false)
  })

  test('chooses yes or no', async () => {
    const { asha } = await givenPeople()
    for (const isHidden of ['yes', null, undefined]) {
      const { status, body } = await asha.put('/chat/presence', { isHidden })
      expect([status, body.message]).toEqual([400, 'Please choose yes or no'])
    }
  })
})

test('nobody sees or receives presence if the hall disables it', async () => {
  const { app, open, asha, binod, b, tell } = await givenPeople()
  const admin = await app.as('admin')
  await admin.put('/customization/chat', { showPresence: false })
  await open(asha)
  await tell()
  expect((await binod.get('/chat/presence')).body).toEqual({ isShown: false, isHidden: false, items: [] })
  await admin.put('/customization/chat', { showPresence: true })
  await asha.put('/chat/presence', { isHidden: true })
  await tell()
  await hears(b.heard, asha, [['offline', null]])
})

test.each(['asha', 'binod'] as const)('after %s has blocked the other, neither sees the other', async (who) => {
  const { open, tell, b, shown, chitra, ...people } = await givenPeople()
  const { asha, binod } = people
  await people[who].put(`/chat/blocks/${(who === 'asha' ? binod : asha)._id}`)
  await open(asha)
  await tell()
  expect(await shown()).toEqual([])
  expect((await asha.get('/chat/presence')).body.items).toEqual([])
  // Binod is told of another partner after that.
  await privateOf(chitra, binod)
  expect((await chitra.put('/chat/presence', { isHidden: true })).status).toBe(200)
  await tell()
  await vi.waitFor(() => expect(toldOf(b.heard, chitra).at(-1)).toMatchObject({ status: 'offline' }), { timeout: 10_000 })
  expect(toldOf(b.heard, asha)).toEqual([])
})

test('records who is online every few minutes, in case the server crashes', async () => {
  const { app, open, asha } = await givenPeople()
  await open(asha)
  await vi.waitFor(async () => expect((await app.platform.live.onlineAmong([asha._id])).size).toBe(1))
  app.setNow('2026-11-22T07:00:00.000Z')
  await job(app, 'note who is here')
  const seen = async () =>
    (await app.db.selectFrom('presence').select('lastSeen').where('userId', '=', asha._id).executeTakeFirst())?.lastSeen
  expect(await seen()).toMatch(/^2026-11-22T07:00:00/)
  app.setNow('2026-11-22T06:00:00.000Z')
  await job(app, 'note who is here')
  expect(await seen()).toMatch(/^2026-11-22T07:00:00/)
})

test('stores nothing about deleted people, and hides them from others', async () => {
  const { app, open, asha, shown, gone } = await givenPeople()
  await open(asha)
  await job(app, 'note who is here')
  const superadmin = await app.as('superadmin')
  expect((await superadmin.del(`/user/${asha._id}`)).status).toBe(204)
  await gone(asha)
  await job(app, 'note who is here')
  const rows = async () => app.db.selectFrom('presence').selectAll().where('userId', '=', asha._id).execute()
  expect([await rows(), await shown()]).toEqual([[], []])
})

test('sends notifications later that failed because the database was unavailable', async () => {
  const { app, open, asha, b, tell } = await givenPeople()
  await open(asha)
  await app.db.schema.alterTable('blocks').renameTo('hidden_blocks').execute()
  await expect(tell()).rejects.toThrow()
  await app.db.schema.alterTable('hidden_blocks').renameTo('blocks').execute()
  await tell()
  await hears(b.heard, asha, [['online', null]])
})
