import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Adds the journal, a chain of hashes over every event of money,
 * and makes its first entry: a digest of all rows that exist before it. docs/journal.md describes the format, which never changes.
 */

const dialects = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

type Types = (typeof dialects)['sqlite']

const tables = ({ text, paise, end }: Types): string[] => [
  `create table journal (
    seq ${paise} not null primary key check (seq > 0),
    kind ${text} not null,
    ref ${text} not null,
    digest ${text} not null,
    prev ${text} not null,
    hash ${text} not null
  )${end}`,
  // The digests that the first entry covers, one for each row that was there before it.
  `create table journal_genesis (
    kind ${text} not null,
    ref ${text} not null,
    digest ${text} not null,
    primary key (kind, ref)
  )${end}`,
  // Entries of the audit that the journal does not contain yet.
  `create table audit_unsealed (audit_id ${text} not null primary key)${end}`,
  `alter table audit add column salt ${text}`,
  `alter table audit add column commitments ${text}`,
  'create index journal_by_ref on journal (kind, ref, seq)',
]

type Kind = { name: string; from: string; ref: string; columns: string; unless?: string }

const voided = 'voided_at, voided_on, voided_by, voided_by_name, void_reason'

/** The rows that money consists of, by the columns that a digest covers, in their order. */
const kinds: readonly Kind[] = [
  { name: 'charge', from: 'charges', ref: 'id', columns: 'id, user_id, kind, period, original_amount, due_on, created_by, created_at' },
  { name: 'charge.notes', from: 'charges', ref: 'id', columns: 'id, notes', unless: `notes = ''` },
  { name: 'charge.settled', from: 'charges', ref: 'id', columns: 'id, settled_at', unless: 'settled_at is null' },
  { name: 'charge.credit', from: 'charges', ref: 'id', columns: 'id, takes_credit', unless: 'takes_credit = 1' },
  {
    name: 'adjustment',
    from: 'adjustments',
    ref: 'id',
    columns: 'id, charge_id, kind, amount, reason, created_by, created_by_name, created_at',
  },
  {
    name: 'payment',
    from: 'payments',
    ref: 'id',
    columns: `id, user_id, student_name, receipt_year, receipt_count, receipt_number, amount, method, reference, reference_folded,
      reference_reason, reference_skipped, received_on, booked_on, date_reason, replaces, entered_at, entered_by, entered_by_name, client_id,
      client_digest`,
  },
  { name: 'payment.void', from: 'payments', ref: 'id', columns: `id, ${voided}`, unless: 'voided_at is null' },
  { name: 'allocation', from: 'allocations', ref: 'id', columns: 'id, payment_id, charge_id, amount, created_at' },
  {
    name: 'refund',
    from: 'refunds',
    ref: 'id',
    columns: `id, user_id, student_name, voucher_year, voucher_count, voucher_number, amount, method, reference, reason, paid_on,
      booked_on, date_reason, entered_at, entered_by, entered_by_name, client_id,
      client_digest`,
  },
  { name: 'refund.void', from: 'refunds', ref: 'id', columns: `id, ${voided}`, unless: 'voided_at is null' },
  { name: 'refund.line', from: 'refund_lines', ref: 'id', columns: 'id, refund_id, payment_id, charge_id, amount' },
  { name: 'opening', from: 'openings', ref: 'user_id', columns: 'user_id, charge_from, paid_up_to, old_dues, created_by, created_at' },
  { name: 'stay', from: 'stays', ref: `user_id || ' ' || from_day`, columns: 'user_id, from_day, to_day' },
  { name: 'number', from: 'number_series', ref: `series || ' ' || year`, columns: 'series, year, last' },
  { name: 'receipt-book', from: 'receipt_book', ref: 'id', columns: 'id, check_needed_since', unless: 'check_needed_since is null' },
  {
    name: 'closing',
    from: 'closings',
    ref: 'id',
    columns: `id, day, nth, opening_float, cash_in, cash_refunds, cash_voids, expected, counted, handed_to, notes, closed_by, closed_by_name,
      closed_at, as_of, paid_out, other_in, client_id`,
  },
  {
    name: 'hand-over',
    from: 'hand_overs',
    ref: 'id',
    columns: 'id, closing_id, amount, receiver, created_at, created_by, created_by_name',
  },
  { name: 'cash-move', from: 'cash_moves', ref: 'id', columns: 'id, at, kind, ref, amount' },
]

type Value = string | number | null
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const digestOf = (kind: string, values: readonly unknown[]): string => sha256(JSON.stringify([kind, ...values]))

const personal = ['dob', 'phone', 'profilePicture']

