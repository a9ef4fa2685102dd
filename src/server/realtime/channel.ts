import type { Actor } from '#contract/actor.ts'
import { AppError } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Room } from './live.ts'

/** What a handler of a socket's events is given: the person, and what their own socket can do. */
export type SocketCtx = Platform & {
  me: Actor
  now: Date
  /** Puts this socket into rooms; the caller has checked that the person may be there. */
  enter: (rooms: readonly Room[]) => void
  /** What this socket looks at, for hints; null is nothing. */
  lookAt: (focus: string | null) => void
  /** Remembers what this socket says of its person, for as long as it is open. */
  say: (word: string) => void
  /** What each open socket of the person in this process has said last; undefined of one that has said nothing. */
  said: () => (string | undefined)[]
}

/** Handles an event that a socket sent. Whatever the payload is, nothing but what is understood may happen. */
export type SocketEvent = (ctx: SocketCtx, payload: unknown) => Promise<void>

/** What features bring to the real-time channel. */
export type Channel = {
  /** The rooms that every socket of a person is in from the start. */
  roomsOf: (platform: Platform, me: Actor) => Promise<Room[]>
  /**
   * All rooms that each of these persons may be in, by their ids. Asked of many when another process has changed them; where
   * a feature does not say, it is asked for the rooms of one after the other.
   */
  roomsAmong: (platform: Platform, persons: readonly Actor[]) => Promise<ReadonlyMap<string, readonly Room[]>>
  /** `disconnect` comes when a socket closes; no client can send it. */
  events: Readonly<Record<string, SocketEvent>>
  /** Of someone's first socket, and after the last one is closed; on any node. */
  onOnline: (platform: Platform, me: Actor) => Promise<void>
  onOffline: (platform: Platform, me: Actor) => Promise<void>
}

/** Runs a handler. What a socket asks for in vain is no fault: it is not answered. */
export const handleEvent = async (handler: SocketEvent, ctx: SocketCtx, payload: unknown): Promise<void> => {
  try {
    await handler(ctx, payload)
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.debug({ err: error }, 'an event of a socket could not be handled')
  }
}
