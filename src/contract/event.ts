import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/** Who may receive an event, in the words of the API reference. */
export const audiences = {
  everyone: 'Everyone who is connected',
  followers: 'People whom one of the topics concerns',
  members: 'Members of the conversation',
  viewers: 'Members who have the conversation open, except the person it is about',
  removed: 'People who are no longer members of the conversation',
  partners: 'People who have a private conversation with the person',
} as const
export type Audience = keyof typeof audiences

/** An event that the server sends over the socket. Only the declared fields of its payload are sent. */
export type SocketEvent = {
  /** The name on the wire. */
  name: string
  /** One line for the API reference. */
  summary: string
  audience: Audience
  payload?: Schema
}

/** An event that a browser sends. Invalid input is ignored, and no event is acknowledged. */
export type InboundEvent = { name: string; summary: string; input: Schema }

export type SocketEvents = Record<string, SocketEvent>
export type InboundEvents = Record<string, InboundEvent>

/** Declares an event of the server and keeps its exact types. */
export const event = <const E extends SocketEvent>(declaration: E): E => declaration

/** Declares an event of a browser and keeps its exact types. */
export const inboundEvent = <const E extends InboundEvent>(declaration: E): E => declaration

/** The payload of an event; `undefined` if it has none. */
export type Payload<E extends SocketEvent> = E extends { payload: infer S extends Schema } ? z.output<S> : undefined

/** The input that a browser sends with an event. */
export type EventInput<E extends InboundEvent> = z.output<E['input']>
