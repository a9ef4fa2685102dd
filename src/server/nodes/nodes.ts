import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import type { Message } from '#server/realtime/nodeMessages.ts'

/** Counts at most `points` per key within `duration` seconds; `keyPrefix` separates the limits. */
export type Limit = { keyPrefix: string; points: number; duration: number }

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
   * Sends a message to every other node. If it cannot be sent at once it is dropped, and the others are notified later that they
   * missed something.
   */
  broadcast: (message: Message) => void
  /** Reports a person's first socket here; returns whether they had none on any other node. */
  arrived: (personId: string) => Promise<boolean>
  /** Reports that a person's last socket here has closed; returns whether they have none on any other node. */
  left: (personId: string) => Promise<boolean>
  /** Returns those of these people who have a socket on another node. */
  onlineElsewhere: (personIds: readonly string[]) => Promise<readonly string[]>
  /** Counts over all nodes, or in this process alone while the others cannot be reached. */
  limiter: (limit: Limit) => RateLimiterAbstract
  /** Returns whether other nodes can be reached; undefined if there are none. */
  link: () => 'connected' | 'away' | undefined
  close: () => Promise<void>
}

/** For an installation of a single process. */
export const oneNode: Nodes = {
  open: () => {},
  broadcast: () => {},
  arrived: async () => true,
  left: async () => true,
  onlineElsewhere: async () => [],
  limiter: (limit) => new RateLimiterMemory(limit),
  link: () => undefined,
  close: async () => {},
}
