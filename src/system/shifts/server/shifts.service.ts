import { partOf, timesOf } from '#contract/dayParts.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaiseOrNull, toRupees } from '#contract/money.ts'
import type { Slot } from '#contract/terms.ts'
import { fold } from '#server/db/fold.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { assertSameCaller } from '#server/sessions/sameRole.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { isFirstShift, shiftErrors, type shiftsApi } from '../shifts.contract.ts'
import { shiftLimits } from '../shifts.limits.ts'
import { type Shift, type ShiftColour, shiftColours, shiftNamer } from '../shifts.shapes.contract.ts'
import * as rows from './shifts.db.ts'
import { shiftTimesChanged } from './shifts.hooks.ts'
import { newKey } from './shifts.key.ts'

const EVERY_DAY = 127

const toShift = ({ key, name, starts, ends, fee, colour, archivedAt }: rows.ShiftRow): Shift => ({
  key,
  name,
  ...timesOf({ starts, ends }),
  monthlyFee: fee === null ? null : toRupees(fee),
  colour: colour as ShiftColour,
  isArchived: archivedAt !== null,
})

/** Returns all shifts by their times; those of the whole day are last. Under the lock `users` they cannot change. */
export const hallShifts = async (db: Db): Promise<Shift[]> => (await rows.all(db)).map(toShift)

/** Returns a function from the key of a shift to its name. */
export const shiftNames = async (db: Db): Promise<(slot: Slot) => string> => shiftNamer(await hallShifts(db))

/** Returns the archived shifts that people still have, for filters. */
export const held = async ({ db }: Ctx): Promise<Reply<typeof shiftsApi.held>> => {
  const counted = new Set((await rows.students(db)).map(({ slot }) => slot))
  return { archived: (await hallShifts(db)).filter(({ key, isArchived }) => isArchived && counted.has(key)).map(({ key }) => key) }
}

/** Throws `missing` if the hall has no such shift. Filters accept archived ones. */
export const assertShiftExists = async (db: Db, slot: Slot | null | undefined): Promise<void> => {
  if (slot == null) return
  if (!(await hallShifts(db)).some(({ key }) => key === slot)) throw new AppError(shiftErrors.missing, { field: 'slot' })
}

/** Throws `missing` or `archived` unless the shift can be given to a person. Call it under the lock `users`. */
export const assertShiftOffered = async (tx: Db, slot: Slot | null): Promise<void> => {
  if (slot === null) return
  const found = (await hallShifts(tx)).find(({ key }) => key === slot)
  if (!found) throw new AppError(shiftErrors.missing, { field: 'slot' })
  if (found.isArchived) throw new AppError(shiftErrors.archived, { field: 'slot' })
}

export const list = async ({ db }: Ctx): Promise<Reply<typeof shiftsApi.list>> => {
  const counts = new Map((await rows.students(db)).map(({ slot, count }) => [slot, count]))
  return { shifts: (await hallShifts(db)).map((shift) => ({ ...shift, students: counts.get(shift.key) ?? 0 })) }
}

const assertNameFree = (all: readonly rows.ShiftRow[], { key, name }: Pick<rows.ShiftRow, 'key' | 'name'>): void => {
  if (all.some((one) => one.key !== key && one.archivedAt === null && fold(one.name) === fold(name)))
    throw new AppError(shiftErrors.nameTaken, { field: 'name' })
}

const assertRoom = (all: readonly rows.ShiftRow[]): void => {
  if (all.filter(({ archivedAt }) => archivedAt === null).length >= shiftLimits.active) throw new AppError(shiftErrors.tooMany)
}

/** Assigning a seat takes this lock too: it sees the old or the new times, and a change of the times sees every assigned seat. */
const locked = <T>(ctx: Ctx, work: (tx: Db, all: readonly rows.ShiftRow[]) => Promise<T>): Promise<T> =>
  ctx.transact(async (tx) => {
    await lock(tx, 'users')
    await assertSameCaller(tx, ctx)
    return work(tx, await rows.all(tx))
  })

/** What the audit keeps of a shift. */
const recordOf = (row: rows.ShiftRow): Record<string, unknown> => {
  const { key: _, ...shift } = toShift(row)
  return shift
}

