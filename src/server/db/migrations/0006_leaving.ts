import { type Kysely, sql } from 'kysely'

/*
 * Students who leave: money that a fee no longer needs becomes credit of its payment again, which is an allocation below 0, and each
 * leaving is a row.
 */

const leavings = (text: string, paise: string, end: string) => `create table leavings (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    last_day ${text} not null,
    share ${text} not null check (share in ('none', 'days', 'half')),
    net ${paise} not null,
    payment_id ${text} references payments (id),
    refund_id ${text} references refunds (id),
    entered_at ${text} not null,
    entered_by ${text} not null references users (id),
    entered_by_name ${text} not null,
    client_id ${text} not null unique,
    client_digest ${text} not null
  )${end}`

const indexes = ['create index leavings_by_user on leavings (user_id)']

const onPostgres = [
  'alter table allocations drop constraint allocations_amount_check',
  'alter table allocations add constraint allocations_amount_check check (amount <> 0)',
  leavings('text collate "C"', 'bigint', ''),
]

const onSqlite = [
  `create table allocations_next (
    id text not null primary key,
    payment_id text not null references payments (id),
    charge_id text not null references charges (id),
    amount integer not null check (amount <> 0),
    created_at text not null
  ) strict`,
  'insert into allocations_next select id, payment_id, charge_id, amount, created_at from allocations',
  'drop table allocations',
  'alter table allocations_next rename to allocations',
  'create index allocations_by_payment on allocations (payment_id)',
  'create index allocations_by_charge on allocations (charge_id)',
  leavings('text', 'integer', ' strict'),
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...(dialect === 'postgres' ? onPostgres : onSqlite), ...indexes]) await sql.raw(statement).execute(db)
}
