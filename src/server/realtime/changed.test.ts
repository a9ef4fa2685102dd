import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/topics.ts'
import { changesOf } from '#server/feature/changes.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { polled } from '#server/testing/hubs.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { noSockets } from './live.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

type Screen = { person: SignedInPerson; socket: Socket; told: Topic[][] }

const givenHall = async () => {
  const app = await given()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const open = async (person: SignedInPerson, more: { age?: unknown } = {}): Promise<Screen> => {
    const auth = { token: person.token, ...more }
    const socket = io(`http://127.0.0.1:${port}`, { auth, transports: ['websocket'], reconnection: false, forceNew: true })
    opened.push(socket)
    const told: Topic[][] = []
    socket.on('changed', ({ topics }: { topics: Topic[] }) => told.push(topics))
    await once(socket as never, 'connect')
    return { person, socket, told }
  }
  return { app, open, admin: await app.as('admin') }
}

/** As another process on the same database would: it raises the revisions and notifies nobody here. */
const elsewhere = ({ db }: Given, topics: readonly Topic[]) => changesOf({ db, live: noSockets }, topics).transact(async () => undefined)

const isTold = (screen: Screen, topics: readonly Topic[]) =>
  vi.waitFor(() => expect(screen.told).toContainEqual(topics), { timeout: 3_000 })

/**
 * Returns what untouched screens were notified of before or together with a change that concerns everyone. That change is sent at
 * once if it is the first one for a screen.
 */
const toldBefore = async (screens: readonly Screen[], admin: SignedInPerson): Promise<Topic[]> => {
  await givenCategory(admin, 'Last')
  for (const { told } of screens) await vi.waitFor(() => expect(told.flat()).toContain('categories'), { timeout: 10_000 })
  return screens.flatMap(({ told }) => told.flat()).filter((topic) => topic !== 'categories')
}

/**
 * Expects that a screen was notified of these changes and of nothing else. A later change of another process follows everything that
 * is still on its way.
 */
const expectTold = async (app: Given, screen: Screen, topics: readonly Topic[][]) => {
  await vi.waitFor(() => expect(screen.told).toEqual(topics), { timeout: 10_000 })
  await polled(app)
  await elsewhere(app, ['thoughts'])
  await vi.waitFor(() => expect(screen.told.flat()).toContain('thoughts'), { timeout: 10_000 })
  expect(screen.told).toEqual([...topics, ['thoughts']])
}

describe('an open screen is notified', () => {
  test('of a document and a category like everyone, by the name of the topic alone', async () => {
    const { app, open, admin } = await givenHall()
    const screens = [await open(await app.as('student')), await open(await app.as('manager')), await open(admin)]
    const { _id } = await givenCategory(admin, 'Physics')
    await givenDocument(admin, 'Waves', _id)
    for (const screen of screens) {
      await isTold(screen, ['categories'])
      await isTold(screen, ['documents'])
    }
  })

  test('of a change while its page was loading, and only of what concerns its person', async () => {
    const { app, open, admin } = await givenHall()
    const [student, other] = [await app.as('student'), await app.as('student')]
    await givenCategory(admin, 'Physics')
    expect((await (await app.as('superadmin')).put(`/user/${other._id}`, { name: 'Asha Rao' })).status).toBe(200)
    const screen = await open(student, { age: 20_000 })
    await isTold(screen, ['categories'])
    const later = [await open(student), await open(student, { age: -1 }), await open(student, { age: 'long' })]
    expect(await toldBefore([screen, ...later], admin)).toEqual([])
  })

  test('of a person if that is its own person or it belongs to staff, unlike other students', async () => {
    const { app, open, admin } = await givenHall()
    const superadmin = await app.as('superadmin')
    const [staff, one, other] = [
      await open(await app.as('manager')),
      await open(await app.as('student')),
      await open(await app.as('student')),
    ]
    expect((await superadmin.put(`/user/${one.person._id}`, { name: 'Asha Rao' })).status).toBe(200)
    // A change of a person can change the monthly fee.
    await isTold(staff, ['fees', 'users'])
    await isTold(one, ['users'])
    expect(await toldBefore([other], admin)).toEqual([])
  })

  test('of personal changes of its person only', async () => {
    const { app, open, admin } = await givenHall()
    const { _id } = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
    const student = await app.as('student')
    const [phone, desk] = [await open(student), await open(student)]
    const others = [await open(await app.as('student')), await open(await app.as('superadmin'))]
    await student.post(`/document/${_id}/favorite`)
    await isTold(phone, ['favorites'])
    await isTold(desk, ['favorites'])
    await student.put(`/document/${_id}/progress`, { page: 2 })
    await isTold(phone, ['reading'])
    expect(await toldBefore(others, admin)).toEqual([])
  })

  test('of nothing if a call is refused', async () => {
    const { app, open, admin } = await givenHall()
    const screen = await open(await app.as('manager'))
    expect((await admin.post('/category', { name: '' })).status).toBe(400)
    expect((await admin.del('/document/0192f7a0-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await screen.person.post('/category', { name: 'Physics' })).status).toBe(403)
    expect(await toldBefore([screen], admin)).toEqual([])
  })

  test('of the first change at once, and of those within a second together', async () => {
    const { app, open, admin } = await givenHall()
    const screen = await open(await app.as('student'))
    const { _id } = await givenCategory(admin, 'Physics')
    for (const title of ['Waves', 'Heat', 'Light']) await givenDocument(admin, title, _id)
    await admin.put(`/category/${_id}`, { name: 'Science' })
    await expectTold(app, screen, [['categories'], ['categories', 'documents']])
  })
})

describe('a change of another process', () => {
  test('is notified within seconds, once', async () => {
    const { app, open } = await givenHall()
    const screen = await open(await app.as('student'))
    await polled(app)
    await elsewhere(app, ['documents'])
    await expectTold(app, screen, [['documents']])
  })

  test('is notified only to the people it concerns', async () => {
    const { app, open, admin } = await givenHall()
    const [student, manager] = [await open(await app.as('student')), await open(await app.as('manager'))]
    await polled(app)
    await elsewhere(app, ['users'])
    await isTold(manager, ['users'])
    expect(await toldBefore([student], admin)).toEqual([])
  })

  test('is not lost while this process changes the same thing', async () => {
    const { app, open, admin } = await givenHall()
    const screen = await open(await app.as('student'))
    await polled(app)
    await elsewhere(app, ['categories'])
    await givenCategory(admin, 'Physics')
    await expectTold(app, screen, [['categories'], ['categories']])
  })
})
