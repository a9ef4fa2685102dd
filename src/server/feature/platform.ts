import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#contract/actor.ts'
import type { Config } from '#server/config.ts'
import type { DayStarts } from '#server/db/dayStarts.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { Storage } from '#server/files/storage.ts'
import type { Meters } from '#server/http/meters.ts'
import type { Nodes } from '#server/nodes/nodes.ts'
import type { Live } from '#server/realtime/live.ts'
import type { Changes } from './changes.ts'
import type { Hooks } from './hooks.ts'

/** A column that refers to a stored content, and so keeps it. */
export type FileColumn = { table: keyof Tables; column: string }

/** What exists once in the running program. */
export type Platform = {
  config: Config
  db: Db
  storage: Storage
  live: Live
  /** The other processes of the same installation. */
  nodes: Nodes
  /** Reactions of features to the hooks of others. */
  hooks: Hooks
  /** Every column that refers to a stored content. */
  fileColumns: readonly FileColumn[]
  log: FastifyBaseLogger
  meters: Meters
  /** The only clock; tests set it. */
  clock: () => Date
}

/** The context of a service for a caller who need not be signed in. */
export type OpenCtx = Platform &
  Changes & {
    me: Actor | null
    sessionId: string | null
    /** The instant of this call. */
    now: Date
    /** The caller's address; behind trusted proxies, the forwarded one. */
    address: string
    userAgent: string
    /** Returns whether the connection is closed, so that nobody waits for the reply. */
    isGone: () => boolean
    /** Declares the instant at which the clock alone makes this reply stale; the earliest counts. Caches and open screens obey. */
    staleAt: (instant: Date | string | null) => void
  }

/** The context of a service for a signed-in person. */
export type Ctx = OpenCtx & { me: Actor; sessionId: string; dayStarts: DayStarts }

/** What a service needs to change data in a person's name, in a call or in a program. */
export type ActorContext = Pick<Ctx, 'db' | 'storage' | 'clock' | 'me' | 'now' | 'transact'>
