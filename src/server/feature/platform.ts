import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#contract/actor.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import type { Storage } from '#server/files/storage.ts'
import type { Nodes } from '#server/nodes/nodes.ts'
import type { Channel } from '#server/realtime/channel.ts'
import type { Live } from '#server/realtime/live.ts'
import type { Changes } from './changes.ts'
import type { FileColumn } from './feature.ts'
import type { Hooks } from './hooks.ts'

/** What the running program has one of. */
export type Platform = {
  config: Config
  db: Db
  storage: Storage
  live: Live
  /** The other processes of the same installation. */
  nodes: Nodes
  /** What features do when others take away what they refer to. */
  hooks: Hooks
  /** What features bring to the real-time channel. */
  channel: Channel
  /** Every column that names a stored content. */
  fileColumns: readonly FileColumn[]
  log: FastifyBaseLogger
  /** The one clock; tests set it. */
  clock: () => Date
}

/** What a service is given with a call from someone who need not be signed in. */
export type OpenCtx = Platform &
  Changes & {
    me: Actor | null
    sessionId: string | null
    /** The instant of this call. */
    now: Date
    /** The caller's address, behind trusted proxies the forwarded one. */
    address: string
    userAgent: string
    /** Nobody waits for the answer any more: the connection is gone. */
    isGone: () => boolean
    /** Says at which instant the clock alone makes this answer old; the earliest counts. Caches and open screens obey. */
    staleAt: (instant: Date | string | null) => void
  }

/** What a service is given with a call from a signed-in person. */
export type Ctx = OpenCtx & { me: Actor; sessionId: string }

/** What a service needs to change things in someone's name, in a call or in a program. */
export type ActorContext = Pick<Ctx, 'db' | 'storage' | 'clock' | 'me' | 'now' | 'transact'>
