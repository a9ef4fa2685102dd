import { sql } from 'kysely'
import { fold, likeContains } from '#server/db/fold.ts'
import type { LockersTable, LockerUsesTable } from '#server/db/tables/money.lockers.ts'
import type { Db } from '#server/db/tables.ts'
import type { LockerStatus } from '../lockers.shapes.contract.ts'

export type LockerFields = Pick<LockersTable, 'id' | 'roomId' | 'number' | 'keyNumber' | 'fee'>

/** Returns the folded number with padded digits, so that 2 comes before 10. */
const orderOf = (folded: string): string => folded.replace(/\d+/g, (digits) => digits.padStart(6, '0'))

const derived = ({ number, keyNumber }: Pick<LockersTable, 'number' | 'keyNumber'>) => {
  const numberFolded = fold(number)
  return { numberFolded, numberOrder: orderOf(numberFolded), keyFolded: keyNumber === null ? null : fold(keyNumber) }
}

const withNames = (db: Db) =>
  db
    .selectFrom('lockers')
    .leftJoin('rooms', 'rooms.id', 'lockers.roomId')
    .leftJoin('users', 'users.id', 'lockers.studentId')
    .select([
      'lockers.id',
      'lockers.number',
      'lockers.numberOrder',
      'lockers.keyNumber',
      'lockers.fee',
      'lockers.roomId',
      'lockers.studentId',
      'lockers.assignedOn',
      'rooms.name as roomName',
      'users.name as holderName',
      'users.terminationDate as holderEnds',
    ])

export type LockerRow = Awaited<ReturnType<typeof byId>> & object

export const byId = (db: Db, id: string) => withNames(db).where('lockers.id', '=', id).executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]) =>
  withNames(db).where('lockers.id', 'in', ids).orderBy('lockers.numberOrder').orderBy('lockers.id').execute()

export const ofStudent = (db: Db, studentId: string) => withNames(db).where('lockers.studentId', '=', studentId).executeTakeFirst()

export type Filter = {
  /** Folded; blank means no search. */
  search: string
  status: LockerStatus
  today: string
}

const contains = (text: string) => {
  const pattern = likeContains(text)
  return sql<boolean>`(lockers.number_folded like ${pattern} escape '\\' or lockers.key_folded like ${pattern} escape '\\' or users.name_folded like ${pattern} escape '\\')`
}

const filtered = (db: Db, { search, status, today }: Filter) =>
  withNames(db)
    .$if(search !== '', (query) => query.where(contains(search)))
    .$if(status === 'free', (query) => query.where('lockers.studentId', 'is', null))
    .$if(status === 'taken', (query) => query.where('lockers.studentId', 'is not', null))
    .$if(status === 'ended', (query) => query.where('users.terminationDate', '<', today))

export type Place = { numberOrder: string; id: string }

