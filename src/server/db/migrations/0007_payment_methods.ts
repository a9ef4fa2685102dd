import { type Kysely, sql } from 'kysely'

/*
 * Payment methods become rows that payments and refunds refer to, instead of a list in a check, so that the program can add one at its
 * start. SQLite cannot change a constraint, so both tables are made again with their rows; references to them are checked at the end.
 */

const methods = (text: string, end: string): readonly string[] => [
  `create table payment_methods (name ${text} not null primary key)${end}`,
  `insert into payment_methods values ('cash'), ('upi'), ('bank'), ('other')`,
]

const onPostgres = [
  ...methods('text collate "C"', ''),
  ...['payments', 'refunds'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_method_check`,
    `alter table ${table} add constraint ${table}_method_fkey foreign key (method) references payment_methods (name)`,
  ]),
]

const payments = `create table payments (
    id text not null primary key,
    user_id text not null references users (id),
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
    unique (receipt_year, receipt_count),
    check ((voided_at is null) = (void_reason is null)),
    check (voided_at is null or credit = 0)
  ) strict`

const refunds = `create table refunds (
    id text not null primary key,
    user_id text not null references users (id),
    student_name text not null,
    voucher_year integer not null,
    voucher_count integer not null check (voucher_count > 0),
    voucher_number text not null unique,
    amount integer not null check (amount between 1 and 1000000000),
    method text not null references payment_methods (name),
    reference text not null,
    reason text not null,
    paid_on text not null,
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
    date_reason text not null default '',
    client_digest text,
    reference_reason text not null default '',
    unique (voucher_year, voucher_count),
    check ((voided_at is null) = (void_reason is null))
  ) strict`

/**
 * Makes a table again with its rows, in their order, and its indexes. Both definitions have the same columns in the same order. Each
 * column that refers to it has an index for as long as its rows are dropped and filled in, or each row would search the whole table.
 */
const again = async (db: Kysely<unknown>, table: string, definition: string): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_schema
    where type = 'index' and tbl_name = ${table} and sql is not null order by rowid`.execute(db)
  const { rows: references } = await sql<{ name: string; column: string }>`select of.name, key."from" as "column"
    from sqlite_schema as of, pragma_foreign_key_list(of.name) as key
    where of.type = 'table' and key."table" = ${table} and of.name <> ${table} order by of.name, key."from"`.execute(db)
  for (const [at, { name, column }] of references.entries()) await run(`create index to_${table}_${at} on ${name} (${column})`)
  await run(`create table ${table}_before as select * from ${table} order by rowid`)
  await run(`drop table ${table}`)
  await run(definition)
  for (const index of indexes) await run(index.sql)
  await run(`insert into ${table} select * from ${table}_before order by rowid`)
  await run(`drop table ${table}_before`)
  for (const at of references.keys()) await run(`drop index to_${table}_${at}`)
}

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const statements = dialect === 'postgres' ? onPostgres : [...methods('text', ' strict'), 'pragma defer_foreign_keys = on']
  for (const statement of statements) await sql.raw(statement).execute(db)
  if (dialect === 'postgres') return
  await again(db, 'payments', payments)
  await again(db, 'refunds', refunds)
}
