import { type Kysely, sql } from 'kysely'

/*
 * Day passes: visitors, what was sold to them, and the seats that they have on a day. A payment is of a student or of a visitor.
 * SQLite cannot drop `not null`, so `payments` is made again with its rows and indexes; references to it are checked at the end.
 */

const types = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

const visitors = ({ text, end }: (typeof types)['sqlite']): string => `create table visitors (
    id ${text} not null primary key,
    name ${text} not null,
    name_folded ${text},
    phone ${text},
    phone_folded ${text},
    created_at ${text} not null,
    created_by ${text} not null references users (id),
    erased_at ${text},
    unique (phone_folded, name_folded)
  )${end}`

const passes = ({ text, paise, end }: (typeof types)['sqlite']): readonly string[] => [
  `create table day_passes (
    id ${text} not null primary key,
    visitor_id ${text} not null references visitors (id),
    day ${text} not null,
    slot ${text} not null,
    shift_name ${text} not null,
    starts integer not null check (starts between 0 and 1439),
    ends integer not null check (ends between 0 and 1439),
    seat_number integer not null check (seat_number >= 1),
    payment_id ${text} not null unique references payments (id),
    price ${paise} not null check (price > 0),
    amount ${paise} not null check (amount > 0),
    reason ${text} not null,
    sold_at ${text} not null,
    sold_by ${text} not null references users (id),
    sold_by_name ${text} not null
  )${end}`,
  'create index day_passes_by_day on day_passes (day, id)',
  'create index day_passes_by_visitor on day_passes (visitor_id, id)',
  'create index day_passes_sold on day_passes (sold_at, id)',
  `create table seat_days (
    day ${text} not null,
    seat_number integer not null check (seat_number >= 1),
    piece integer not null references pieces (starts),
    pass_id ${text} not null references day_passes (id),
    primary key (day, seat_number, piece)
  )${end}`,
  'create index seat_days_by_pass on seat_days (pass_id)',
]

const payments = `create table payments (
    id text not null primary key,
    user_id text references users (id),
    student_name text not null,
    receipt_year integer not null,
    receipt_count integer not null check (receipt_count > 0),
    receipt_number text not null unique,
    amount integer not null check (amount between 1 and 1000000000),
    credit integer not null check (credit between 0 and amount),
    method text not null references payment_methods (name),
    reference text not null,
    reference_folded text not null,
    reference_reason text not null,
    received_on text not null,
    booked_on text not null,
    entered_at text not null,
    entered_by text not null references users (id),
    entered_by_name text not null,
    client_id text unique,
    voided_at text,
    voided_on text,
    voided_by text references users (id),
    voided_by_name text,
    void_reason text,
    reference_skipped integer not null default 0 check (reference_skipped in (0, 1)),
    date_reason text not null default '',
    replaces text references payments (id),
    client_digest text,
    visitor_id text references visitors (id),
    unique (receipt_year, receipt_count),
    check ((voided_at is null) = (void_reason is null)),
    check (voided_at is null or credit = 0),
    check ((user_id is null) <> (visitor_id is null))
  ) strict`

const onPostgres = [
  'alter table payments alter column user_id drop not null',
  'alter table payments add column visitor_id text collate "C" references visitors (id)',
  'alter table payments add constraint payments_payer_check check ((user_id is null) <> (visitor_id is null))',
]

/** Makes `payments` again on SQLite. Each column that refers to it, its own included, has an index when its rows are dropped and filled in. */
const paymentsAgain = async (db: Kysely<unknown>): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_schema
    where tbl_name = 'payments' and type = 'index' and sql is not null order by rowid`.execute(db)
  const { rows: references } = await sql<{ name: string; column: string }>`select of.name, key."from" as "column"
    from sqlite_schema as of, pragma_foreign_key_list(of.name) as key
    where of.type = 'table' and key."table" = 'payments' and of.name <> 'payments' order by of.name, key."from"`.execute(db)
  for (const [at, { name, column }] of references.entries()) await run(`create index to_payments_${at} on ${name} (${column})`)
  await run('create table payments_before as select * from payments order by rowid')
  await run('drop table payments')
  await run(payments)
  for (const index of indexes) await run(index.sql)
  await run('insert into payments select *, null from payments_before order by rowid')
  await run('drop table payments_before')
  for (const at of references.keys()) await run(`drop index to_payments_${at}`)
}

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(visitors(types[dialect]))
  if (dialect === 'postgres') for (const statement of onPostgres) await run(statement)
  else {
    await run('pragma defer_foreign_keys = on')
    await paymentsAgain(db)
  }
  for (const statement of [
    ...passes(types[dialect]),
    'create index payments_by_visitor on payments (visitor_id, id) where visitor_id is not null',
  ])
    await run(statement)
}
