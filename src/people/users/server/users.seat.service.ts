import { AppError, commonErrors } from '#contract/errors.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { userErrors } from '../users.errors.contract.ts'
import * as rows from './users.db.ts'
import { seatChanged } from './users.hooks.ts'

type Wish = Pick<UsersTable, 'slot' | 'seatNumber'>

/** Throws `seatWithoutSlot`. */
export const assertSeatHasSlot = ({ seatNumber, slot }: Wish): void => {
  if (seatNumber !== null && slot === null) throw new AppError(userErrors.seatWithoutSlot, { field: 'slot' })
}

/**
 * Throws `seatMissing` if the hall has no such seat. Call it before the row is written, because the column accepts no other number.
 * Under the lock `users`, the number of seats cannot change until the end of the transaction.
 */
export const assertSeatExists = async (tx: Db, { seatNumber }: Pick<Wish, 'seatNumber'>): Promise<void> => {
  if (seatNumber === null) return
  const { seats } = await hallSettings(tx)
  if (seatNumber >= 1 && seatNumber <= seats) return
  throw new AppError(userErrors.seatMissing, { params: { seats }, field: 'seatNumber' })
}

/** Returns the person, in the transaction that changes their seat. Throws `notFound`. */
export const findSeated = async (tx: Db, id: string): Promise<rows.UserRow> => {
  const row = await rows.byId(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

type Move = { seatNumber: number; action: string }

/** Moves a person to another seat, with an audit entry. Requires the lock `users`. Throws `seatMissing` and `seatTaken`. */
export const moveToSeat = async (tx: Db, ctx: Ctx, before: rows.UserRow, { seatNumber, action }: Move): Promise<void> => {
  const row = { ...before, seatNumber, formerSeat: null }
  await assertSeatExists(tx, row)
  await rows.update(tx, before.id, { seatNumber, formerSeat: null })
  await ctx.hooks.run(seatChanged, tx, ctx, row)
  const change = { before: { seatNumber: before.seatNumber }, after: { seatNumber } }
  await writeAudit(tx, ctx, { action, targetId: before.id, ...change })
}

/** Turns a kept seat into the former seat of a person. Returns whether it was still theirs. */
export const loseSeat = async (tx: Db, id: string, seatNumber: number): Promise<boolean> =>
  (await rows.makeSeatFormer(tx, id, seatNumber)) !== undefined
