import pg from 'pg'
import { type TimeLeft, timeOfCall } from './callTime.ts'

/** A statement without an answer for this long makes this process ask whether the server still answers anybody. */
const SILENT_MS = 2_000
const CHECK_MS = 1_000

type Waiting = { client: pg.Client; since: number; timeLeft: TimeLeft }

/** Returns whether the server answers a new connection, be it by a refusal. */
const answers = async (settings: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    await client.end().catch(() => {})
  }
}

export type SilenceWatch = {
  /** Watches what waits for the answer to a statement of this connection. */
  during: <T>(client: pg.Client, answer: Promise<T>) => Promise<T>
  stop: () => void
}

/**
 * Ends the connections of a server that has stopped answering without closing them: it is frozen, or the network drops its packets.
 * TCP would notice after many minutes or, while the machine of the server still acknowledges bytes, never. A statement that merely
 * takes long is left alone, since the server then answers a new connection. `settings` must limit the time to connect.
 *
 * Also ends the connection of a call whose time is over: the server answers, and so slowly that all statements together take too long.
 */
export const watchSilence = (settings: pg.ClientConfig): SilenceWatch => {
  const waiting = new Set<Waiting>()
  let isAsking = false
  // With a statement running, this closes the socket at once; the statement fails like one whose connection was lost.
  const close = (one: Waiting): void => {
    if (waiting.delete(one)) void one.client.end().catch(() => {})
  }
  const isSilent = ({ since }: Waiting): boolean => performance.now() - since > SILENT_MS
  const check = async (): Promise<void> => {
    for (const one of waiting) if (one.timeLeft() <= 0) close(one)
    const silent = [...waiting].filter(isSilent)
    if (isAsking || silent.length === 0) return
    isAsking = true
    const isAlive = await answers(settings)
    isAsking = false
    if (!isAlive) silent.forEach(close)
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref()
  return {
    during: async (client, answer) => {
      const one = { client, since: performance.now(), timeLeft: timeOfCall() }
      waiting.add(one)
      try {
        return await answer
      } finally {
        waiting.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}
