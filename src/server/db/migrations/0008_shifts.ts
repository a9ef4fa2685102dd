import { type Kysely, sql } from 'kysely'

/*
 * The three slots become rows, and the two halves of a seat become pieces of the day. `users.slot` refers to a shift instead of
 * having a list in a check. SQLite cannot change a constraint, so `users` is made again with its rows, indexes and trigger;
 * references to them are checked at the end.
 */

const paiseMost = 1_000_000_000

const types = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

const tables = ({ text, paise, end }: (typeof types)['sqlite']): readonly string[] => [
  `create table shifts (
    key ${text} not null primary key,
    name ${text} not null,
    starts integer not null check (starts between 0 and 1439),
    ends integer not null check (ends between 0 and 1439),
    days integer not null default 127 check (days between 1 and 127),
    fee ${paise} check (fee between 1 and ${paiseMost}),
    colour ${text} not null,
    archived_at ${text}
  )${end}`,
  `create table pieces (starts integer not null primary key check (starts between 0 and 1439))${end}`,
  'insert into pieces values (0), (840)',
]

const seats = ({ text, end }: (typeof types)['sqlite']): readonly string[] => [
  `create table seats_before as select seat_number, case half when 'morning' then 0 else 840 end as piece, user_id from seats`,
  'drop table seats',
  `create table seats (
    seat_number integer not null check (seat_number >= 1),
    piece integer not null references pieces (starts),
    user_id ${text} not null references users (id),
    primary key (seat_number, piece),
    unique (user_id, piece)
  )${end}`,
  'insert into seats (seat_number, piece, user_id) select seat_number, piece, user_id from seats_before order by seat_number, piece',
  'drop table seats_before',
]

const users = `create table users (
    id text not null primary key,
    name text not null,
    name_folded text not null,
    email text,
    email_folded text unique,
    role text not null check (role in ('student', 'manager', 'admin', 'superadmin')),
    password_hash text not null,
    phone text,
    dob text,
    date_joined text,
    termination_date text,
    slot text references shifts (key),
    seat_number integer check (seat_number >= 1),
    created_at text not null,
    deleted_at text,
    picture_sha256 text references files (sha256),
    monthly_fee integer check (monthly_fee between 1 and 1000000000),
    former_seat integer check (former_seat >= 1),
    phone_folded text,
    check (seat_number is null or slot is not null)
  ) strict`

const onPostgres = [
  'alter table users drop constraint users_slot_check',
  'alter table users add constraint users_slot_fkey foreign key (slot) references shifts (key)',
]

/**
 * Makes `users` again on SQLite. Dropping and filling it looks for the references to each row in every table that has any, so each
 * column that refers to users has an index for as long as that takes.
 */
const usersAgain = async (db: Kysely<unknown>): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  const { rows: parts } = await sql<{ sql: string }>`select sql from sqlite_schema
    where tbl_name = 'users' and type in ('index', 'trigger') and sql is not null order by rowid`.execute(db)
  const { rows: references } = await sql<{ name: string; column: string }>`select of.name, key."from" as "column"
    from sqlite_schema as of, pragma_foreign_key_list(of.name) as key
    where of.type = 'table' and key."table" = 'users' order by of.name, key."from"`.execute(db)
  for (const [at, { name, column }] of references.entries()) await run(`create index to_users_${at} on ${name} (${column})`)
  await run('create table users_before as select * from users order by rowid')
  await run('drop table users')
  await run(users)
  await run('insert into users select * from users_before order by rowid')
  await run('drop table users_before')
  for (const at of references.keys()) await run(`drop index to_users_${at}`)
  for (const part of parts) await run(part.sql)
}

type Fees = Readonly<Record<string, number | null>>

/** Takes the fees of slots, in rupees, out of the stored settings of the hall. */
const takeFees = async (db: Kysely<unknown>): Promise<Fees> => {
  const { rows } = await sql<{ hall: string | null }>`select hall from customization where id = 'only'`.execute(db)
  if (!rows[0]?.hall) return {}
  const { slotFees = {}, ...hall } = JSON.parse(rows[0].hall) as { slotFees?: Fees }
  await sql`update customization set hall = ${JSON.stringify(hall)} where id = 'only'`.execute(db)
  return slotFees
}

const first = [
  { key: 'morning', name: 'Morning', starts: 0, ends: 840, colour: 'warning' },
  { key: 'afternoon', name: 'Afternoon', starts: 840, ends: 0, colour: 'info' },
  { key: 'full-day', name: 'Full-day', starts: 0, ends: 0, colour: 'success' },
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const statement of tables(types[dialect])) await run(statement)
  const fees = await takeFees(db)
  for (const { key, name, starts, ends, colour } of first) {
    const rupees = fees[key] ?? null
    const fee = rupees === null ? null : Math.round(rupees * 100)
    await sql`insert into shifts (key, name, starts, ends, fee, colour)
      values (${key}, ${name}, ${starts}, ${ends}, ${fee}, ${colour})`.execute(db)
  }
  if (dialect === 'postgres') for (const statement of onPostgres) await run(statement)
  else {
    await run('pragma defer_foreign_keys = on')
    await usersAgain(db)
  }
  for (const statement of seats(types[dialect])) await run(statement)
}
