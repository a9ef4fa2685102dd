import { type Kysely, sql } from 'kysely'

const types = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

/** Lockers with their holders, everybody who had one, and the months for which a student was charged for a locker. */
const tables = ({ text, paise, end }: (typeof types)['sqlite']): readonly string[] => [
  `create table lockers (
    id ${text} not null primary key,
    room_id ${text} references rooms (id) on delete set null,
    number ${text} not null,
    number_folded ${text} not null unique,
    number_order ${text} not null,
    key_number ${text},
    key_folded ${text},
    fee ${paise} check (fee > 0),
    student_id ${text} unique references users (id),
    assigned_on ${text},
    created_at ${text} not null,
    check ((key_number is null) = (key_folded is null)),
    check ((student_id is null) = (assigned_on is null))
  )${end}`,
  'create index lockers_in_order on lockers (number_order, id)',
  'create index lockers_of_room on lockers (room_id)',
  `create table locker_uses (
    id ${text} not null primary key,
    locker_id ${text} not null,
    number ${text} not null,
    number_folded ${text} not null,
    student_id ${text} not null references users (id),
    assigned_at ${text} not null,
    assigned_by ${text} not null references users (id),
    ended_at ${text},
    ended_by ${text} references users (id),
    key_returned integer check (key_returned in (0, 1)),
    note ${text} not null
  )${end}`,
  'create unique index locker_uses_open on locker_uses (locker_id) where ended_at is null',
  'create index locker_uses_of_locker on locker_uses (locker_id, id)',
  'create index locker_uses_of_number on locker_uses (number_folded, id)',
  'create index locker_uses_of_student on locker_uses (student_id)',
  `create table locker_charges (
    user_id ${text} not null references users (id),
    period integer not null,
    locker_id ${text} not null,
    charge_id ${text} unique,
    primary key (user_id, period)
  )${end}`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of tables(types[dialect])) await sql.raw(statement).execute(db)
}
