import { type Kysely, sql } from 'kysely'

/* Students who changed to another shift: from which day, and by how much their charged fees changed. */

const shiftChanges = (text: string, paise: string, number: string, end: string) => `create table shift_changes (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    from_day ${text} not null,
    from_slot ${text},
    to_slot ${text} not null,
    from_seat ${number},
    to_seat ${number},
    from_fee ${paise} not null,
    to_fee ${paise} not null,
    amount ${paise} not null,
    date_reason ${text} not null,
    entered_at ${text} not null,
    entered_by ${text} not null references users (id),
    entered_by_name ${text} not null,
    client_id ${text} not null unique,
    client_digest ${text} not null
  )${end}`

const index = 'create index shift_changes_by_user on shift_changes (user_id, from_day)'

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const table =
    dialect === 'postgres'
      ? shiftChanges('text collate "C"', 'bigint', 'integer', '')
      : shiftChanges('text', 'integer', 'integer', ' strict')
  for (const statement of [table, index]) await sql.raw(statement).execute(db)
}
