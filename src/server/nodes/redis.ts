/*
 * Nodes that reach one another through Redis. Attacks, and the line that stops each: a person who can write to this Redis can send
 * any event to sockets, so it belongs on a private network and behind a password, which is never logged (only messages of errors
 * are logged, since the errors themselves contain the failed command). Nothing in Redis grants access: sessions and the rooms of
 * groups are read from the database.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Message } from '#server/realtime/nodeMessages.ts'
import type { Listener, Nodes } from './nodes.ts'
import { redisPresence } from './presence.ts'

/** Callers that wait for Redis go on without it after this time. */
const PATIENCE_MS = 50
/** A connection without a reply for this long is closed and reopened; until then nobody waits for it. */
const SILENCE_MS = 1_000
const CONNECT_MS = 5_000
const HEARTBEAT_MS = 10_000
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
      if (!away) log.warn(`${redis} cannot be used (${message}): this node works by itself until it can`)
      away = true
    },
    back: (): void => {
      if (away) log.info(`${redis} is available again`)
      away = false
    },
  }
}

type Envelope = { from: string } & ({ message: Message } | { missed: true })

/** Publishes to the others; after a failed publish it tells them that they missed something. */
const publishingOn = (publisher: Redis, channel: string, from: string) => {
  let dropped = false
  const send = (envelope: Envelope): void => {
    if (publisher.status !== 'ready') dropped = true
    else
      publisher.publish(channel, JSON.stringify(envelope)).catch(() => {
        dropped = true
      })
  }
  return {
    broadcast: (message: Message): void => send({ from, message }),
    reportLoss: (): void => {
      if (!dropped || publisher.status !== 'ready') return
      dropped = false
      send({ from, missed: true })
    },
  }
}

/** Receives the messages of the others while `isOpen`. Messages sent while it was not are lost. */
const subscriptionOn = (subscriber: Redis, channel: string, node: string, { heard, missed, log }: Listener) => {
  let open = false
  subscriber.on('message', (_channel: string, text: string) => {
    try {
      const envelope = JSON.parse(text) as Envelope
      if (envelope.from === node) return
      if ('missed' in envelope) missed()
      else heard(envelope.message)
    } catch (error) {
      log.debug({ err: error }, 'a message of another node could not be followed')
    }
  })
  subscriber.on('close', () => {
    open = false
  })
  return {
    begin: async (): Promise<void> => {
      await subscriber.subscribe(channel)
      open = true
      missed()
    },
    isOpen: () => open,
  }
}

const isReady = ({ status }: Redis): boolean => status === 'ready'

/**
 * Nodes notify one another by publish and subscribe. A node that was cut off is told that it missed something, and its clients ask
 * the database: so nothing has to be stored for anyone. `prefix` separates installations that share a Redis.
 */
export const redisNodes = (url: string, prefix: string): Nodes => {
  const node = randomUUID()
  const channel = `${prefix}:told`
  const [publisher, subscriber] = [new Redis(url, options), new Redis(url, options)]
  /** The commands that calls wait for. */
  const counter = new Redis(url, { ...options, commandTimeout: PATIENCE_MS })
  const clients = [publisher, subscriber, counter]
  const presence = redisPresence(counter, { prefix, node })
  /** Each result is returned only once, so its reply is waited for. */
  const upkeep = redisPresence(publisher, { prefix, node })
  const { broadcast, reportLoss } = publishingOn(publisher, channel, node)
  let isListening = () => false
  let timer: NodeJS.Timeout | undefined
  const isConnected = () => clients.every(isReady) && isListening()

  return {
    open: (listener) => {
      const report = reporting(url, listener.log)
      const subscription = subscriptionOn(subscriber, channel, node, listener)
      isListening = subscription.isOpen
      const quietly = (work: Promise<unknown>): void =>
        void work.then(
          () => isConnected() && report.back(),
          (error: Error) => isConnected() || report.away(error.message),
        )
      const renew = async (): Promise<void> => {
        if (!isReady(publisher)) return
        const gone = await upkeep.renew(listener.onlineHere())
        if (gone.length > 0) listener.disconnectedWithNode(gone)
      }
      const beat = (): void => {
        reportLoss()
        // A connection that only listens would not notice that it is dead.
        if (isReady(subscriber)) quietly(subscription.isOpen() ? subscriber.ping() : subscription.begin())
        quietly(renew())
      }
      for (const client of clients) client.on('error', ({ message }: Error) => report.away(message))
      publisher.on('ready', () => {
        reportLoss()
        quietly(renew())
      })
      subscriber.on('ready', () => quietly(subscription.begin()))
      // It connects as soon as it can, without anyone waiting.
      for (const client of clients) client.connect().catch(() => {})
      timer = setInterval(beat, HEARTBEAT_MS).unref()
    },
    broadcast,
    arrived: (personId) => presence.arrived(personId).catch(() => true),
    left: (personId) => presence.left(personId).catch(() => true),
    onlineElsewhere: (personIds) => presence.among(personIds).catch(() => []),
    limiter: (limit) =>
      new RateLimiterRedis({
        ...limit,
        keyPrefix: `${prefix}:limit:${limit.keyPrefix}`,
        storeClient: counter,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(limit),
      }),
    link: () => (isConnected() ? 'connected' : 'away'),
    close: async () => {
      clearInterval(timer)
      if (isReady(publisher)) await upkeep.stop().catch(() => {})
      for (const client of clients) client.disconnect()
    },
  }
}
