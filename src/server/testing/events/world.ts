import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { openScreen, type Screen } from '#server/testing/hubs.ts'
import { type EventWorld, type Heard, type Listener, listeners, type standings } from './table.ts'

const roleOf = (listener: Listener): Role => (listener === 'actor' ? 'admin' : (listener.split(' ')[1] as Role))
const within = { timeout: 20_000 }

/** Fills the hall: the group, from which some are removed again, and the private conversations. */
const prepare = async (people: ReadonlyMap<Listener, SignedInPerson>) => {
  const actor = people.get('actor') as SignedInPerson
  const idsOf = (standing: (typeof standings)[number]) => roles.map((role) => people.get(`${standing} ${role}`)?._id)
  const participants = [...idsOf('member'), ...idsOf('former')]
  const { body } = await actor.post('/chat/admin/groups', { name: 'Physics', participants })
  for (const id of idsOf('former')) expect((await actor.del(`/chat/admin/groups/${body._id}/members/${id}`)).status).toBe(204)
  const pairs = new Map<Role, string>()
  for (const role of roles) {
    const userId = people.get(`partner ${role}`)?._id
    pairs.set(role, (await actor.post('/chat/conversations/private', { userId })).body._id)
  }
  return { group: String(body._id), pairs }
}

export const givenEventWorld = async (): Promise<EventWorld> => {
  const app = await given()
  const people = new Map<Listener, SignedInPerson>()
  for (const listener of listeners) people.set(listener, await app.as(roleOf(listener), { name: listener }))
  const { group, pairs } = await prepare(people)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const screens = new Map<Listener, Screen>()
  for (const [listener, person] of people) screens.set(listener, await openScreen(port, person))
  const screenOf = (listener: Listener) => screens.get(listener) as Screen
  return {
    app,
    group,
    privateWith: (role) => pairs.get(role) ?? '',
    person: (listener) => people.get(listener) as SignedInPerson,
    socket: (listener) => screenOf(listener).socket,
    heard: (listener) => screenOf(listener).heard,
    hears: (listener, event, id) =>
      vi.waitFor(() => expect(screenOf(listener).heard.some((one) => one.event === event && names(one, id))).toBe(true), within),
    forget: () => {
      for (const { heard } of screens.values()) heard.length = 0
    },
  }
}

/** Returns whether an event is about something with this id. */
export const names = ({ payload }: Pick<Heard, 'payload'>, id: string): boolean => JSON.stringify(payload ?? null).includes(`"${id}"`)
