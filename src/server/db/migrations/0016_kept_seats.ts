import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const statements = [
  // The seat that someone had until their account ended, and that someone else was given since.
  'alter table users add column former_seat integer check (former_seat >= 1)',

  // Until now an account that was over held no seat, though its row named one. A half that nobody has is kept for the person who left last.
  `insert into seats (seat_number, half, user_id)
    select users.seat_number, halves.half, users.id
    from users join (select 'morning' as half union all select 'afternoon') as halves
      on users.slot = 'full-day' or users.slot = halves.half
    where users.deleted_at is null and users.seat_number is not null
      and not exists (select 1 from seats where seats.seat_number = users.seat_number and seats.half = halves.half)
      and not exists (
        select 1 from users as later
        where later.deleted_at is null and later.seat_number = users.seat_number
          and (later.slot = 'full-day' or later.slot = halves.half)
          and (coalesce(later.termination_date, ''), later.id) > (coalesce(users.termination_date, ''), users.id)
      )`,
  // What someone else has any half of is nobody's seat any more.
  `update users set former_seat = seat_number, seat_number = null
    where deleted_at is null and seat_number is not null and exists (
      select 1 from seats
      where seats.seat_number = users.seat_number and seats.user_id <> users.id
        and (users.slot = 'full-day' or users.slot = seats.half)
    )`,

  // Lists in the order of the last day.
  'create index users_by_last_day on users (termination_date, id) where deleted_at is null and termination_date is not null',
  'drop index users_by_termination',
]

/** Seats that are kept for people whose accounts are over. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