/** Returns a page of lockers, by number, after the place `after`. */
export const page = (db: Db, filter: Filter, limit: number, after: Place | undefined) =>
  filtered(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(lockers.number_order, lockers.id) > (${after?.numberOrder ?? ''}, ${after?.id ?? ''})`),
    )
    .orderBy('lockers.numberOrder')
    .orderBy('lockers.id')
    .limit(limit)
    .execute()

export const countAll = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('lockers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const countFree = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('lockers')
      .where('studentId', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Looks for names and last days of holders only if the filter does. */
export const count = async (db: Db, filter: Filter): Promise<number> => {
  const { search, status } = filter
  if (search === '' && status === 'free') return countFree(db)
  if (search === '' && status === 'taken') return (await countAll(db)) - (await countFree(db))
  if (search === '' && status !== 'ended') return countAll(db)
  const lockers = filtered(db, filter).clearSelect()
  return (await lockers.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Returns those of these numbers that a locker has. */
export const takenNumbers = (db: Db, numbers: readonly string[]) =>
  db.selectFrom('lockers').select(['id', 'number']).where('numberFolded', 'in', numbers.map(fold)).orderBy('numberOrder').execute()

/** Throws a unique violation if a locker has one of the numbers. */
export const insert = (db: Db, lockers: readonly LockerFields[], createdAt: string) =>
  db
    .insertInto('lockers')
    .values(lockers.map((locker) => ({ ...locker, ...derived(locker), studentId: null, assignedOn: null, createdAt })))
    .execute()

/** Throws a unique violation if another locker has the number. */
export const update = (db: Db, { id, ...locker }: LockerFields) =>
  db
    .updateTable('lockers')
    .set({ ...locker, ...derived(locker) })
    .where('id', '=', id)
    .execute()

/** Returns lockers whose fee is another one, by number: all, or those of a room. */
export const withOtherFee = (db: Db, fee: number | null, roomId: string | undefined) =>
  db
    .selectFrom('lockers')
    .select(['number', 'fee'])
    .$if(roomId !== undefined, (query) => query.where('roomId', '=', roomId ?? ''))
    .where('fee', 'is distinct from', fee)
    .orderBy('numberOrder')
    .execute()

export const setFees = (db: Db, fee: number | null, roomId: string | undefined) =>
  db
    .updateTable('lockers')
    .set({ fee })
    .$if(roomId !== undefined, (query) => query.where('roomId', '=', roomId ?? ''))
    .where('fee', 'is distinct from', fee)
    .returning('id')
    .execute()

/** Deletes a free locker. Returns undefined if it is taken; the condition is the lock. */
export const removeFree = (db: Db, id: string) =>
  db.deleteFrom('lockers').where('id', '=', id).where('studentId', 'is', null).returning('id').executeTakeFirst()

/**
 * Gives a free locker to a student. Returns undefined if it was taken; the condition is the lock. Throws a unique violation if the
 * student has another one.
 */
export const assign = (db: Db, id: string, studentId: string, assignedOn: string) =>
  db
    .updateTable('lockers')
    .set({ studentId, assignedOn })
    .where('id', '=', id)
    .where('studentId', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Frees the locker of a student. Returns undefined if the student does not have it. */
export const free = (db: Db, id: string, studentId: string) =>
  db
    .updateTable('lockers')
    .set({ studentId: null, assignedOn: null })
    .where('id', '=', id)
    .where('studentId', '=', studentId)
    .returning('id')
    .executeTakeFirst()

export const insertUse = (db: Db, use: Omit<LockerUsesTable, 'numberFolded'>) =>
  db
    .insertInto('lockerUses')
    .values({ ...use, numberFolded: fold(use.number) })
    .execute()

export const endUse = (db: Db, lockerId: string, end: Pick<LockerUsesTable, 'endedAt' | 'endedBy' | 'keyReturned' | 'note'>) =>
  db.updateTable('lockerUses').set(end).where('lockerId', '=', lockerId).where('endedAt', 'is', null).execute()

/** Returns a page of those who had this locker, or an earlier one with its number, newest first. */
export const uses = (db: Db, { id, number }: Pick<LockersTable, 'id' | 'number'>, limit: number, before: string | undefined) =>
  db
    .selectFrom('lockerUses')
    .innerJoin('users as student', 'student.id', 'lockerUses.studentId')
    .leftJoin('users as giver', (join) => join.onRef('giver.id', '=', 'lockerUses.assignedBy').on('giver.deletedAt', 'is', null))
    .leftJoin('users as taker', (join) => join.onRef('taker.id', '=', 'lockerUses.endedBy').on('taker.deletedAt', 'is', null))
    .select(['lockerUses.id', 'lockerUses.number', 'lockerUses.studentId', 'assignedAt', 'endedAt', 'keyReturned', 'note'])
    .select(['student.name as studentName', 'student.deletedAt as studentDeletedAt', 'giver.name as giverName', 'taker.name as takerName'])
    .where((eb) => eb.or([eb('lockerUses.lockerId', '=', id), eb('lockerUses.numberFolded', '=', fold(number))]))
    .$if(before !== undefined, (query) => query.where('lockerUses.id', '<', before ?? ''))
    .orderBy('lockerUses.id', 'desc')
    .limit(limit)
    .execute()

/** Returns lockers of students who can be charged, ordered by the student, after the student `after`. */
export const takenAfter = (db: Db, limit: number, after: string) =>
  db
    .selectFrom('lockers')
    .innerJoin('users', 'users.id', 'lockers.studentId')
    .select(['lockers.id as lockerId', 'lockers.fee', 'lockers.assignedOn'])
    .select(['users.id', 'users.dateJoined', 'users.terminationDate'])
    .where('users.role', '=', 'student')
    .where('users.deletedAt', 'is', null)
    .where('users.dateJoined', 'is not', null)
    .where('lockers.studentId', '>', after)
    .orderBy('lockers.studentId')
    .limit(limit)
    .$narrowType<{ assignedOn: string }>()
    .execute()
