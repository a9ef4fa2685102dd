import { expect, test } from 'vitest'
import { addRoom } from '#people/rooms/server/testing/givenRooms.ts'
import { lockerLimits } from '../lockers.limits.ts'
import { assign, givenLockers, takeBack } from './testing/givenLockers.ts'

const namesOf = (items: { number: string; keyNumber: string | null }[]) => items.map(({ number, keyNumber }) => `${number} ${keyNumber}`)

test('adds a range of lockers with keys, lists it by number, and refuses numbers that exist', async () => {
  const { owner, clerk } = await givenLockers()
  const page = (await clerk.get('/user/lockers?limit=10')).body
  expect(namesOf(page.items)).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 1} K${at + 1}`))
  const rest = (await clerk.get(`/user/lockers?limit=10&cursor=${page.nextCursor}`)).body
  expect([namesOf(rest.items), rest.nextCursor, rest.total]).toEqual([['11 K11', '12 K12'], null, 12])
  const again = await owner.post('/user/lockers', { first: 12, count: 3 })
  expect([again.status, again.body.message]).toEqual([409, 'There is already a locker 12'])
  expect((await clerk.get('/user/lockers')).body.total).toBe(12)
  expect((await owner.post('/user/lockers', { prefix: 'ÀB', first: 1, count: 1 })).status).toBe(201)
  expect((await owner.post('/user/lockers', { prefix: 'àb', first: 1, count: 1 })).body.code).toBe('lockers.number_taken')
})

test('refuses too long numbers, too many lockers and unknown rooms, and lists all lockers that a hall can have as one choice', async () => {
  const { owner, clerk, app } = await givenLockers()
  const add = async (more: object) => (await owner.post('/user/lockers', { first: 1, count: 1, prefix: 'A', ...more })).body.code
  expect(await add({ prefix: 'ABCDEFGHIJKL' })).toBe('lockers.number_too_long')
  expect(await add({ keyPrefix: 'ABCDEFGHIJKLMNOPQRST' })).toBe('lockers.number_too_long')
  expect(await add({ roomId: 'nowhere' })).toBe('rooms.room_missing')
  const more = (prefix: string, count: number) => owner.post('/user/lockers', { prefix, first: 0, count })
  for (const prefix of 'abcdefghi'.slice(0, lockerLimits.lockers / lockerLimits.atOnce - 1)) await more(prefix, lockerLimits.atOnce)
  expect((await more('j', lockerLimits.atOnce)).body.code).toBe('lockers.too_many')
  expect((await more('j', lockerLimits.atOnce - 12)).status).toBe(201)
  expect(await app.db.selectFrom('lockers').select('id').execute()).toHaveLength(lockerLimits.lockers)
  const choice = await clerk.get(`/user/lockers?limit=${lockerLimits.lockers}&status=free`)
  expect([choice.status, choice.body.items?.length, choice.body.nextCursor]).toEqual([200, lockerLimits.lockers, null])
})

test('changes number, key, room and fee, and sets the fee of all lockers of a room', async () => {
  const { app, owner, clerk, idOf } = await givenLockers()
  const roomId = await addRoom({ app, owner, clerk }, 'Quiet Room')
  const changed = await owner.put(`/user/lockers/${idOf(3)}`, { number: '3A', keyNumber: '', roomId, fee: null })
  expect(changed.body).toMatchObject({ number: '3A', keyNumber: null, fee: null, room: { name: 'Quiet Room' } })
  expect((await owner.put(`/user/lockers/${idOf(4)}`, { number: '3a' })).body.message).toBe('There is already a locker 3A')
  expect((await owner.put('/user/lockers/fees', { roomId, fee: 150 })).body).toEqual({ changed: 1 })
  expect((await owner.put('/user/lockers/fees', { fee: 150 })).body).toEqual({ changed: 11 })
  const [all, ofRoom] = (
    await app.db.selectFrom('audit').select('before').where('action', '=', 'lockers.setFees').orderBy('id', 'desc').execute()
  ).map(({ before }) => JSON.parse(before ?? '{}'))
  expect(ofRoom).toEqual({ fees: [{ fee: null, lockers: ['3A'] }] })
  expect(all).toEqual({ fees: [{ fee: 100, lockers: ['1', '2', '4', '5', '6', '7', '8', '9', '10', '11', '12'] }] })
  await owner.del(`/user/seats/rooms/${roomId}`)
  expect((await clerk.get('/user/lockers?search=3a')).body.items).toMatchObject([{ number: '3A', fee: 150, room: null }])
})

test('shows the locker to its student, to staff with search and filters, and to no other student', async () => {
  const hall = await givenLockers()
  const { clerk, student } = hall
  const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
  expect((await assign(hall, clerk, 12, asha._id)).body).toMatchObject({
    ...{ number: '12', keyNumber: 'K12', since: '2026-11-20' },
    holder: { _id: asha._id, name: 'Asha Rao', isEnded: false },
  })
  expect((await asha.get(`/user/lockers/of/${asha._id}`)).body).toMatchObject({ free: 0, locker: { number: '12', keyNumber: 'K12' } })
  expect((await clerk.get(`/user/lockers/of/${asha._id}`)).body.free).toBe(11)
  expect((await bela.get(`/user/lockers/of/${asha._id}`)).status).toBe(404)
  const listed = async (query: string) => namesOf((await clerk.get(`/user/lockers?${query}`)).body.items)
  expect(await listed('search=asha')).toEqual(['12 K12'])
  expect(await listed('search=k7')).toEqual(['7 K7'])
  expect(await listed('search=%25')).toEqual([])
  expect(await listed('status=taken')).toEqual(['12 K12'])
  expect(await listed('status=free')).toHaveLength(11)
  expect(await listed('status=ended')).toEqual([])
})

test('names the holder, the other locker of a student, and an account that has ended', async () => {
  const hall = await givenLockers()
  const { owner, clerk, idOf, student } = hall
  const [asha, bela, gone] = [await student(), await student({ name: 'Bela Roy' }), await student({ terminationDate: '2026-11-19' })]
  await assign(hall, clerk, 12, asha._id)
  expect((await assign(hall, clerk, 12, asha._id)).status).toBe(200)
  const messageOf = async (number: number, id: string) => (await assign(hall, clerk, number, id)).body.message
  expect(await messageOf(12, bela._id)).toBe('Asha Rao already has locker 12. Choose another one.')
  expect(await messageOf(3, asha._id)).toBe('Asha Rao already has locker 12. Take it back first.')
  expect(await messageOf(3, gone._id)).toBe('The account of this student has ended. Renew it first.')
  expect((await owner.del(`/user/lockers/${idOf(12)}`)).body.message).toBe('Asha Rao has locker 12. Take it back first.')
  expect((await owner.del(`/user/lockers/${idOf(3)}`)).status).toBe(204)
})

test('knows who had a locker, also one that was deleted and added again', async () => {
  const hall = await givenLockers()
  const { owner, clerk, idOf, setDay, student } = hall
  const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
  await assign(hall, clerk, 12, asha._id)
  setDay('2027-03-05')
  expect((await takeBack(hall, clerk, 12, bela._id)).body.code).toBe('lockers.not_holder')
  const taken = await takeBack(hall, clerk, 12, asha._id, { keyReturned: false, note: 'Says it is lost' })
  expect(taken.body).toMatchObject({ holder: null, since: null })
  expect((await takeBack(hall, clerk, 12, asha._id)).body.code).toBe('lockers.not_holder')
  await owner.del(`/user/lockers/${idOf(12)}`)
  const added = (await owner.post('/user/lockers', { first: 12, count: 1 })).body.items[0]._id
  await clerk.post(`/user/lockers/${added}/assign`, { studentId: bela._id })
  const uses = (await clerk.get(`/user/lockers/${added}/uses`)).body.items
  expect(uses).toMatchObject([
    { student: { name: 'Bela Roy' }, from: '2027-03-05T06:00:00.000Z', to: null, keyReturned: null },
    {
      ...{ student: { name: 'Asha Rao' }, from: '2026-11-20T06:00:00.000Z', to: '2027-03-05T06:00:00.000Z' },
      ...{ keyReturned: false, note: 'Says it is lost', assignedBy: clerk.me.name, endedBy: clerk.me.name },
    },
  ])
  const audited = (await owner.get('/audit?limit=20')).body.items.map(({ action }: { action: string }) => action)
  expect(audited).toEqual(expect.arrayContaining(['lockers.create', 'lockers.assign', 'lockers.takeBack', 'lockers.remove']))
})

test('frees the locker of a deleted student, and keeps it for an account that has ended', async () => {
  const hall = await givenLockers()
  const { app, owner, clerk, setDay, student } = hall
  const [asha, bela] = [await student(), await student({ name: 'Bela Roy', terminationDate: '2026-11-30' })]
  await assign(hall, clerk, 1, asha._id)
  await assign(hall, clerk, 2, bela._id)
  await owner.del(`/user/${asha._id}`)
  const freed = await app.db.selectFrom('audit').select(['actorId', 'targetId', 'after']).where('action', '=', 'lockers.takeBack').execute()
  expect(freed).toEqual([{ actorId: owner._id, targetId: asha._id, after: JSON.stringify({ locker: '1', isDeleted: true }) }])
  expect(await app.db.selectFrom('lockerUses').select('endedBy').where('studentId', '=', asha._id).execute()).toEqual([
    { endedBy: owner._id },
  ])
  setDay('2026-12-02')
  const taken = (await clerk.get('/user/lockers?status=taken')).body.items
  expect(taken).toMatchObject([{ number: '2', holder: { name: 'Bela Roy', isEnded: true } }])
  expect((await clerk.get('/user/lockers?status=ended')).body.total).toBe(1)
  expect((await takeBack(hall, clerk, 2, bela._id)).status).toBe(200)
})
