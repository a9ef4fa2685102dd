import type { Redis } from 'ioredis'
import type { Message } from '#server/realtime/nodeMessages.ts'
import { type Envelope, isRelayed, type Receive } from './envelopes.ts'
import type { Listener } from './nodes.ts'
import type { Relay } from './relay.ts'

/** Publishes to the others; after a failed publish it tells them that they missed something. */
export const publishingOn = (publisher: Redis, channel: string, from: string, relay: () => Relay | undefined) => {
  let dropped = false
  let count = 0
  const send = async (envelope: Envelope): Promise<void> => {
    if (publisher.status !== 'ready') throw new Error('Redis is away')
    await publisher.publish(channel, JSON.stringify(envelope))
  }
  return {
    broadcast: (message: Message): void => {
      const isAlsoStored = isRelayed(message)
      const envelope = { from, message, ...(isAlsoStored && { n: ++count }) }
      send(envelope).then(
        () => isAlsoStored && relay()?.accepted(envelope),
        () => {
          dropped = true
          if (isAlsoStored) relay()?.refused(envelope)
        },
      )
    },
    reportLoss: (): void => {
      if (!dropped || publisher.status !== 'ready') return
      dropped = false
      send({ from, missed: true }).catch(() => {
        dropped = true
      })
    },
  }
}

/** Receives the messages of the others while `isOpen`. Messages sent while it was not come through the database alone. */
export const subscriptionOn = (subscriber: Redis, channel: string, receive: Receive, { missed, log }: Listener) => {
  let open = false
  subscriber.on('message', (_channel: string, text: string) => {
    try {
      receive(JSON.parse(text) as Envelope)
    } catch (error) {
      log.debug({ err: error }, 'a message of another node could not be read')
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
export type Subscription = ReturnType<typeof subscriptionOn>
