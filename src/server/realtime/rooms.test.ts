import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { changesOf } from '#server/feature/changes.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { type GivenHub, givenHub, type Screen } from '#server/testing/hubs.ts'
import { noSockets, type Room } from './live.ts'

const room = 'conversation:one'
const other = 'conversation:two'

/** Two processes on one database that cannot reach one another; `members` is what it says of who is where. */
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

/** Changes the rooms of someone as a call on another process would, which tells nobody here. */
const moveElsewhere = ({ db }: Given, change: () => void) =>
  changesOf({ db, live: noSockets }, ['conversations']).transact(async () => change())

const within = { timeout: 20_000 }

/** Publishes until it was heard, since it takes half a second until a socket is in the room. */
const hears = ({ hub }: GivenHub, screen: Screen, where: Room) =>
  vi.waitFor(() => {
    hub.publish([where], 'new_message', where)
    expect(screen.heardOf('new_message')).toContain(where)
  }, within)

/** Publishes again and again until it is heard no more. */
const hearsNoMore = ({ hub }: GivenHub, screen: Screen, where: Room) =>
  vi.waitFor(async () => {
    const before = screen.heardOf('new_message').length
    hub.publish([where], 'new_message', where)
    await wait(100)
    expect(screen.heardOf('new_message')).toHaveLength(before)
  }, within)

describe('when another process changes who is in a conversation', () => {
  test('who was put into it hears it, and who was taken out of it hears nothing more', async () => {
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
    await hearsNoMore(here, first, room)
    await hears(here, first, other)
  })

  test('the rooms are read once for each change, however many sockets are open, and not for a change of this process', async () => {
    const { app, members, here, readings } = await givenTwo()
    const asha = await app.as('student')
    const screens = [await here.open(asha), await here.open(asha), await here.open(await app.as('student'))]
    members.set(asha._id, [room])
    await moveElsewhere(app, () => {})
    await hears(here, screens[0] as Screen, room)
    const before = readings()
    await changesOf({ db: app.db, live: here.hub }, ['conversations']).transact(async () => undefined)
    await wait(1_500)
    expect(readings()).toBe(before)
    members.set(asha._id, [])
    await moveElsewhere(app, () => {})
    await hearsNoMore(here, screens[1] as Screen, room)
    expect(readings()).toBe(before + 1)
  })
})

/** Lets one reading of the rooms wait, as on a busy database. */
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

test('what this process does to a room while the rooms are read is not undone', async () => {
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
  await wait(700)
  await hears(here, screen, other)
  await hearsNoMore(here, screen, room)
})
