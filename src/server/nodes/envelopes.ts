import type { Message } from '#server/realtime/nodeMessages.ts'
import type { Listener } from './nodes.ts'

/** `n` counts the messages of a node that may come twice, by Redis and by the database. Nodes before version 0.10 send none. */
export type Envelope = { from: string; n?: number } & ({ message: Message } | { missed: true })

const MOST_SEEN = 10_000

/**
 * Whether a message is also stored. Ended sessions and members of rooms are read from the database anyway, and so is every change of
 * a topic that does not name people.
 */
export const isRelayed = (message: Message): boolean =>
  message.do === 'publish' ||
  (message.do === 'changed' && message.changes.some(({ persons }) => persons === 'everyone' || persons.length > 0))

/** Returns a function that says whether it was called with the same message recently. */
const seenBefore = () => {
  const seen = new Set<string>()
  return ({ from, n }: Envelope): boolean => {
    if (n === undefined) return false
    const key = `${from} ${n}`
    if (seen.has(key)) return true
    seen.add(key)
    const [oldest] = seen
    if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest)
    return false
  }
}

/** Hands each message of another node to the listener once. */
export const receiving = (node: string, { heard, missed, log }: Pick<Listener, 'heard' | 'missed' | 'log'>) => {
  const isSeen = seenBefore()
  return (envelope: Envelope): void => {
    try {
      if (envelope.from === node || isSeen(envelope)) return
      if ('missed' in envelope) missed()
      else heard(envelope.message)
    } catch (error) {
      log.debug({ err: error }, 'a message of another node could not be followed')
    }
  }
}
export type Receive = ReturnType<typeof receiving>
