/*
 * What Redis did not deliver goes through the database. A node whose message was not accepted by Redis stores it there; so do all
 * while one of them hears nothing. Both are told by revisions, which every node reads anyway, so nobody asks for messages while
 * there are none.
 */
import type { Revisions } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Envelope, Receive } from './envelopes.ts'
import type { Listener } from './nodes.ts'
import * as rows from './relay.db.ts'

/** A message that Redis accepted is held for this long: within it, a node that did not hear it has noticed that it hears nothing. */
const HELD_MS = 4_000
/** How long it is assumed that a node that heard nothing still hears nothing; it says so more often. */
const NEEDED_MS = 5_000
const RETRY_MS = 500
const MOST_HELD = 2_000
const MOST_IN_BATCH = 200
const MOST_WAITING = 2_000

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())

type Needs = { db: Db; node: string; log: Listener['log'] }

/** Stores messages one batch after the other. If there are too many, the others are told instead that they missed some. */
const storing = ({ db, node, log }: Needs) => {
  let waiting: Envelope[] = []
  let running: Promise<void> | undefined
  const put = (envelopes: Envelope[]): void => {
    waiting = envelopes.length > MOST_WAITING ? [{ from: node, missed: true }] : envelopes
  }
  const storeSome = async (): Promise<void> => {
    const batch = waiting.splice(0, MOST_IN_BATCH)
    try {
      await transact(db, (tx) => rows.addBatch(tx, node, JSON.stringify(batch)))
      await rows.removeOld(db)
    } catch (error) {
      log.debug({ err: error }, 'messages to other nodes could not be stored')
      put([...batch, ...waiting])
      await pause()
    }
  }
  const run = async (): Promise<void> => {
    while (waiting.length > 0) await storeSome()
  }
  return {
    store: (envelopes: readonly Envelope[]): void => {
      put([...waiting, ...envelopes])
      running ??= run().finally(() => {
        running = undefined
      })
    },
    close: async (): Promise<void> => {
      await Promise.race([running, pause()])
    },
  }
}

/** Messages that Redis accepted, as long as it is not certain that every node heard them. */
const heldMessages = (node: string) => {
  let held: { at: number; envelope: Envelope }[] = []
  let hasDropped = false
  return {
    hold: (envelope: Envelope): void => {
      held.push({ at: performance.now(), envelope })
      if (held.length <= MOST_HELD) return
      held.shift()
      hasDropped = true
    },
    takeAll: (): Envelope[] => {
      const lost: Envelope[] = hasDropped ? [{ from: node, missed: true }] : []
      const all = [...lost, ...held.map(({ envelope }) => envelope)]
      held = []
      hasDropped = false
      return all
    },
    /** Forgets the messages from before an instant; returns whether there are others. */
    forgetBefore: (instant: number): boolean => {
      held = held.filter(({ at }) => at > instant)
      if (held.length === 0) hasDropped = false
      return held.length > 0
    },
  }
}

/** Stores messages that Redis did not accept, and those that it accepted and that a node did not hear. */
const holding = (needs: Needs) => {
  const held = heldMessages(needs.node)
  const storage = storing(needs)
  let timer: NodeJS.Timeout | undefined
  /** Until when it is assumed that a node hears nothing. */
  let neededUntil = 0
  const isNeeded = () => performance.now() < neededUntil
  /** Stores the held messages first, so that they stay in order. */
  const store = (envelopes: readonly Envelope[]): void => {
    const all = [...held.takeAll(), ...envelopes]
    if (all.length > 0) storage.store(all)
  }
  const forget = (): void => {
    timer = held.forgetBefore(performance.now() - HELD_MS) ? setTimeout(forget, HELD_MS).unref() : undefined
  }
  return {
    isNeeded,
    /** A node hears nothing. */
    needed: (): void => {
      neededUntil = performance.now() + NEEDED_MS
      store([])
    },
    /** Redis accepted this message. */
    accepted: (envelope: Envelope): void => {
      if (isNeeded()) {
        store([envelope])
        return
      }
      held.hold(envelope)
      timer ??= setTimeout(forget, HELD_MS).unref()
    },
    /** Redis did not accept it, and may have lost what it accepted just before. */
    refused: (envelope: Envelope): void => store([envelope]),
    close: async (): Promise<void> => {
      clearTimeout(timer)
      await storage.close()
    },
  }
}

/** Reads what the others have stored, whenever the revision says that there is something new. */
const reading = ({ db, node }: Needs) => {
  let known: number | undefined
  return async (revision: number, receive: Receive, missed: () => void): Promise<void> => {
    const last = known
    known = revision
    if (last === undefined || revision <= last) return
    const batches = await rows.batchesAfter(db, last, node).catch((error: unknown) => {
      known = last
      throw error
    })
    if (batches[0]?.batch !== last + 1) missed()
    for (const { batch, messages } of batches) {
      known = Math.max(known, batch)
      for (const envelope of messages === null ? [] : (JSON.parse(messages) as Envelope[])) receive(envelope)
    }
  }
}

/** The way of messages through the database. */
export const databaseRelay = (needs: Needs) => {
  const { needed, ...holder } = holding(needs)
  const readStored = reading(needs)
  let knownNeed: number | undefined
  return {
    ...holder,
    /** Follows what the revisions say: that a node hears nothing, or that messages were stored. */
    read: async (revisions: Revisions, receive: Receive, missed: () => void): Promise<void> => {
      const need = revisions.get(rows.needRevision) ?? 0
      if (knownNeed !== undefined && need > knownNeed) needed()
      knownNeed = need
      await readStored(revisions.get(rows.relayRevision) ?? 0, receive, missed)
    },
    /** Asks every node to store its messages, for some seconds. */
    ask: (): Promise<number> => rows.raiseNeed(needs.db),
  }
}
export type Relay = ReturnType<typeof databaseRelay>
