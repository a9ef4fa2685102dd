import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Revisions } from '#server/db/revisions.ts'
import type { Message } from '#server/realtime/nodeMessages.ts'

/** Counts at most `points` per key within `duration` seconds; `keyPrefix` separates the limits. */
export type Limit = { keyPrefix: string; points: number; duration: number }

/** Counts what a key does. */
export type Limiter = {
  /** Counts once. Rejects with a `RateLimiterRes` if the limit was already reached. */
  consume: (key: string) => Promise<RateLimiterRes>
}
export type KeptLimiter = Limiter & {
  /** Uncounts once. */
  reward: (key: string) => Promise<unknown>
}

/** How a process reacts to messages from the others. */
export type Listener = {
  log: FastifyBaseLogger
  /** Another node did this; its own sockets are notified already. */
  heard: (message: Message) => void
  /** Messages of other nodes may have been lost. */
  missed: () => void
  /** Ids of people with an open socket here. */
  onlineHere: () => readonly string[]
  /** Their node was killed, and they have no socket on any other. */
  disconnectedWithNode: (personIds: readonly string[]) => void
}

/**
 * What several processes of an installation share. It makes things faster and never decides: everything works without it, and
 * nothing waits for it for longer than a moment.
 */
export type Nodes = {
  /** Starts receiving messages of the others. */
  open: (listener: Listener) => void
  /**
   * Sends a message to every other node. If Redis does not take it, it goes through the database, as far as the others need it, and
   * they are notified later that they may have missed something.
   */
  broadcast: (message: Message) => void
  /** Repeats here what other nodes did while Redis delivered nothing, if the revisions say that there is something. */
  read: (revisions: Revisions) => Promise<void>
  /** Reports a person's first socket here; returns whether they had none on any other node. */
  arrived: (personId: string) => Promise<boolean>
  /** Reports that a person's last socket here has closed; returns whether they have none on any other node. */
  left: (personId: string) => Promise<boolean>
  /** Returns those of these people who have a socket on another node. */
  onlineElsewhere: (personIds: readonly string[]) => Promise<readonly string[]>
  /** Counts over all nodes, for limits that every call may reach. */
  limiter: (limit: Limit) => Limiter
  /** Counts over all nodes, and forgets nothing when any part is restarted. For limits that guard passwords. */
  keptLimiter: (limit: Limit) => KeptLimiter
  /** Returns whether other nodes can be reached; undefined if there are none. */
  link: () => 'connected' | 'away' | undefined
  close: () => Promise<void>
}

/** For an installation of a single process. */
export const oneNode: Nodes = {
  open: () => {},
  broadcast: () => {},
  read: async () => {},
  arrived: async () => true,
  left: async () => true,
  onlineElsewhere: async () => [],
  limiter: (limit) => new RateLimiterMemory(limit),
  keptLimiter: (limit) => new RateLimiterMemory(limit),
  link: () => undefined,
  close: async () => {},
}
