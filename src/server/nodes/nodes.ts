import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import type { Message } from '#server/realtime/messages.ts'

/** Counts at most `points` of one key within `duration` seconds; `keyPrefix` tells one limit from another. */
export type Limit = { keyPrefix: string; points: number; duration: number }

/** What a process does with what it hears from the others. */
export type Listener = {
  log: FastifyBaseLogger
  /** Another node did this; its own sockets know already. */
  heard: (message: Message) => void
  /** Something that others told may not have arrived here. */
  missed: () => void
  /** Ids of those who have a socket open here. */
  onlineHere: () => readonly string[]
  /** Their node was killed, and they have no socket on any other. */
  wentWithNode: (personIds: readonly string[]) => void
}

/**
 * What one process must not keep to itself where several serve the same installation. It makes things faster and never
 * decides about them: everything goes on without it, and nothing waits for it for longer than a moment.
 */
export type Nodes = {
  /** Begins to hear the others. */
  open: (listener: Listener) => void
  /** Tells every other node. What cannot be told at once is dropped, and the others are told later that they missed something. */
  tell: (message: Message) => void
  /** Someone's first socket here has opened; returns whether they had none on any other node. */
  arrived: (personId: string) => Promise<boolean>
  /** Someone's last socket here has closed; returns whether they have none on any other node. */
  left: (personId: string) => Promise<boolean>
  /** Those of these persons who have a socket on another node. */
  onlineElsewhere: (personIds: readonly string[]) => Promise<readonly string[]>
  /** Counts over all nodes, and in this process alone while the others cannot be reached. */
  limiter: (limit: Limit) => RateLimiterAbstract
  /** Whether other nodes can be reached; undefined where there are none. */
  link: () => 'connected' | 'away' | undefined
  close: () => Promise<void>
}

/** For an installation that is one process. */
export const oneNode: Nodes = {
  open: () => {},
  tell: () => {},
  arrived: async () => true,
  left: async () => true,
  onlineElsewhere: async () => [],
  limiter: (limit) => new RateLimiterMemory(limit),
  link: () => undefined,
  close: async () => {},
}
