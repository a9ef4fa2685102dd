import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { atEnd } from '#server/db/transact.ts'
import { codeOf, digestOf, type Entry, hashOf, isCodeOf, parseCode } from './digest.ts'
import * as rows from './journal.db.ts'
import { isBlank, type Kind, refOf, valuesOf } from './kind.ts'

type New = Pick<Entry, 'kind' | 'ref' | 'digest'>

/** The maximum number of rows per insert: SQLite limits the number of variables. */
const AT_ONCE = 1_000

/** Appends entries in a transaction that has the lock of the ledger. */
const append = async (tx: Db, added: readonly New[]): Promise<void> => {
  let { seq, hash } = await rows.head(tx)
  const chained = added.map((one) => {
    const entry = { seq: seq + 1, ...one, prev: hash }
    seq = entry.seq
    hash = hashOf(entry)
    return { ...entry, hash }
  })
  for (let at = 0; at < chained.length; at += AT_ONCE) await rows.insert(tx, chained.slice(at, at + AT_ONCE))
}

const endings = new WeakMap<object, New[]>()

const remember = (tx: Db, entry: New): void => {
  const known = endings.get(tx)
  if (known) return void known.push(entry)
  const added = [entry]
  endings.set(tx, added)
  atEnd(tx, async () => {
    endings.delete(tx)
    // Entries of one transaction are consecutive: no other transaction appends between them.
    await lock(tx, 'fees')
    await append(tx, added)
  })
}

/**
 * Records the new state of a row, in the transaction that changed it. The journal gets an entry for it at the end of the
 * transaction, under the lock of the ledger. `row` has at least the columns of the kind.
 */
export const record = (tx: Db, kind: Kind, row: object): void => {
  const columns = row as Record<string, unknown>
  remember(tx, { kind: kind.name, ref: refOf(kind, columns), digest: digestOf(kind.name, valuesOf(kind, columns)) })
}

/** Like `record`, for a new row, which needs no entry for its blank parts. */
export const recordNew = (tx: Db, kinds: readonly Kind[], row: object): void => {
  for (const kind of kinds) if (!isBlank(kind, row as Record<string, unknown>)) record(tx, kind, row)
}

/** Appends an entry without a row, such as that of a restore. */
export const recordEvent = (tx: Db, kind: string, ref: string): void => remember(tx, { kind, ref, digest: digestOf(kind, [ref]) })

/** The verification code of the newest entry. */
export const headCode = async (db: Db): Promise<string> => codeOf(await rows.head(db))

/** Returns the verification codes of rows, by reference: those of the entries with which they entered the journal. */
export const codesOf = async (db: Db, { name }: Kind, refs: readonly string[]): Promise<Map<string, string>> =>
  refs.length === 0 ? new Map() : new Map((await rows.firstOf(db, name, refs)).map((entry) => [entry.ref, codeOf(entry)]))

/** Returns whether the journal has the entry of a printed code; undefined if it is not a code. */
export const hasCode = async (db: Db, typed: string): Promise<boolean | undefined> => {
  const code = parseCode(typed)
  if (!code) return undefined
  const entry = await rows.entry(db, code.seq)
  return entry !== undefined && isCodeOf(code.letters, entry.hash)
}
