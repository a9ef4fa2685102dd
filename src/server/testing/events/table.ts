import type { Socket } from 'socket.io-client'
import { type Role, roles } from '#contract/actor.ts'
import type { SocketEvents } from '#contract/event.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'

/**
 * The relations of people to the actor, who is an administrator: members of the actor's group, former members, partners of a
 * private conversation with the actor, and all others. There is one person of each role in each relation.
 */
export const standings = ['member', 'former', 'partner', 'outsider'] as const
export type Standing = 'actor' | (typeof standings)[number]
export type Listener = 'actor' | `${(typeof standings)[number]} ${Role}`

export const listeners: readonly Listener[] = [
  'actor',
  ...standings.flatMap((standing) => roles.map((role) => `${standing} ${role}` as const)),
]

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload by what it compares it with
export type Heard = { event: string; payload: any }

/** A hall in which each listener has one open socket. */
export type EventWorld = {
  app: Given
  /** The actor's group. */
  group: string
  privateWith: (role: Role) => string
  person: (listener: Listener) => SignedInPerson
  socket: (listener: Listener) => Socket
  heard: (listener: Listener) => readonly Heard[]
  /** Waits until a listener receives an event whose payload names `id`. */
  hears: (listener: Listener, event: string, id: string) => Promise<void>
  /** Drops the events received so far. */
  forget: () => void
}

/** Causes an event. If it returns an id, only payloads that name it count; other return values are ignored. */
type Cause = (world: EventWorld) => unknown
/** The cause of an event, and its receivers. */
export type Situation = readonly [cause: Cause, hears: readonly (Standing | Listener)[]]

/** A feature's rows of the table of events: the receivers of each event in every situation in which it is sent. */
export type EventTable<E extends SocketEvents> = { readonly [K in keyof E]: Readonly<Record<string, Situation>> }

export const everyone: readonly Standing[] = ['actor', ...standings]

/** The same for the private conversation with a person of each role. */
export const inPrivate = (cause: (world: EventWorld, id: string, role: Role) => ReturnType<Cause>): Record<string, Situation> =>
  Object.fromEntries(
    roles.map((role) => [
      `in a private conversation with a ${role}`,
      [(world) => cause(world, world.privateWith(role), role), ['actor', `partner ${role}`]] satisfies Situation,
    ]),
  )

/** The same by people of each role who are not members of the group; nobody receives it. */
export const byStrangers = (cause: (world: EventWorld, stranger: Listener) => ReturnType<Cause>): Record<string, Situation> =>
  Object.fromEntries(
    (['former', 'outsider'] as const).flatMap((standing) =>
      roles.map((role) => [
        `by a ${role} who is no member (${standing})`,
        [(world) => cause(world, `${standing} ${role}`), []] satisfies Situation,
      ]),
    ),
  )