/** A text of the audit with the personal fields as salted digests. */
const committed = (side: string, json: string | null, salt: string | null): Value => {
  if (json === null) return null
  const values = JSON.parse(json) as Record<string, unknown>
  for (const field of personal)
    if (values[field] !== undefined && values[field] !== null && values[field] !== 'removed')
      values[field] = sha256(JSON.stringify([salt, side, field, values[field]]))
  return JSON.stringify(values)
}

const isPersonal = (json: string | null): boolean =>
  json !== null && personal.some((field) => ![undefined, null, 'removed'].includes((JSON.parse(json) as Record<string, string>)[field]))

const AT_ONCE = 500

/** Rows of a query in the order of their references, some at a time, so that a large hall fits in memory. */
async function* batches<T>(read: (after: string) => Promise<(T & { ref: string })[]>): AsyncGenerator<(T & { ref: string })[]> {
  for (let after = ''; ; ) {
    const rows = await read(after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.ref
  }
}

const insert = async (db: Kysely<unknown>, kind: string, rows: readonly { ref: string; digest: string }[]): Promise<void> => {
  if (rows.length === 0) return
  const values = sql.join(rows.map(({ ref, digest }) => sql`(${kind}, ${ref}, ${digest})`))
  await sql`insert into journal_genesis (kind, ref, digest) values ${values}`.execute(db)
}

const addMoney = async (db: Kysely<unknown>, { name, from, ref, columns, unless }: Kind): Promise<void> => {
  const names = columns.split(',').map((column) => column.trim())
  const rest = unless ? `and not (${unless})` : ''
  const read = async (after: string) =>
    (
      await sql<Record<string, Value> & { ref: string }>`select ${sql.raw(ref)} as journal_ref, ${sql.raw(columns)} from ${sql.raw(from)}
        where ${sql.raw(ref)} > ${after} ${sql.raw(rest)} order by 1 limit ${sql.lit(AT_ONCE)}`.execute(db)
    ).rows.map((row) => ({
      ref: String(row.journal_ref),
      digest: digestOf(
        name,
        names.map((column) => row[column]),
      ),
    }))
  for await (const rows of batches<{ digest: string }>(read)) await insert(db, name, rows)
}

type AuditRow = {
  ref: string
  at: string
  actor_id: string | null
  actor_name: string
  action: string
  target_id: string | null
  before: string | null
  after: string | null
}

const addAudit = async (db: Kysely<unknown>): Promise<void> => {
  const read = async (after: string) =>
    (
      await sql<AuditRow>`select id as ref, at, actor_id, actor_name, action, target_id, "before", "after" from audit where id > ${after}
        order by id limit ${sql.lit(AT_ONCE)}`.execute(db)
    ).rows
  for await (const rows of batches<AuditRow>(read)) {
    const digests: { ref: string; digest: string }[] = []
    for (const row of rows) {
      const salt = isPersonal(row.before) || isPersonal(row.after) ? randomBytes(16).toString('hex') : null
      if (salt) await sql`update audit set salt = ${salt} where id = ${row.ref}`.execute(db)
      const said = [committed('before', row.before, salt), committed('after', row.after, salt)]
      const values = [row.ref, row.at, row.actor_id, row.actor_name, row.action, row.target_id, ...said]
      digests.push({ ref: row.ref, digest: digestOf('audit', values) })
    }
    await insert(db, 'audit', digests)
  }
}

/** The first entry: a digest over the digests of all rows, in their order. */
const begin = async (db: Kysely<unknown>): Promise<void> => {
  const hash = createHash('sha256')
  for (const kind of [...kinds.map(({ name }) => name), 'audit'].sort()) {
    const read = async (after: string) =>
      (
        await sql<{ ref: string; digest: string }>`select ref, digest from journal_genesis where kind = ${kind} and ref > ${after}
          order by ref limit ${sql.lit(AT_ONCE)}`.execute(db)
      ).rows
    for await (const rows of batches<{ digest: string }>(read))
      for (const { ref, digest } of rows) hash.update(`${JSON.stringify([kind, ref, digest])}\n`)
  }
  const digest = hash.digest('hex')
  const prev = '0'.repeat(64)
  const first = sha256(JSON.stringify([1, 'genesis', '', digest, prev]))
  await sql`insert into journal (seq, kind, ref, digest, prev, hash) values (1, 'genesis', '', ${digest}, ${prev}, ${first})`.execute(db)
}

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of tables(dialects[dialect])) await sql.raw(statement).execute(db)
  for (const kind of kinds) await addMoney(db, kind)
  await addAudit(db)
  await begin(db)
}
