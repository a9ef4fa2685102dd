/*
 * Nodes that reach one another through Redis. Attacks, and the line that stops each: a person who can write to this Redis can send
 * any event to sockets, so it belongs on a private network and behind a password, which is never logged (only messages of errors
 * are logged, since the errors themselves contain the failed command). Nothing in Redis grants access: sessions and the rooms of
 * groups are read from the database.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Db } from '#server/db/tables.ts'
import { receiving } from './envelopes.ts'
import { databaseLimiter, sharedLimiter } from './limits.ts'
import type { Listener, Nodes } from './nodes.ts'
import { redisPresence } from './presence.ts'
import { publishingOn, type Subscription, subscriptionOn } from './redisChannel.ts'
import { databaseRelay, type Relay } from './relay.ts'

/** Callers that wait for Redis go on without it after this time. */
const PATIENCE_MS = 50
/** A connection without a reply for this long is closed and reopened; until then nobody waits for it. */
const SILENCE_MS = 1_000
const CONNECT_MS = 5_000
const HEARTBEAT_MS = 10_000
/** How often a node makes sure that it hears the others. */
const LISTENING_MS = 2_000
const RETRY_MAX_MS = 2_000

const options = {
  lazyConnect: true,
  // What cannot be sent now is dropped: a queue would grow while Redis is away, and be outdated when it is back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), RETRY_MAX_MS),
}

/** Logs once that Redis is away and once that it is back, without the secrets of its address. */
const reporting = (url: string, log: Listener['log']) => {
  const { hostname, port } = new URL(url)
  const redis = `Redis at "${hostname}:${port || 6379}"`
  let away = false
  return {
    away: (message: string): void => {
      if (!away) log.warn(`${redis} cannot be used (${message}): the nodes reach one another through the database until it can`)
      away = true
    },
    back: (): void => {
      if (away) log.info(`${redis} is available again`)
      away = false
    },
  }
}

const isReady = ({ status }: Redis): boolean => status === 'ready'

/** The connections of a node, and what uses them. */
type NodeLink = {
  publisher: Redis
  subscriber: Redis
  subscription: Subscription
  relay: Relay
  upkeep: ReturnType<typeof redisPresence>
  reportLoss: () => void
  /** Waits for work, and reports whether Redis is away. */
  quietly: (work: Promise<unknown>) => void
}

/** Subscribes whenever there is a connection, and tells the others that this node lives, or that it hears nothing. Returns how to stop. */
const keepConnected = (nodeLink: NodeLink, { log, onlineHere, disconnectedWithNode }: Listener): (() => void) => {
  const { publisher, subscriber, subscription, relay, upkeep, reportLoss, quietly } = nodeLink
  let stopped = false
  const renew = async (): Promise<void> => {
    if (!isReady(publisher)) return
    const gone = await upkeep.renew(onlineHere())
    if (gone.length > 0) disconnectedWithNode(gone)
  }
  const askForStored = (): void => {
    if (!stopped) relay.ask().catch((error: unknown) => log.debug({ err: error }, 'the other nodes could not be asked to store messages'))
  }
  const listenAgain = (): void => {
    // A connection that only listens would not notice that it is dead.
    if (isReady(subscriber)) quietly(subscription.isOpen() ? subscriber.ping() : subscription.begin())
    if (!subscription.isOpen()) askForStored()
  }
  const beat = (): void => {
    reportLoss()
    quietly(renew())
  }
  publisher.on('ready', beat)
  subscriber.on('ready', () => quietly(subscription.begin()))
  subscriber.on('close', askForStored)
  const timers = [setInterval(beat, HEARTBEAT_MS).unref(), setInterval(listenAgain, LISTENING_MS).unref()]
  return () => {
    stopped = true
    timers.forEach(clearInterval)
  }
}

type Opened = {
  subscription: Subscription
  relay: Relay
  read: Nodes['read']
  stop: () => void
}

type Options = {
  url: string
  /** What all keys and channels begin with: it separates installations that share a Redis. */
  prefix: string
  db: Db
}

/**
 * Nodes notify one another by publish and subscribe, and through the database what Redis does not deliver. A node that was cut off
 * is told that it missed something, and its clients ask the database.
 */
export const redisNodes = ({ url, prefix, db }: Options): Nodes => {
  const node = randomUUID()
  const channel = `${prefix}:told`
  const [publisher, subscriber] = [new Redis(url, options), new Redis(url, options)]
  /** The commands that calls wait for. */
  const counter = new Redis(url, { ...options, commandTimeout: PATIENCE_MS })
  const clients = [publisher, subscriber, counter]
  const presence = redisPresence(counter, { prefix, node })
  /**
   * No call waits for what is reported here, so a slow reply is waited for: without it, two nodes would each count a socket as the
   * first. On one connection, no report overtakes another.
   */
  const upkeep = redisPresence(publisher, { prefix, node })
  let opened: Opened | undefined
  const { broadcast, reportLoss } = publishingOn(publisher, channel, node, () => opened?.relay)
  /** Whether a node counts without Redis. */
  const isDivided = () => opened?.relay.isNeeded() ?? false
  const isConnected = () => clients.every(isReady) && (opened?.subscription.isOpen() ?? false)

  return {
    open: (listener) => {
      const report = reporting(url, listener.log)
      const relay = databaseRelay({ db, node, log: listener.log })
      const receive = receiving(node, listener)
      const subscription = subscriptionOn(subscriber, channel, receive, listener)
      const quietly = (work: Promise<unknown>): void =>
        void work.then(
          () => isConnected() && report.back(),
          (error: Error) => isConnected() || report.away(error.message),
        )
      const stop = keepConnected({ publisher, subscriber, subscription, relay, upkeep, reportLoss, quietly }, listener)
      opened = { subscription, relay, read: (revisions) => relay.read(revisions, receive, listener.missed), stop }
      for (const client of clients) client.on('error', ({ message }: Error) => report.away(message))
      // It connects as soon as it can, without anyone waiting.
      for (const client of clients) client.connect().catch(() => {})
    },
    broadcast,
    read: async (revisions) => opened?.read(revisions),
    arrived: (personId) => upkeep.arrived(personId).catch(() => true),
    left: (personId) => upkeep.left(personId).catch(() => true),
    onlineElsewhere: (personIds) => presence.among(personIds).catch(() => []),
    limiter: (limit) => sharedLimiter(limit, { redis: counter, prefix, db, isDivided }),
    keptLimiter: (limit) => databaseLimiter(limit, db),
    link: () => (isConnected() ? 'connected' : 'away'),
    close: async () => {
      opened?.stop()
      await opened?.relay.close()
      if (isReady(publisher)) await upkeep.stop().catch(() => {})
      for (const client of clients) client.disconnect()
    },
  }
}
