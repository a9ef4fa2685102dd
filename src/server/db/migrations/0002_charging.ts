import { type Kysely, sql } from 'kysely'

/*
 * Frozen once released. Monthly fees are charged by a job: whether it is on and since which day, what each of its runs charged, and
 * the fees that were withdrawn. It is on in a new hall; where there are people already, someone has to switch it on.
 */

const types = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

const tables = ({ text, paise, end }: (typeof types)['sqlite']): string[] => [
  `create table charging (
    id ${text} not null primary key,
    is_on integer not null check (is_on in (0, 1)),
    started_at ${text},
    since ${text},
    last_day ${text},
    fee_was_confirmed integer not null check (fee_was_confirmed in (0, 1))
  )${end}`,
  `create table charging_runs (
    id ${text} not null primary key,
    day ${text} not null,
    at ${text} not null,
    fees integer not null check (fees >= 0),
    amount ${paise} not null check (amount >= 0),
    undone_at ${text},
    undone_by ${text} references users (id),
    undone_by_name ${text},
    withdrawn integer not null check (withdrawn between 0 and fees),
    check ((undone_at is null) = (undone_by_name is null))
  )${end}`,
  `create table charging_fees (
    charge_id ${text} not null primary key,
    run_id ${text} not null references charging_runs (id)
  )${end}`,
  `create table withdrawn_charges (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    period integer not null,
    amount ${paise} not null,
    withdrawn_at ${text} not null,
    withdrawn_by ${text} not null references users (id),
    withdrawn_by_name ${text} not null
  )${end}`,
  'create index charging_fees_of_run on charging_fees (run_id)',
  'create index withdrawn_charges_of_user on withdrawn_charges (user_id, period)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of tables(types[dialect])) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ people: number }>`select count(*) as people from users`.execute(db)
  const isOn = Number(rows[0]?.people) === 0 ? 1 : 0
  await sql`insert into charging (id, is_on, started_at, since, last_day, fee_was_confirmed) values ('only', ${isOn}, null, null, null, 0)`.execute(
    db,
  )
}
