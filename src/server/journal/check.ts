import type { Db } from '#server/db/tables.ts'
import type { Check } from '#server/feature/check.ts'
import * as found from './check.db.ts'
import { digestOf, genesisDigest, hashOf, NOTHING_BEFORE } from './digest.ts'
import * as rows from './journal.db.ts'
import { hasCode } from './journal.ts'
import { isBlank, type Kind, refOf, valuesOf } from './kind.ts'

/** The maximum number of reported findings of one kind; more of them add nothing. */
const MOST = 20
const AT_ONCE = 500

const sentences = {
  noBeginning: 'The journal has no first entry: it was deleted or replaced.',
  broken: (seq: number) => `The journal is broken at entry ${seq}: it or an entry before it was changed, added or deleted.`,
  genesis: 'The list of what existed before the journal has been changed.',
  changed: (label: string, name: string) => `${label} ${name} was changed by something other than Carrel.`,
  added: (label: string, name: string) => `${label} ${name} was added by something other than Carrel.`,
  removed: (label: string, ref: string) => `${label} ${ref} was deleted by something other than Carrel.`,
  noCode: 'The code that was given is not a verification code, such as 128-7F3K-Q2MX-9D0A.',
  foreignCode: (code: string) =>
    `The journal has no entry with the code ${code}: it was made again, or a backup from before the code was printed was restored.`,
}

/** Follows the chain from its first entry. Returns its problems. */
const checkChain = async (db: Db): Promise<string[]> => {
  let [seq, hash] = [0, NOTHING_BEFORE]
  for (;;) {
    const entries = await rows.after(db, seq, AT_ONCE)
    for (const entry of entries) {
      if (entry.seq === 1 && entry.kind !== 'genesis') return [sentences.noBeginning]
      if (entry.seq !== seq + 1 || entry.prev !== hash || entry.hash !== hashOf(entry)) return [sentences.broken(seq + 1)]
      ;({ seq, hash } = entry)
    }
    if (entries.length < AT_ONCE) return seq === 0 ? [sentences.noBeginning] : []
  }
}

const checkGenesis = async (db: Db): Promise<string[]> => {
  const first = await rows.entry(db, 1)
  const digest = genesisDigest()
  let last = { kind: '', ref: '' }
  for (;;) {
    const listed = await rows.genesisAfter(db, last, AT_ONCE)
    for (const one of listed) digest.add(one.kind, one.ref, one.digest)
    last = listed.at(-1) ?? last
    if (listed.length < AT_ONCE) return first?.digest === digest.end() ? [] : [sentences.genesis]
  }
}

/** Compares every row of a kind with its last journal entry. */
const checkRows = async (db: Db, kind: Kind): Promise<string[]> => {
  const problems: string[] = []
  for (let last: Record<string, unknown> | undefined; problems.length < MOST; ) {
    const some = await found.rowsAfter(db, kind, last, AT_ONCE)
    const known = await rows.lastDigests(
      db,
      kind.name,
      some.map((row) => refOf(kind, row)),
    )
    const unknown = some.filter((row) => !known.has(refOf(kind, row)) && !isBlank(kind, row))
    const pending = await found.pendingOf(
      db,
      kind,
      unknown.map((row) => refOf(kind, row)),
    )
    for (const row of unknown) if (!pending.has(refOf(kind, row))) problems.push(sentences.added(kind.label, found.nameOf(kind, row)))
    for (const row of some) {
      const digest = known.get(refOf(kind, row))
      if (digest !== undefined && digest !== digestOf(kind.name, valuesOf(kind, row)))
        problems.push(sentences.changed(kind.label, found.nameOf(kind, row)))
    }
    last = some.at(-1)
    if (some.length < AT_ONCE) break
  }
  return problems.slice(0, MOST)
}

/** A row that was deleted, or added again, is reported by the kind that covers its existence. */
const checkRemoved = async (db: Db, kind: Kind): Promise<string[]> => {
  if (kind.isPart) return []
  const removed = [...(await found.withoutRow(db, kind, MOST)), ...(await found.pendingWithoutRow(db, kind, MOST))]
  const added = await found.withdrawnWithRow(db, kind, MOST)
  return [...removed.map((ref) => sentences.removed(kind.label, ref)), ...added.map((ref) => sentences.added(kind.label, ref))]
}

const checkCode = async (db: Db, code: string | undefined): Promise<string[]> => {
  if (code === undefined) return []
  const known = await hasCode(db, code)
  if (known === undefined) return [sentences.noCode]
  return known ? [] : [sentences.foreignCode(code)]
}

/** Compares the rows of these kinds with the journal, and the journal with itself. */
export const examineJournal = async (db: Db, kinds: readonly Kind[]): Promise<string[]> => {
  const problems = [...(await checkChain(db)), ...(await checkGenesis(db))]
  for (const kind of kinds) problems.push(...(await checkRows(db, kind)), ...(await checkRemoved(db, kind)))
  return problems
}

/**
 * Finds every row that was added, changed or deleted bypassing the program, and every change of the journal itself, provided that
 * the journal is the one of the printed codes: `head` is such a code.
 */
export const journalCheck = (kinds: readonly Kind[]): Check => ({
  name: 'journal',
  run: async ({ db, head }) => [...(await checkCode(db, head)), ...(await examineJournal(db, kinds))],
})