export const create = (ctx: Ctx, { body }: Input<typeof shiftsApi.create>): Promise<Reply<typeof shiftsApi.create>> =>
  locked(ctx, async (tx, all) => {
    const { name, from, to, monthlyFee, colour = shiftColours[all.length % shiftColours.length] ?? 'info' } = body
    assertRoom(all)
    if (all.length >= shiftLimits.all) throw new AppError(shiftErrors.tooMany)
    const key = newKey(name, new Set(all.map((one) => one.key)))
    const row = { key, name, ...partOf({ from, to }), days: EVERY_DAY, fee: toPaiseOrNull(monthlyFee), colour, archivedAt: null }
    assertNameFree(all, row)
    await rows.insert(tx, row)
    await ctx.hooks.run(shiftTimesChanged, tx, ctx, undefined)
    await writeAudit(tx, ctx, { action: 'shifts.create', targetId: key, after: recordOf(row) })
    return { shifts: await hallShifts(tx) }
  })

type Changed = Input<typeof shiftsApi.update>['body']

const changedRow = (before: rows.ShiftRow, { name, from, to, monthlyFee, colour, isArchived }: Changed, now: Date): rows.ShiftRow => {
  const times = timesOf(before)
  return {
    ...before,
    name: name ?? before.name,
    ...partOf({ from: from ?? times.from, to: to ?? times.to }),
    fee: monthlyFee === undefined ? before.fee : toPaiseOrNull(monthlyFee),
    colour: colour ?? before.colour,
    archivedAt: isArchived === undefined ? before.archivedAt : isArchived ? (before.archivedAt ?? now.toISOString()) : null,
  }
}

/** Saves a change of a shift with its audit entry, which has only the changed fields. Returns false if nothing changed. */
const save = async (tx: Db, ctx: Pick<OpenCtx, 'me' | 'now'>, before: rows.ShiftRow, after: rows.ShiftRow): Promise<boolean> => {
  const [was, is] = [recordOf(before), recordOf(after)]
  const changed = Object.keys(is).filter((field) => is[field] !== was[field])
  if (changed.length === 0) return false
  const told = (record: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  await rows.update(tx, after)
  await writeAudit(tx, ctx, { action: 'shifts.update', targetId: after.key, before: told(was), after: told(is) })
  return true
}

const assertOneRemains = (all: readonly rows.ShiftRow[], { key }: rows.ShiftRow): void => {
  if (!all.some((one) => one.key !== key && one.archivedAt === null)) throw new AppError(shiftErrors.last)
}

export const update = (ctx: Ctx, { params, body }: Input<typeof shiftsApi.update>): Promise<Reply<typeof shiftsApi.update>> =>
  locked(ctx, async (tx, all) => {
    const before = all.find(({ key }) => key === params.key)
    if (!before) throw new AppError(commonErrors.notFound)
    const after = changedRow(before, body, ctx.now)
    if (after.archivedAt === null) assertNameFree(all, after)
    if (before.archivedAt !== null && after.archivedAt === null) assertRoom(all)
    if (before.archivedAt === null && after.archivedAt !== null) assertOneRemains(all, before)
    const isChanged = await save(tx, ctx, before, after)
    const isMoved = after.starts !== before.starts || after.ends !== before.ends
    if (isChanged && isMoved) await ctx.hooks.run(shiftTimesChanged, tx, ctx, after.key)
    return { shifts: await hallShifts(tx) }
  })

export const remove = (ctx: Ctx, { params: { key } }: Input<typeof shiftsApi.remove>): Promise<void> =>
  locked(ctx, async (tx, all) => {
    const row = all.find((one) => one.key === key)
    if (!row) throw new AppError(commonErrors.notFound)
    if (isFirstShift(key)) throw new AppError(shiftErrors.first)
    if (await rows.wasUsed(tx, key)) throw new AppError(shiftErrors.inUse)
    assertOneRemains(all, row)
    await rows.remove(tx, key)
    await ctx.hooks.run(shiftTimesChanged, tx, ctx, undefined)
    await writeAudit(tx, ctx, { action: 'shifts.remove', targetId: key, before: recordOf(row) })
  })

/** For the settings of the hall: sets the fees of shifts, in rupees. Requires the lock `users`. Throws `missing` for an unknown key. */
export const setShiftFees = async (
  tx: Db,
  ctx: Pick<OpenCtx, 'me' | 'now'>,
  fees: Readonly<Record<Slot, number | null>>,
): Promise<void> => {
  const all = new Map((await rows.all(tx)).map((row) => [row.key, row]))
  for (const [key, fee] of Object.entries(fees)) {
    const row = all.get(key)
    if (!row) throw new AppError(shiftErrors.missing, { field: 'slotFees' })
    await save(tx, ctx, row, { ...row, fee: toPaiseOrNull(fee) })
  }
}
