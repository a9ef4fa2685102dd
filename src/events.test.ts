import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { chatEvents } from '#chat/conversations/conversations.events.ts'
import { SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { roles } from '#contract/actor.ts'
import type { InboundEvent, SocketEvent } from '#contract/event.ts'
import { platformEvents } from '#contract/platform.events.ts'
import { type Topic, topics } from '#contract/topics.ts'
import { changesOf } from '#server/feature/changes.ts'
import { features } from '#server/features.ts'
import { type Nodes, oneNode } from '#server/nodes/nodes.ts'
import { type EventWorld, type Heard, type Listener, listeners, type Situation } from '#server/testing/events/table.ts'
import { givenEventWorld, names } from '#server/testing/events/world.ts'
import { featureKeyOf } from '#server/testing/featureKey.ts'
import { given } from '#server/testing/given.ts'
import { givenHub } from '#server/testing/hubs.ts'

/*
 * The one table of who receives what: every event × every role × every standing towards the subject of the event. Each feature has
 * its rows in its `*.audience.ts`. The test fails for an event that is missing there, and for one that is received but not
 * declared.
 */

type Rows = Record<string, Record<string, Situation>>

const importAll = async <T>(pattern: string): Promise<[feature: string, exported: T][]> =>
  Promise.all(
    globSync(pattern).map(async (file): Promise<[string, T]> => {
      const exported = (await import(pathToFileURL(resolve(file)).href)) as T
      return [featureKeyOf(file), exported]
    }),
  )

const table = new Map(
  (await importAll<Record<string, Rows>>('src/*/*/server/*.audience.ts')).flatMap(([feature, exported]) =>
    Object.values(exported).flatMap((rows) => Object.entries(rows).map(([key, situations]) => [`${feature}.${key}`, situations] as const)),
  ),
)

const events = new Map<string, SocketEvent>(
  Object.entries(features).flatMap(([feature, one]) =>
    Object.entries(one.events).map(([key, event]) => [`${feature}.${key}`, event] as const),
  ),
)
const inbound: InboundEvent[] = Object.values(features).flatMap(({ channel }) => (channel.handlers ?? []).map(({ event }) => event))
const byWireName = new Map([...events.values(), ...Object.values<SocketEvent>(platformEvents)].map((event) => [event.name, event]))

const within = { timeout: 20_000 }

/** Validates an event against its declaration: the compiled serializer would turn null into 0, and does not check enums. */
const assertDeclared = ({ event, payload }: Heard): void => {
  const declared = byWireName.get(event)
  if (!declared) throw new Error(`${event} is not declared`)
  if (declared.payload) expect([event, declared.payload.parse(payload)]).toEqual([event, payload])
  else expect([event, payload]).toEqual([event, undefined])
}

const personRooms = (world: EventWorld) => listeners.map((listener) => `person:${world.person(listener)._id}` as const)

let marks = 0
/** Waits until everyone has received an event that was sent last, so that no earlier one is still on its way. */
const waitForMark = async (world: EventWorld): Promise<string> => {
  const mark = `mark-${++marks}`
  world.app.platform.live.publish(personRooms(world), chatEvents.conversationRemoved, { conversationId: mark })
  for (const listener of listeners) await world.hears(listener, chatEvents.conversationRemoved.name, mark)
  return mark
}

const expand = (hears: Situation[1]): Listener[] =>
  listeners.filter((listener) => hears.some((one) => one === listener || listener.startsWith(`${one} `)))

/** Causes an event, and returns what each listener received of it. */
const cause = async (world: EventWorld, { name }: SocketEvent, [act, hears]: Situation): Promise<Map<Listener, Heard[]>> => {
  world.forget()
  const returned = await act(world)
  const id = typeof returned === 'string' ? returned : undefined
  const isIt = (one: Heard) => one.event === name && (id === undefined || names(one, id))
  for (const listener of expand(hears))
    await vi.waitFor(() => expect([listener, world.heard(listener).some(isIt)]).toEqual([listener, true]), within)
  const mark = await waitForMark(world)
  for (const listener of listeners) for (const one of world.heard(listener)) assertDeclared(one)
  const heard = listeners.map((listener) => [listener, world.heard(listener).filter((one) => isIt(one) && !names(one, mark))] as const)
  return new Map(heard.filter(([, all]) => all.length > 0))
}

/** Returns the value with an extra field in each of its objects. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withMore(one)])), passwordHash: 'secret' }
}

/** Sends an event with more fields than it declares, and returns what arrives. */
const sendWithMore = async (world: EventWorld, event: SocketEvent, payload: unknown): Promise<unknown> => {
  world.forget()
  world.app.platform.live.publish([`person:${world.person('actor')._id}`], event, withMore(payload) as never)
  await waitForMark(world)
  return world.heard('actor').find((one) => one.event === event.name)?.payload
}

describe('every event', () => {
  test('of a feature is in the table, and the table names no other', () => {
    expect([...table.keys()].toSorted()).toEqual([...events.keys()].toSorted())
    for (const [key, situations] of table) expect([key, Object.keys(situations).length > 0]).toEqual([key, true])
  })

  test('that a file declares is sent or handled by its feature, under a name of its own', async () => {
    type Declared = Record<string, Record<string, SocketEvent | InboundEvent>>
    const files = await importAll<Declared>('src/*/*/*.events.ts')
    const declared = files.flatMap(([, exported]) => Object.values(exported).flatMap((all) => Object.values(all).map(({ name }) => name)))
    expect(declared.toSorted()).toEqual([...events.values(), ...inbound].map(({ name }) => name).toSorted())
    const all = [...declared, ...Object.values(platformEvents).map(({ name }) => name)]
    expect(new Set(all).size).toBe(all.length)
  })

  test('is sent by its declaration: no file of the server emits another name', () => {
    const files = globSync('src/**/server/**/*.ts', { exclude: ['**/*.test.ts', '**/*.audience.ts', '**/testing/**'] })
    expect(files.length).toBeGreaterThan(100)
    const emitting = files.filter((file) => /\bemit\b/.test(readFileSync(file, 'utf8'))).map((file) => basename(file))
    // `send.ts` sends declared events, and the hub what `send.ts` has serialized.
    expect(emitting.toSorted()).toEqual(['hub.ts', 'send.ts'])
    const hub = readFileSync('src/server/realtime/hub.ts', 'utf8')
    expect(hub.match(/emit\([^)]*\)/g)).toEqual(['emit(event, payload)', 'emit(hint.event, hint.payload)'])
  })
})

