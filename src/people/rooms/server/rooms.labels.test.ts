import { expect, test } from 'vitest'
import { serverWordsEn } from '#contract/serverWords.en.ts'
import { rosterHall } from '#people/roster/server/testing/rosterHall.ts'
import { addRoom, givenRoomsHall, studentOn } from './testing/givenRooms.ts'

const givenLabels = async () => {
  const hall = await givenRoomsHall()
  const roomId = await addRoom(hall, 'Room 2', 'First floor')
  await hall.owner.put('/user/seats/details', { from: 21, to: 38, roomId, labels: { prefix: 'B', first: 1 }, addTags: ['ac'] })
  return { ...hall, roomId, roster: await rosterHall(hall.app) }
}

test('shows the label of a seat beside its number in the map, the list and the profile of its student', async () => {
  const { owner, clerk, app, roomId } = await givenLabels()
  const created = await clerk.post('/user', studentOn(24))
  expect([created.body.seatNumber, created.body.seatLabel]).toEqual([24, 'B4'])
  const { _id } = created.body
  expect((await clerk.get('/user/seats')).body.items[23]).toMatchObject({
    ...{ seatNumber: 24, label: 'B4', room: { _id: roomId, name: 'Room 2', floor: 'First floor', position: 1 }, place: null, tags: ['ac'] },
  })
  expect((await clerk.get('/user?role=student')).body.items).toMatchObject([{ _id, seatNumber: 24, seatLabel: 'B4' }])
  expect((await owner.get(`/user/profile/${_id}`)).body).toMatchObject({ seatNumber: 24, seatLabel: 'B4' })
  const plain = (await clerk.post('/user', studentOn(3))).body
  expect(plain).not.toHaveProperty('seatLabel')
  expect((await app.db.selectFrom('users').select('seatNumber').where('id', '=', _id).execute())[0]?.seatNumber).toBe(24)
})

test('finds the student on a seat first when its label is searched for', async () => {
  const { clerk } = await givenLabels()
  await clerk.post('/user', studentOn(24, { name: 'Chand' }))
  await clerk.post('/user', studentOn(4, { name: 'B4 is the name' }))
  const names = async (search: string) =>
    (await clerk.get(`/user?search=${encodeURIComponent(search)}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await names('B4')).toEqual(['Chand', 'B4 is the name'])
  expect(await names('seat b4')).toEqual(['Chand'])
})

test('accepts labels and numbers of seats in a register, and reports a seat that is out of order at its row', async () => {
  const { clerk, roster } = await givenLabels()
  await clerk.post('/user/seats/outages', { seatNumber: 23, from: '2026-11-20', reason: 'Chair is broken' })
  const register = [
    'Name,Email,Seat,Shift',
    'Asha,asha@example.org,b4,Morning',
    'Bela,bela@example.org,Seat B5,Morning',
    'Chand,chand@example.org,26,Morning',
    'Dev,dev@example.org,B3,Morning',
    'Esha,esha@example.org,B99,Morning',
  ].join('\n')
  const seen = await roster.check(register)
  expect(seen.students.map(({ name, seatNumber }) => [name, seatNumber])).toEqual([
    ['Asha', 24],
    ['Bela', 25],
    ['Chand', 26],
  ])
  expect(await roster.problems(register)).toEqual(
    ['Dev Seat: Seat B3 is out of order: Chair is broken', 'Esha Seat: “B99” is not a seat number'].map((line, at) =>
      line.replace(/^\w+/, String(5 + at)),
    ),
  )
})

test('refuses a taken seat by its label, with the number beside it', async () => {
  const { clerk, roster } = await givenLabels()
  await clerk.post('/user', studentOn(24, { slot: 'morning' }))
  await clerk.post('/user', studentOn(3, { slot: 'morning' }))
  const { body } = await clerk.post('/user', studentOn(24, { slot: 'morning' }))
  expect(body).toMatchObject({
    message: 'Seat B4 (morning) is taken by Asha Rao',
    params: { seat: 24, label: 'B4', half: 'morning', name: 'Asha Rao' },
  })
  const plain = await clerk.post('/user', studentOn(3, { slot: 'morning' }))
  expect([plain.body.message, plain.body.params]).toEqual([
    'Seat 3 (morning) is taken by Asha Rao',
    { seat: 3, half: 'morning', name: 'Asha Rao' },
  ])
  const register = [
    'Name,Email,Seat,Shift',
    'Bela,bela@example.org,B4,Morning',
    'Chand,c@example.org,b5,Morning',
    'Dev,d@example.org,25,Morning',
  ]
  expect(await roster.problems(register.join('\n'))).toEqual([
    '2 Seat: Seat B4 (morning) is taken by Asha Rao',
    '4 Seat: Seat B5 (morning) is also given to row 3',
  ])
})

test('names seats by their labels where new times of a shift would put two students on one', async () => {
  const { clerk, owner } = await givenLabels()
  await clerk.post('/user', studentOn(24, { slot: 'morning' }))
  await clerk.post('/user', studentOn(24, { slot: 'afternoon', name: 'Bela Sen' }))
  const { body } = await owner.put('/customization/shifts/afternoon', { from: '13:00', to: '00:00' })
  expect(body.message).toMatch(/^Nothing was changed: two students would have one seat at the same time\. Seat B4: /)
})

test('exports a column of labels only if the hall has labels', async () => {
  const plain = await givenRoomsHall()
  const lines = async (who: typeof plain.clerk) => (await who.get('/user/export?format=csv&role=student')).text.trim().split('\r\n')
  await plain.clerk.post('/user', studentOn(24))
  expect((await lines(plain.clerk))[0]).not.toContain(serverWordsEn.people.seatLabel)
  const { clerk } = await givenLabels()
  await clerk.post('/user', studentOn(24))
  await clerk.post('/user', studentOn(3))
  const [heading = '', ...rows] = await lines(clerk)
  const at = heading.split(',').indexOf(serverWordsEn.people.seatLabel)
  expect(rows.map((row) => row.split(',')[at]).toSorted()).toEqual(['', 'B4'])
})
