import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { type Half, halvesOf } from '#contract/terms.ts'
import type { Seated, seatChanged } from '#people/users/server/users.hooks.ts'
import { loseSeat } from '#people/users/server/users.seat.service.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { type SeatHolder, seatErrors, type seatsApi } from '../seats.contract.ts'
import * as rows from './seats.db.ts'
import { type AskedDues, seatDuesAsked } from './seats.hooks.ts'

type Now = Pick<Platform, 'config'> & Pick<OpenCtx, 'me' | 'now'>

const heldHalves = (slot: UsersTable['slot']): readonly Half[] => (slot === null ? [] : halvesOf(slot))

/** Takes a kept seat from the people with expired accounts, because another person gets it; their other half stays kept. */
const giveAway = async (tx: Db, ctx: Now, wanted: rows.Halves): Promise<void> => {
  for (const userId of await rows.keptFor(tx, { ...wanted, today: dayIn(ctx.config.timeZone, ctx.now) })) {
    await rows.free(tx, userId, wanted.seatNumber, wanted.halves)
    if (!(await loseSeat(tx, userId, wanted.seatNumber))) continue
    const change = { before: { seatNumber: wanted.seatNumber }, after: { seatNumber: null } }
    await writeAudit(tx, ctx, { action: 'users.giveSeatAway', targetId: userId, ...change })
  }
}

/** If one half of a former seat was given away, the other half stays kept while the account is expired. */
const settleFormer = async (tx: Db, ctx: Now, { id, slot, formerSeat, terminationDate }: Seated): Promise<void> => {
  const halves = heldHalves(slot)
  if (formerSeat === null || halves.length === 0 || !isExpired(ctx, terminationDate, ctx.now)) return rows.freeSeatsOf(tx, id)
  await rows.freeOthersOf(tx, id, formerSeat, halves)
}

/**
 * Assigns a person exactly the seat in their row. Runs in the transaction that wrote the row, and requires the lock `users`. Throws
 * `seatTaken` with the name of the holder. The primary key rejects a half that another person has. The seat of an expired account
 * stays kept: it is free, and is lost only when it is assigned to another person, so a clock that is wrong for an hour costs
 * nobody their seat.
 */
export const settleSeat: ReactionTo<typeof seatChanged> = async (tx, ctx, seated) => {
  const { id, slot, seatNumber } = seated
  if (seatNumber === null) return settleFormer(tx, ctx, seated)
  await rows.freeSeatsOf(tx, id)
  const halves = heldHalves(slot)
  await giveAway(tx, ctx, { seatNumber, halves, besides: id })
  const holder = await rows.holder(tx, { seatNumber, halves, besides: id })
  if (holder) throw new AppError(seatErrors.seatTaken, { params: { seat: seatNumber, ...holder }, field: 'seatNumber' })
  await rows.take(
    tx,
    halves.map((half) => ({ seatNumber, half, userId: id })),
  )
}

/**
 * Prepares a new account of an imported register: a person who has already left keeps the seat only if it is free; otherwise it
 * becomes their former seat.
 */
export const withoutTakenSeat = async (tx: Db, ctx: Now, user: UsersTable): Promise<UsersTable> => {
  const { id, slot, seatNumber } = user
  if (seatNumber === null || !isExpired(ctx, user.terminationDate, ctx.now)) return user
  const holder = await rows.holder(tx, { seatNumber, halves: heldHalves(slot), besides: id })
  return holder ? { ...user, seatNumber: null, formerSeat: seatNumber } : user
}

export const list = async ({ db, config, now, hooks }: Ctx): Promise<Reply<typeof seatsApi.list>> => {
  const holders = new Map<string, SeatHolder>()
  const held = await rows.held(db)
  const dues: AskedDues = { userIds: [...new Set(held.map(({ userId }) => userId))] }
  await hooks.run(seatDuesAsked, db, dues)
  for (const { seatNumber, half, slot, ...person } of held) {
    const over = isExpired({ config }, person.terminationDate, now)
    const owed = toRupees(dues.owed?.get(person.userId) ?? 0)
    holders.set(`${seatNumber} ${half}`, { ...person, slot: slot ?? half, isExpired: over, owed })
  }
  const { seats: length } = await hallSettings(db)
  const items = Array.from({ length }, (_, before) => {
    const seatNumber = before + 1
    return { seatNumber, morning: holders.get(`${seatNumber} morning`) ?? null, afternoon: holders.get(`${seatNumber} afternoon`) ?? null }
  })
  return { items, nextCursor: null, total: items.length }
}
