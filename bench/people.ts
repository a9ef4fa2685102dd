import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'

/** The session token of a student. */
export const studentToken = 's'.repeat(43)

/** The number of seats in a hall. */
const SEATS = 38
const SOON = 5
const KEPT = 10

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Of the people with a seat, five leave soon and five have left but keep their seat; of the others, every second one has left. */
const lastDayOf = (number: number): string | null => {
  if (number < SOON) return dayFromNow(3)
  if (number < KEPT) return dayFromNow(-3)
  return number >= SEATS && number % 2 === 0 ? dayFromNow(-4 - (number % 700)) : null
}

/** Fills the database of a stopped server with people whose names, addresses and phones look alike. The first ones have seats. */
export const fillPeople = (database: string, count: number): void => {
  const db = new DatabaseSync(database)
  const add = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at, phone, slot, seat_number, termination_date)
      values (?, ?, ?, ?, ?, 'student', 'none', ?, ?, ?, ?, ?)`,
  )
  const seat = db.prepare(`insert into seats (seat_number, piece, user_id) values (?, 0, ?)`)
  const session = db.prepare(`insert into sessions (id, user_id, token_hash, device, created_at, last_used_at, expires_at)
    values (?, ?, ?, '', ?, ?, '2999-01-01T00:00:00.000Z')`)
  const now = new Date().toISOString()
  db.exec('begin immediate')
  for (let number = 0; number < count; number++) {
    const name = `Reader ${number} of the hall`
    const email = `reader-${number}@example.org`
    const id = newId()
    const isSeated = number < SEATS
    const place = isSeated ? (['morning', number + 1] as const) : ([null, null] as const)
    add.run(id, name, name.toLowerCase(), email, email, now, `98${String(number).padStart(8, '0')}`, ...place, lastDayOf(number))
    if (isSeated) seat.run(number + 1, id)
    if (number === KEPT) session.run(newId(), id, createHash('sha256').update(studentToken).digest('hex'), now, now)
  }
  db.exec('commit')
  db.close()
}
