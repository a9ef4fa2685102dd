import { type Kysely, sql } from 'kysely'

const types = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
}

/** Rooms of the hall, labels, tags and places of its seats, and the days on which a seat is out of order. A seat without a row is plain. */
const tables = ({ text, end }: (typeof types)['sqlite']): readonly string[] => [
  `create table rooms (
    id ${text} not null primary key,
    name ${text} not null,
    name_folded ${text} not null unique,
    floor ${text} not null,
    position integer not null,
    created_at ${text} not null
  )${end}`,
  `create table seat_details (
    seat_number integer not null primary key check (seat_number >= 1),
    room_id ${text} references rooms (id),
    label ${text},
    label_folded ${text} unique,
    tags integer not null check (tags >= 0),
    x integer check (x >= 0),
    y integer check (y >= 0),
    unique (room_id, x, y),
    check ((label is null) = (label_folded is null)),
    check ((x is null) = (y is null) and (x is null or room_id is not null))
  )${end}`,
  `create table seat_outages (
    id ${text} not null primary key,
    seat_number integer not null check (seat_number >= 1),
    from_day ${text} not null,
    to_day ${text} check (to_day >= from_day),
    reason ${text} not null,
    created_at ${text} not null,
    created_by ${text} not null references users (id),
    ended_at ${text},
    ended_by ${text} references users (id)
  )${end}`,
  'create index seat_outages_open on seat_outages (seat_number) where ended_at is null',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of tables(types[dialect])) await sql.raw(statement).execute(db)
}