describe('who hears', () => {
  test.each([...table.keys()])('%s', { timeout: 120_000 }, async (key) => {
    const event = events.get(key)
    if (!event) throw new Error(`${key} is not an event`)
    const world = await givenEventWorld()
    const found: Record<string, Listener[]> = {}
    let sample: unknown
    for (const [situation, row] of Object.entries(table.get(key) ?? {})) {
      const heard = await cause(world, event, row)
      found[situation] = [...heard.keys()]
      sample ??= [...heard.values()][0]?.[0]?.payload
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(table.get(key) ?? {}).map(([situation, [, hears]]) => [situation, expand(hears)])),
    )
    expect(sample).toBeDefined()
    expect(await sendWithMore(world, event, sample)).toEqual(sample)
  })

  test('sends all members of a group the same, without fields of one member', async () => {
    const world = await givenEventWorld()
    const rename: Situation = [() => world.person('actor').put(`/chat/admin/groups/${world.group}`, { name: 'Biology' }), []]
    const heard = await cause(world, chatEvents.conversationUpdated, rename)
    const payloads = [...heard.values()].flat().map(({ payload }) => payload)
    expect(payloads).toHaveLength(1 + roles.length)
    for (const payload of payloads) expect(payload).toEqual(payloads[0])
    expect(SharedConversation.parse(payloads[0])).toEqual(payloads[0])
  })
})

