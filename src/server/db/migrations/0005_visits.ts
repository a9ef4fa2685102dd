import { type Kysely, sql } from 'kysely'

const text = { sqlite: 'text', postgres: 'text collate "C"' }

/** Students who come in and go out, as staff press it. Rows are only ever added, and go with the person. */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const type = text[dialect]
  await sql
    .raw(
      `create table visits (
        id ${type} not null primary key,
        user_id ${type} not null references users (id),
        number integer not null check (number >= 1),
        kind ${type} not null check (kind in ('in', 'out')),
        at ${type} not null,
        by_id ${type} not null references users (id),
        unique (user_id, number)
      )${dialect === 'sqlite' ? ' strict' : ''}`,
    )
    .execute(db)
  // Those inside are counted among the visits of the day, however many years there are.
  await sql.raw('create index visits_by_instant on visits (at, kind, user_id, number)').execute(db)
}
