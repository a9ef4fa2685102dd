import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { CallError } from '#web/api/callError.ts'
import { connection } from '#web/api/connection.ts'
import { getSession } from '#web/api/session.ts'
import { type Mark, marksApi, type SentMark } from '../marks.contract.ts'
import { type StoredMark, writeArrived, writeMark, writeSent } from './markStorage.ts'

/** The marks of a document in this tab, and the last change of the server that is in them. */
export type MarkState = { since: number; marks: Map<string, StoredMark> }

/** Returns the mark as it would be sent; null for a deleted one. */
const toSent = ({ kind, page, start, end, quote, color, note }: Mark): SentMark | null => {
  if (page === null) return null
  if (kind === 'bookmark') return { kind, page }
  if (kind === 'note') return { kind, page, note: note ?? '' }
  if (kind === 'highlight' && start !== null && end !== null && quote !== null && color !== null)
    return { kind, page, start, end, quote, color, note: note ?? '' }
  return null
}

/** Returns whether the same call may succeed later: there was no reply, or not one about the change. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof CallError) || [0, 401, 408, 425, 429].includes(error.status) || error.status >= 500

/** A device that stores nothing loses only what it would have without a network. */
export const quietly = (stored: Promise<unknown>): Promise<unknown> => stored.catch(() => undefined)

const sendOne = async (documentId: string, id: string, sent: SentMark | null): Promise<SentMark | null> => {
  const params = { id: documentId, markId: id }
  if (sent) return toSent(await call(marksApi.save, { params, body: sent }))
  await call(marksApi.remove, { params })
  return null
}

type Exchange = { assertSamePerson: () => void }

/** Sends the changes in their order. Rejects if the server cannot be reached, or the session has ended. */
const sendAll = async (
  documentId: string,
  state: MarkState,
  { show, assertSamePerson }: Exchange & { show: () => void },
): Promise<void> => {
  const waiting = () =>
    [...state.marks]
      .filter(([, { unsent, refused }]) => unsent !== null && refused === undefined)
      .sort(([, a], [, b]) => (a.unsent ?? 0) - (b.unsent ?? 0))
  for (let [first] = waiting(); first; [first] = waiting()) {
    assertSamePerson()
    const [id, before] = first
    const unsent = before.unsent ?? 0
    try {
      const sent = await sendOne(documentId, id, before.sent)
      assertSamePerson()
      await quietly(writeSent(documentId, { id, sent }, unsent))
      if (state.marks.get(id) !== before) continue
      if (sent) state.marks.set(id, { sent, unsent: null })
      else state.marks.delete(id)
    } catch (error) {
      assertSamePerson()
      if (isTemporary(error)) throw error
      if (state.marks.get(id) !== before) continue
      const refused = { ...before, refused: (error as CallError).message }
      state.marks.set(id, refused)
      await quietly(writeMark(documentId, id, refused))
    }
    show()
  }
}

const fetchChanged = async (
  documentId: string,
  state: MarkState,
  { first, assertSamePerson }: Exchange & { first: Reply<typeof marksApi.list> | undefined },
): Promise<void> => {
  for (let reply = state.since === 0 ? first : undefined; ; reply = undefined) {
    const { items, hasMore } = reply ?? (await call(marksApi.list, { params: { id: documentId }, query: { since: String(state.since) } }))
    assertSamePerson()
    const arrived = items.map((mark) => ({ id: mark._id, sent: toSent(mark) }))
    for (const { id, sent } of arrived) {
      if ((state.marks.get(id)?.unsent ?? null) !== null) continue
      if (sent) state.marks.set(id, { sent, unsent: null })
      else state.marks.delete(id)
    }
    state.since = Math.max(state.since, ...items.map(({ change }) => change))
    await quietly(writeArrived(documentId, arrived, state.since))
    if (!hasMore) return
  }
}

/** Delay before changes that the server could not take are sent again (ms). */
const retryMs = 20_000

type Syncing = {
  documentId: string
  state: MarkState
  /** Resolves once the marks of this device are in the state. */
  loaded: Promise<void>
  show: () => void
}

/** Keeps the marks of a document as the server has them, one exchange at a time, and tries again while the server cannot be reached. */
export const makeSyncing = ({ documentId, state, loaded, show }: Syncing) => {
  let [isClosed, isAskedAgain] = [false, false]
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let first: Reply<typeof marksApi.list> | undefined
  const token = getSession()?.token
  /** Marks belong to the person who made them, and never to the one who signs in next. */
  const assertSamePerson = (): void => {
    if (getSession()?.token !== token) throw new Error('The session has ended')
  }
  const run = async (): Promise<void> => {
    await loaded
    try {
      do {
        isAskedAgain = false
        await sendAll(documentId, state, { show, assertSamePerson })
        await fetchChanged(documentId, state, { first, assertSamePerson })
        first = undefined
      } while (isAskedAgain && !isClosed)
    } catch {
      if (!isClosed) timer = setTimeout(sync, retryMs)
    } finally {
      show()
      running = undefined
    }
  }
  const sync = (): Promise<void> => {
    clearTimeout(timer)
    if (isClosed) return Promise.resolve()
    if (running) isAskedAgain = true
    running ??= run()
    return running
  }
  const stop = connection.subscribe(() => {
    if (!connection.get().isLost) void sync()
  })
  return {
    /** Sends the changes of this device and fetches those of others. */
    sync,
    /** Takes a reply of the server to a device that has no marks. */
    seed: (reply: Reply<typeof marksApi.list>): void => {
      first = reply
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      stop()
    },
  }
}
