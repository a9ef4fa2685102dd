import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'
import type { MoneyGroup } from '../users.contract.ts'
import type { PersonCondition } from './users.list.db.ts'

/** The opening of a new student who joined before the hall used Carrel: the last paid month, the amount owed in paise, and the reason. */
export type Opening = { paidUpTo: number | null; oldDues: number | null; reason: string }

/** From now on, a student pays a fee other than the hall's. Amounts are in paise, months are numbers. */
export type Concession = {
  userId: string
  kind: 'monthly-fee' | 'paid-up-to'
  beforeValue: number | null
  afterValue: number | null
  reason: string
}

/** The columns of a person that decide which seat they have. */
export type Seated = Pick<UsersTable, 'id' | 'slot' | 'seatNumber' | 'formerSeat' | 'terminationDate'>

type Author = HallNow & Pick<OpenCtx, 'me'>

/** A new account was created; only students have an opening. */
export const personCreated = hook<[tx: Db, ctx: Author, person: { id: string } & Opening]>('personCreated')

export const conceded = hook<[tx: Db, ctx: Pick<Author, 'me' | 'now'>, concession: Concession]>('conceded')

/** The row of a person was written with another seat, slot, role or last day, under the lock `users`. */
export const seatChanged = hook<[tx: Db, ctx: Author & Pick<OpenCtx, 'hooks'>, person: Seated]>('seatChanged')

/** A person got another role, or another password from someone else. */
export const signInChanged = hook<[tx: Db, personId: string]>('signInChanged')

/** People, and what each of them owes, in paise; the feature that knows sets it. */
export type AskedDues = { userIds: readonly string[]; owed?: ReadonlyMap<string, number> }

/** The list of people and the seat map ask what their people owe. */
export const duesAsked = hook<[db: Db, asked: AskedDues]>('duesAsked')

/** A group of people, and the condition on a row of `users` that its feature sets. */
export type AskedGroup = { group: MoneyGroup; isIn?: PersonCondition }

/** A list of people is narrowed to a group that another feature knows. */
export const groupAsked = hook<[db: Db, ctx: HallNow, asked: AskedGroup]>('groupAsked')
