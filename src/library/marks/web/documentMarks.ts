import type { Reply } from '#contract/endpoint.ts'
import { newClientId } from '#web/api/clientId.ts'
import { onForget } from '#web/api/session.ts'
import { makeStore, type Store } from '#web/api/store.ts'
import type { marksApi, SentMark } from '../marks.contract.ts'
import { readMarks, type StoredMark, unsentDocuments, writeMark } from './markStorage.ts'
import { type MarkState, makeSyncing, quietly } from './markSync.ts'

/** A mark as it is shown, with changes that the server does not have yet. */
export type ShownMark = {
  readonly id: string
  readonly sent: SentMark
  /** Why the server refused it; undefined if it did not. */
  readonly refused: string | undefined
}

export type DocumentMarks = {
  readonly documentId: string
  /** In the order of the document; undefined until they are loaded. */
  readonly shown: Store<readonly ShownMark[] | undefined>
  /** The mark that is scrolled to as soon as its page is shown. */
  readonly asked: ReturnType<typeof makeStore<string | undefined>>
  /** The mark whose note is edited. */
  readonly edited: ReturnType<typeof makeStore<string | undefined>>
  /** Saves a mark; without an id, a new one. Returns its id. */
  readonly save: (sent: SentMark, id?: string) => string
  readonly remove: (id: string) => void
  /** Sends the changes of this device and fetches those of others. */
  readonly sync: () => Promise<void>
}

const startOf = (sent: SentMark): number => (sent.kind === 'highlight' ? sent.start : -1)

const isBookmarkOf = (sent: SentMark | null, page: number): boolean => sent?.kind === 'bookmark' && sent.page === page

/** Two devices without a network can bookmark the same page: it is shown as bookmarked once. */
const inOrder = (marks: ReadonlyMap<string, StoredMark>): ShownMark[] =>
  [...marks]
    .flatMap(([id, { sent, refused }]) => (sent ? [{ id, sent, refused }] : []))
    .sort((a, b) => a.sent.page - b.sent.page || startOf(a.sent) - startOf(b.sent) || (a.id < b.id ? -1 : 1))
    .filter(({ sent }, at, all) => sent.kind !== 'bookmark' || all.findIndex((other) => isBookmarkOf(other.sent, sent.page)) === at)

/** Each change has a time of its own, which tells it from a later one of the same mark. */
let lastChange = 0

const openNew = (documentId: string): DocumentMarks & Pick<ReturnType<typeof makeSyncing>, 'seed' | 'close'> => {
  const state: MarkState = { since: 0, marks: new Map() }
  const shown = makeStore<readonly ShownMark[] | undefined>(undefined)
  const show = () => shown.set(inOrder(state.marks))

  const loaded = readMarks(documentId)
    .catch(() => ({ since: 0, marks: new Map<string, StoredMark>() }))
    .then(({ since, marks }) => {
      state.since = since
      // Those that were changed while the stored ones were read are newer.
      for (const [id, mark] of marks) if (!state.marks.has(id)) state.marks.set(id, mark)
      if (state.marks.size > 0) show()
    })

  const { sync, seed, close } = makeSyncing({ documentId, state, loaded, show })
  const change = (id: string, sent: SentMark | null) => {
    lastChange = Math.max(Date.now(), lastChange + 1)
    const mark = { sent, unsent: lastChange }
    state.marks.set(id, mark)
    show()
    void quietly(writeMark(documentId, id, mark)).then(sync)
  }
  return {
    documentId,
    shown,
    asked: makeStore<string | undefined>(undefined),
    edited: makeStore<string | undefined>(undefined),
    save: (sent, id = newClientId()) => {
      change(id, sent)
      return id
    },
    remove: (id) => {
      const sent = state.marks.get(id)?.sent
      for (const [other, mark] of state.marks) if (sent?.kind === 'bookmark' && isBookmarkOf(mark.sent, sent.page)) change(other, null)
      if (sent?.kind !== 'bookmark') change(id, null)
    },
    sync,
    seed,
    close,
  }
}

const opened = new Map<string, ReturnType<typeof openNew>>()
onForget(() => {
  for (const marks of opened.values()) marks.close()
  opened.clear()
})

/** Returns the marks of a document, loaded once. `first` is the reply of the server to a device without any. */
export const openMarks = (documentId: string, first?: Reply<typeof marksApi.list>): DocumentMarks => {
  const known = opened.get(documentId)
  if (known) return known
  const marks = openNew(documentId)
  opened.set(documentId, marks)
  if (first) marks.seed(first)
  void marks.sync()
  return marks
}

/** Sends what earlier pages could not send. */
export const resumeMarks = async (): Promise<void> => {
  for (const documentId of await unsentDocuments()) await openMarks(documentId).sync()
  await unsentDocuments()
}