describe('who hears of the platform', () => {
  /** The topics that each role is notified of, no matter who changed them. */
  const told: Record<(typeof roles)[number], Topic[]> = {
    student: ['categories', 'customization', 'documents', 'thoughts'],
    manager: ['categories', 'customization', 'documents', 'fees', 'notices', 'thoughts', 'users', 'visits'],
    admin: [
      'announcements',
      'categories',
      'conversations',
      'customization',
      'documents',
      'fees',
      'gallery',
      'moderation',
      'notices',
      'thoughts',
      'users',
      'visits',
    ],
    superadmin: [
      'announcements',
      'categories',
      'conversations',
      'customization',
      'documents',
      'fees',
      'gallery',
      'moderation',
      'notices',
      'system',
      'thoughts',
      'users',
      'visits',
    ],
  }

  test('notifies each role of the topics that concern it, and the author of a change of all of them', async () => {
    const world = await givenEventWorld()
    world.forget()
    const all = Object.keys(topics) as Topic[]
    await changesOf(world.app.platform, all, world.person('actor')).transact(async () => undefined)
    await waitForMark(world)
    const topicsOf = (listener: Listener) =>
      world
        .heard(listener)
        .flatMap(({ event, payload }) => (event === 'changed' ? (payload.topics as string[]) : []))
        .toSorted()
    expect(topicsOf('actor')).toEqual(all.toSorted())
    for (const listener of listeners.filter((one) => one !== 'actor'))
      expect([listener, topicsOf(listener)]).toEqual([listener, told[world.person(listener).me.role]])
  })

  test('sends the epoch to each socket when it opens, and to everyone if something may have been missed', async () => {
    const app = await given()
    let missed = () => {}
    const nodes: Nodes = {
      ...oneNode,
      open: (listener) => {
        missed = listener.missed
      },
    }
    const { open } = await givenHub(app, { nodes })
    const screens = await Promise.all(roles.map(async (role) => open(await app.as(role))))
    for (const { heard } of screens) expect(heard).toEqual([{ event: 'hello', payload: { epoch: expect.any(String) } }])
    missed()
    for (const { heard, heardOf } of screens) {
      await vi.waitFor(() => expect(heardOf('catch_up')).toEqual([undefined]), within)
      for (const one of heard) assertDeclared(one)
    }
  })
})

/** What a browser may and may not send with each inbound event. */
const inputs: Record<string, { fits: readonly unknown[]; wrong: readonly unknown[] }> = {
  join_conversations: { fits: [[], ['general']], wrong: ['general', [7], [''], ['general', null], new Array(1_001).fill('general')] },
  typing_start: { fits: ['general'], wrong: ['', "' or 1=1 --", 'x'.repeat(65), ['general']] },
  typing_stop: { fits: ['general'], wrong: ['', "' or 1=1 --", 'x'.repeat(65), ['general']] },
  focus: { fits: ['general', null], wrong: ['', 'x'.repeat(65), ['general']] },
  mark_message_read: {
    fits: [{ messageId: 'one', conversationId: 'general' }],
    wrong: ['one', { messageId: 'one' }, { messageId: 7, conversationId: 'general' }, [{ messageId: 'one', conversationId: 'general' }]],
  },
  messages_received: {
    fits: [[], [{ conversationId: 'general', seq: 1 }]],
    wrong: [{ conversationId: 'general', seq: 1 }, [{ conversationId: 'general' }], [{ conversationId: 'general', seq: -1 }], ['general']],
  },
  update_status: { fits: ['online', 'away'], wrong: ['offline', 'away ', ['away']] },
}

describe('what a browser sends', () => {
  test('is in the table, and the table names no other', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(inbound.map(({ name }) => name).toSorted())
  })

  test.each(inbound)('$name reaches its handler only if the input is as declared, from every role', async (event) => {
    const app = await given()
    const handled: [role: string, input: unknown][] = []
    const handlers = [{ event, handle: async ({ me }: { me: { role: string } }, input: unknown) => void handled.push([me.role, input]) }]
    const { open } = await givenHub(app, { channel: { handlers } })
    const { fits, wrong } = inputs[event.name] as (typeof inputs)[string]
    for (const role of roles) {
      const { socket } = await open(await app.as(role))
      for (const input of [...wrong, 7, true, {}]) {
        socket.emit(event.name, input)
        socket.emit(event.name, input, fits[0])
      }
      for (const input of fits) socket.emit(event.name, input)
      await vi.waitFor(() => expect(handled.filter(([by]) => by === role).map(([, input]) => input)).toEqual(fits), within)
      expect(socket.connected).toBe(true)
    }
  })
})
