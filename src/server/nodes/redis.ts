/*
 * Nodes that reach one another by Redis. What an attacker could do here, and which line stops it: a person who can write to this
 * Redis can make sockets hear what they like, so it belongs on a private network and behind a password, which no log shows
 * (only messages of errors are logged, since the errors themselves carry the command that failed). Nothing that Redis says
 * lets anybody in: sessions and the rooms of groups are read from the database.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Message } from '#server/realtime/messages.ts'
import type { Listener, Nodes } from './nodes.ts'
import { redisPresence } from './presence.ts'

/** Callers that wait for an answer from Redis go on without it after this time. */
const PATIENCE_MS = 50
/** A connection that owes an answer for so long is closed and opened again; until it is, nobody waits for it at all. */
const SILENCE_MS = 1_000
const CONNECT_MS = 5_000
const HEARTBEAT_MS = 10_000
const RETRY_MAX_MS = 2_000

const options = {
  lazyConnect: true,
  // What cannot be sent now is dropped: it would grow while Redis is away, and be old when it is back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), RETRY_MAX_MS),
}

/** Says once that Redis is away and once that it is back; of its address only what is no secret. */
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

/** Publishes to the others; what could not be published is made up for by telling them that they missed something. */
const speaking = (voice: Redis, channel: string, from: string) => {
  let dropped = false
  const send = (envelope: Envelope): void => {
    if (voice.status !== 'ready') dropped = true
    else
      voice.publish(channel, JSON.stringify(envelope)).catch(() => {
        dropped = true
      })
  }
  return {
    tell: (message: Message): void => send({ from, message }),
    makeUp: (): void => {
      if (!dropped || voice.status !== 'ready') return
      dropped = false
      send({ from, missed: true })
    },
  }
}

/** Hears the others, as long as `isOpen`. Whatever was told while it was not has not arrived. */
const hearing = (ear: Redis, channel: string, node: string, { heard, missed, log }: Listener) => {
  let open = false
  ear.on('message', (_channel: string, text: string) => {
    try {
      const told = JSON.parse(text) as Envelope
      if (told.from === node) return
      if ('missed' in told) missed()
      else heard(told.message)
    } catch (error) {
      log.debug({ err: error }, 'what another node told could not be followed')
    }
  })
  ear.on('close', () => {
    open = false
  })
  return {
    begin: async (): Promise<void> => {
      await ear.subscribe(channel)
      open = true
      missed()
    },
    isOpen: () => open,
  }
}

const isReady = ({ status }: Redis): boolean => status === 'ready'

/**
 * Nodes tell one another by publish and subscribe. A node that was cut off is told that it missed something, and their clients
 * ask the database: so nothing has to be kept for anybody. `prefix` keeps installations apart that share a Redis.
 */
export const redisNodes = (url: string, prefix: string): Nodes => {
  const node = randomUUID()
  const channel = `${prefix}:told`
  const [voice, ear] = [new Redis(url, options), new Redis(url, options)]
  /** What calls wait for. */
  const counter = new Redis(url, { ...options, commandTimeout: PATIENCE_MS })
  const clients = [voice, ear, counter]
  const presence = redisPresence(counter, { prefix, node })
  /** What it finds out is told once, so the answer is waited for. */
  const upkeep = redisPresence(voice, { prefix, node })
  const { tell, makeUp } = speaking(voice, channel, node)
  let isListening = () => false
  let timer: NodeJS.Timeout | undefined
  const isConnected = () => clients.every(isReady) && isListening()

  return {
    open: (listener) => {
      const report = reporting(url, listener.log)
      const ears = hearing(ear, channel, node, listener)
      isListening = ears.isOpen
      const quietly = (work: Promise<unknown>): void =>
        void work.then(
          () => isConnected() && report.back(),
          (error: Error) => isConnected() || report.away(error.message),
        )
      const renew = async (): Promise<void> => {
        if (!isReady(voice)) return
        const gone = await upkeep.renew(listener.onlineHere())
        if (gone.length > 0) listener.wentWithNode(gone)
      }
      const beat = (): void => {
        makeUp()
        // A connection that only listens would not notice that it is dead.
        if (isReady(ear)) quietly(ears.isOpen() ? ear.ping() : ears.begin())
        quietly(renew())
      }
      for (const client of clients) client.on('error', ({ message }: Error) => report.away(message))
      voice.on('ready', () => {
        makeUp()
        quietly(renew())
      })
      ear.on('ready', () => quietly(ears.begin()))
      // It connects as soon as it can, and nobody waits for that.
      for (const client of clients) client.connect().catch(() => {})
      timer = setInterval(beat, HEARTBEAT_MS).unref()
    },
    tell,
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
      if (isReady(voice)) await upkeep.stop().catch(() => {})
      for (const client of clients) client.disconnect()
    },
  }
}
