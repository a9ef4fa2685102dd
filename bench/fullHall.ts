import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'
import { token } from './library.ts'

const SEATS = 500
const HOURS = 4
/** The first hour of each of the six shifts, which share the day; the one from 22:00 crosses midnight. */
const FIRST_HOURS = [2, 6, 10, 14, 18, 22]

const timeOf = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`

const call = async (origin: string, method: string, path: string, body: object): Promise<void> => {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
}

/** Gives the hall 500 seats and six shifts instead of its first three. */
const setUp = async (origin: string): Promise<void> => {
  await call(origin, 'PUT', '/customization/hall', { seats: SEATS })
  for (const hour of FIRST_HOURS)
    await call(origin, 'POST', '/customization/shifts', { name: `From ${hour}`, from: timeOf(hour), to: timeOf(hour + HOURS) })
  for (const key of ['morning', 'afternoon', 'full-day']) await call(origin, 'PUT', `/customization/shifts/${key}`, { isArchived: true })
}

/** Fills the hall of a running server: each seat has another student in each of the first `shiftsTaken` shifts. */
export const fillHall = async (origin: string, dataDir: string, shiftsTaken: number): Promise<void> => {
  await setUp(origin)
  const db = new DatabaseSync(join(dataDir, 'carrel.sqlite'), { timeout: 10_000 })
  const pieces = db.prepare('select starts from pieces order by starts').all()
  const shifts = db.prepare('select key, starts, ends from shifts where archived_at is null order by starts').all().slice(0, shiftsTaken)
  const add = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at, phone, slot, seat_number, termination_date)
      values (?, ?, ?, ?, ?, 'student', 'none', ?, ?, ?, ?, ?)`,
  )
  const seat = db.prepare('insert into seats (seat_number, piece, user_id) values (?, ?, ?)')
  const now = new Date().toISOString()
  const lastDay = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  db.exec('begin immediate')
  for (const [at, { key, starts, ends }] of shifts.entries())
    for (let seatNumber = 1; seatNumber <= SEATS; seatNumber++) {
      const [id, number] = [newId(), at * SEATS + seatNumber]
      const [name, email] = [`Reader ${number} of the hall`, `reader-${number}@example.org`]
      add.run(id, name, name.toLowerCase(), email, email, now, `98${String(number).padStart(8, '0')}`, String(key), seatNumber, lastDay)
      for (const { starts: piece } of pieces) {
        const [minute, from, to] = [Number(piece), Number(starts), Number(ends)]
        if (from < to ? minute >= from && minute < to : minute >= from || minute < to) seat.run(seatNumber, minute, id)
      }
    }
  db.exec('update revisions set value = value + 1')
  db.exec('commit')
  db.close()
}
