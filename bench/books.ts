import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { digestOf, hashOf } from '#server/journal/digest.ts'
import { isBlank, type Kind, refOf, valuesOf } from '#server/journal/kind.ts'

type Row = Readonly<Record<string, SQLInputValue>>

/** Writes money records into the database of a stopped server, each row with its journal entries, as the product does. */
export type Books = {
  insert: (table: string, kinds: readonly Kind[], row: Row) => void
  /** Adds the journal entry of a changed row. */
  record: (kind: Kind, row: Row) => void
  settle: (chargeId: string, paidAmount: number, settledAt: string) => void
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const openBooks = (db: DatabaseSync): Books => {
  const newest = db.prepare('select seq, hash from journal order by seq desc limit 1').get()
  let [seq, prev] = [Number(newest?.seq), String(newest?.hash)]
  const addEntry = db.prepare('insert into journal (seq, kind, ref, digest, prev, hash) values (?, ?, ?, ?, ?, ?)')
  const record: Books['record'] = (kind, row) => {
    const entry = { seq: ++seq, kind: kind.name, ref: refOf(kind, row), digest: digestOf(kind.name, valuesOf(kind, row)), prev }
    prev = hashOf(entry)
    addEntry.run(entry.seq, entry.kind, entry.ref, entry.digest, entry.prev, prev)
  }

  const statements = new Map<string, StatementSync>()
  const statementOf = (table: string, row: Row): StatementSync => {
    const known = statements.get(table)
    if (known) return known
    const columns = Object.keys(row).map(snakeCase)
    const text = `insert into ${snakeCase(table)} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    const statement = db.prepare(text)
    statements.set(table, statement)
    return statement
  }
  const settling = db.prepare('update charges set paid_amount = ?, settled_at = ? where id = ?')

  return {
    insert: (table, kinds, row) => {
      statementOf(table, row).run(...Object.values(row))
      for (const kind of kinds) if (!isBlank(kind, row)) record(kind, row)
    },
    record,
    settle: (chargeId, paidAmount, settledAt) => void settling.run(paidAmount, settledAt, chargeId),
  }
}
