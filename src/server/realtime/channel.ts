import * as z from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import { AppError } from '#contract/errors.ts'
import type { EventInput, InboundEvent, InboundEvents } from '#contract/event.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Room } from './live.ts'

/** The context of a handler of inbound events: the person, and what their own socket can do. */
export type SocketCtx = Platform & {
  me: Actor
  now: Date
  /** Adds this socket to rooms; the caller has checked that the person may be there. */
  enter: (rooms: readonly Room[]) => void
  /** Sets what this socket is showing, for hints; null is nothing. */
  setFocus: (focus: string | null) => void
  /** Sets the status of this socket, for as long as it is open. */
  setStatus: (status: string) => void
  /** Returns the status of each open socket of the person in this process; undefined if a socket has none yet. */
  statuses: () => (string | undefined)[]
}

/** An event that a socket may send, and its handler. */
export type Handler = { event: InboundEvent; handle: (ctx: SocketCtx, input: unknown) => Promise<void> }

type HandlersOf<I extends InboundEvents> = { [K in keyof I]: (ctx: SocketCtx, input: EventInput<I[K]>) => Promise<void> }

/** Joins declared events to the functions that handle them: a missing or ill-typed function does not compile. */
export const handlersOf = <I extends InboundEvents>(inbound: I, functions: HandlersOf<I>): Handler[] =>
  Object.entries(inbound).map(([key, event]) => ({ event, handle: functions[key] as Handler['handle'] }))

/** What features add to the real-time channel. */
export type Channel = {
  /** The rooms that every socket of a person is in from the start. */
  roomsOf: (platform: Platform, me: Actor) => Promise<Room[]>
  /**
   * All rooms that each of these people may be in, by their ids. It is called for many people when another process has changed
   * them; a feature without it is asked for the rooms of one person after the other.
   */
  roomsAmong: (platform: Platform, persons: readonly Actor[]) => Promise<ReadonlyMap<string, readonly Room[]>>
  handlers: readonly Handler[]
  /** Runs after a socket has closed. */
  onClosed: (ctx: SocketCtx) => Promise<void>
  /** Runs for a person's first socket, and after the last one is closed; on any node. */
  onOnline: (platform: Platform, me: Actor) => Promise<void>
  onOffline: (platform: Platform, me: Actor) => Promise<void>
}

/** The platform with the real-time channel of all features. */
export type LivePlatform = Platform & { channel: Channel }

/** Handles a request of a socket. A refused request is not an error, and gets no reply. */
export const runQuietly = async ({ log }: Pick<Platform, 'log'>, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) log.debug({ err: error }, 'an event of a socket could not be handled')
  }
}

/** Handles an event whose input is as declared, and ignores any other. */
export const handleEvent = ({ event, handle }: Handler, ctx: SocketCtx, input: unknown): Promise<void> =>
  runQuietly(ctx, async () => {
    const parsed = z.safeParse(event.input, input)
    if (parsed.success) await handle(ctx, parsed.data)
  })
