import { expect } from 'vitest'
import { addDays } from '#contract/day.ts'
import type { Db } from '#server/db/tables.ts'
import { minutesOf } from './minuteHall.ts'

/* Reads the rows themselves, minute by minute. */

const sorted = (minutes: Iterable<number>): number[] => [...minutes].toSorted((one, other) => one - other)

const loadPieces = async (db: Db): Promise<(piece: number) => ReadonlySet<number>> => {
  const pieces = (await db.selectFrom('pieces').select('starts').orderBy('starts').execute()).map(({ starts }) => starts)
  return (piece) => minutesOf({ starts: piece, ends: pieces[pieces.indexOf(piece) + 1] ?? pieces[0] ?? 0 })
}

/** Everybody with a seat has it in exactly the minutes of their shift, and nobody else has. No account may have ended. */
export const assertStudentsSound = async (db: Db): Promise<void> => {
  const minutesIn = await loadPieces(db)
  const rows = await db.selectFrom('seats').selectAll().execute()
  const shifts = new Map((await db.selectFrom('shifts').selectAll().execute()).map((shift) => [shift.key, shift]))
  const people = await db.selectFrom('users').select(['id', 'seatNumber', 'slot']).where('seatNumber', 'is not', null).execute()
  const taken = new Set<string>()
  for (const { id, seatNumber, slot } of people) {
    const shift = shifts.get(slot ?? '')
    const own = rows.filter(({ userId }) => userId === id)
    const minutes = own.flatMap(({ piece }) => [...minutesIn(piece)])
    expect(new Set(own.map((row) => row.seatNumber))).toEqual(new Set([seatNumber]))
    expect(sorted(minutes)).toEqual(shift ? sorted(minutesOf(shift)) : [])
    for (const minute of minutes) {
      expect(taken.has(`${seatNumber} ${minute}`)).toBe(false)
      taken.add(`${seatNumber} ${minute}`)
    }
  }
  expect(rows.filter(({ userId }) => !people.some(({ id }) => id === userId))).toEqual([])
}

/**
 * Every pass of today or later has its seat in exactly the minutes that were sold, or in none if it is void, and no student with an
 * account has the seat in one of them.
 */
export const assertPassesSound = async (db: Db, today: string): Promise<void> => {
  const minutesIn = await loadPieces(db)
  const days = await db.selectFrom('seatDays').selectAll().execute()
  const seats = db.selectFrom('seats').innerJoin('users', 'users.id', 'seats.userId').select(['seats.seatNumber', 'seats.piece'])
  const held = await seats.where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)])).execute()
  const ofStudents = new Set(held.map(({ seatNumber, piece }) => `${seatNumber} ${piece}`))
  const passes = await db
    .selectFrom('dayPasses')
    .innerJoin('payments', 'payments.id', 'dayPasses.paymentId')
    .select(['dayPasses.id', 'dayPasses.seatNumber', 'dayPasses.day', 'dayPasses.starts', 'dayPasses.ends', 'payments.voidedAt'])
    .where('dayPasses.day', '>=', today)
    .execute()
  for (const { id, seatNumber, day, starts, ends, voidedAt } of passes) {
    const rows = days.filter(({ passId }) => passId === id)
    const has = rows.flatMap((row) =>
      [...minutesIn(row.piece)].map((minute) => [row.seatNumber, minute < row.piece ? addDays(row.day, 1) : row.day, minute].join(' ')),
    )
    const sold = [...minutesOf({ starts, ends })].map((minute) => [seatNumber, minute < starts ? addDays(day, 1) : day, minute].join(' '))
    expect(has.toSorted()).toEqual(voidedAt === null ? sold.toSorted() : [])
    expect(rows.filter(({ piece }) => ofStudents.has(`${seatNumber} ${piece}`))).toEqual([])
  }
}
