import { describe, expect, test, vi } from 'vitest'
import { changesOf } from '#server/feature/changes.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { anyEvent, type GivenHub, givenHub, polled, type Screen } from '#server/testing/hubs.ts'
import { noSockets, type Room } from './live.ts'

const newMessage = anyEvent('new_message')
const mark = anyEvent('mark')

const room = 'conversation:one'
const other = 'conversation:two'

/** Two processes on one database that cannot reach one another; `members` maps people to their rooms. */
const givenTwo = async () => {
  const app = await given()
  const members = new Map<string, Room[]>()
  let readings = 0
  const roomsAmong = async (_platform: unknown, persons: readonly { _id: string }[]) => {
    readings++
    return new Map(persons.map(({ _id }) => [_id, [...(members.get(_id) ?? [])]]))
  }
  const channel = { roomsOf: async (_platform: unknown, { _id }: { _id: string }) => [...(members.get(_id) ?? [])], roomsAmong }
  return { app, members, here: await givenHub(app, { channel }), there: await givenHub(app, { channel }), readings: () => readings }
}

/** Changes the rooms of someone as a call on another process would, which notifies nobody here. */
const moveElsewhere = ({ db }: Given, change: () => void) =>
  changesOf({ db, live: noSockets }, ['conversations']).transact(async () => change())

const within = { timeout: 20_000 }

/** Publishes until it is received, since it takes half a second until a socket is in the room. */
const hears = ({ hub }: GivenHub, screen: Screen, where: Room) =>
  vi.waitFor(() => {
    hub.publish([where], newMessage, where)
    expect(screen.heardOf('new_message')).toContain(where)
  }, within)

/** Publishes until it is received no more: a mark to the person follows it on the same socket. */
const hearsNoMore = ({ hub }: GivenHub, screen: Screen, { _id }: SignedInPerson, where: Room) =>
  vi.waitFor(async () => {
    const [before, marks] = [screen.heardOf('new_message').length, screen.heardOf('mark').length]
    hub.publish([where], newMessage, where)
    hub.publish([`person:${_id}`], mark, where)
    await vi.waitUntil(() => screen.heardOf('mark').length > marks, within)
    expect(screen.heardOf('new_message')).toHaveLength(before)
  }, within)

describe('when another process changes the members of a conversation', () => {
  test('sends its events to an added member, and none to a removed one', async () => {
    const { app, members, here } = await givenTwo()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    members.set(asha._id, [room, other])
    const [first, second] = [await here.open(asha), await here.open(binod)]
    await hears(here, first, room)
    await moveElsewhere(app, () => {
      members.set(asha._id, [other])
      members.set(binod._id, [room])
    })
    await hears(here, second, room)
    await hearsNoMore(here, first, asha, room)
    await hears(here, first, other)
  })

  test('reads the rooms once per change, however many sockets are open, and not for a change of this process', async () => {
    const { app, members, here, readings } = await givenTwo()
    const asha = await app.as('student')
    const screens = [await here.open(asha), await here.open(asha), await here.open(await app.as('student'))]
    members.set(asha._id, [room])
    await moveElsewhere(app, () => {})
    await hears(here, screens[0] as Screen, room)
    // A look at the database between the commit and its announcement sees a change of its own process, which is rare.
    await vi.waitFor(async () => {
      const before = readings()
      await changesOf({ db: app.db, live: here.hub }, ['conversations']).transact(async () => undefined)
      await polled(app)
      expect(readings()).toBe(before)
    }, within)
    const before = readings()
    members.set(asha._id, [])
    await moveElsewhere(app, () => {})
    await hearsNoMore(here, screens[1] as Screen, asha, room)
    expect(readings()).toBe(before + 1)
  })
})

/** Makes one reading of the rooms wait, as on a busy database. */
const givenSlowReading = async () => {
  const app = await given()
  let rooms: Room[] = [room]
  let release: (() => void) | undefined
  const begun = Promise.withResolvers<void>()
  let slow = false
  const channel = {
    roomsOf: async () => [],
    roomsAmong: async (_platform: unknown, persons: readonly { _id: string }[]) => {
      const read = new Map(persons.map(({ _id }) => [_id, rooms]))
      if (slow) {
        slow = false
        await new Promise<void>((resolve) => {
          release = resolve
          begun.resolve()
        })
      }
      return read
    },
  }
  const here = await givenHub(app, { channel })
  return {
    app,
    here,
    begun: begun.promise,
    slowDown: () => {
      slow = true
    },
    set: (now: Room[]) => {
      rooms = now
    },
    release: () => release?.(),
  }
}

test('does not undo what this process does to a room while the rooms are read', async () => {
  const { app, here, begun, slowDown, set, release } = await givenSlowReading()
  const asha: SignedInPerson = await app.as('student')
  const screen = await here.open(asha)
  await hears(here, screen, room)
  slowDown()
  await moveElsewhere(app, () => {})
  await begun
  set([other])
  here.hub.leave([asha._id], room)
  here.hub.enter([asha._id], other)
  release()
  await hears(here, screen, other)
  await polled(app)
  await hears(here, screen, other)
  await hearsNoMore(here, screen, asha, room)
})
