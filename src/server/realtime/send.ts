/*
 * Attacks, and the line that stops each. If a service passed on a whole row of the database, every socket in a room would see
 * fields that only some may see: each event is sent through `toSent`, which drops fields that it does not declare.
 */
import type { Payload, SocketEvent } from '#contract/event.ts'
import { serialize } from '#server/http/serializer.ts'

/** Returns the declared fields of a payload, as JSON. Throws if a declared field is missing. */
export const toSent = <E extends SocketEvent>(event: E, payload: Payload<E>): unknown =>
  event.payload ? JSON.parse(serialize(event.payload, payload)) : undefined

type Emitter = { emit: (event: string, ...args: unknown[]) => unknown }

/** Sends an event to a socket, or to several. */
export const send = <E extends SocketEvent>(to: Emitter, event: E, payload: Payload<E>): void => {
  if (event.payload) to.emit(event.name, toSent(event, payload))
  else to.emit(event.name)
}
