import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const dialects = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
}

const tables = ({ text, end }: (typeof dialects)['sqlite']): string[] => [
  // One row, or none before it is first asked for. After a restore the epoch is another one.
  `create table instance (
    id ${text} not null primary key check (id = 'only'),
    epoch ${text} not null,
    created_at ${text} not null,
    restored_at ${text},
    restored_from ${text}
  )${end}`,
  // Long work that is done by a program of its own, by one at a time. A runner that has not been heard of for a while is dead.
  `create table chores (
    name ${text} not null primary key check (name in ('backup', 'doctor')),
    wanted_at ${text},
    runner ${text},
    heard_at ${text},
    progress ${text},
    finished_at ${text},
    outcome ${text} check (outcome in ('done', 'failed')),
    report ${text},
    check ((runner is null) = (heard_at is null))
  )${end}`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of tables(dialects[dialect])) await sql.raw(statement).execute(db)
}
