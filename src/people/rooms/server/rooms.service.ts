import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { nextHallDay } from '#server/hallDay.ts'
import { assertSameCaller } from '#server/sessions/sameRole.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { roomErrors, type roomsApi } from '../rooms.contract.ts'
import { roomLimits } from '../rooms.limits.ts'
import type { Rooms } from '../rooms.shapes.contract.ts'
import * as rows from './rooms.db.ts'
import { readRooms } from './rooms.read.service.ts'

export const list = (ctx: Ctx): Promise<Rooms> => {
  ctx.staleAt(nextHallDay(ctx))
  return readRooms(ctx)
}

/**
 * Runs a change of rooms or seats and returns all of them. Assigning a seat and changing the number of seats take this lock too, so
 * each sees the other as a whole. The caller is checked again, as by `lockPeople`, which is above this feature.
 */
export const changeRooms = (ctx: Ctx, change: (tx: Db) => Promise<void>): Promise<Rooms> =>
  ctx.transact(async (tx) => {
    await lock(tx, 'users')
    await assertSameCaller(tx, ctx)
    await change(tx)
    return readRooms({ ...ctx, db: tx })
  })

const nameTaken = () => new AppError(roomErrors.nameTaken, { field: 'name' })

const saved = async (save: Promise<unknown>): Promise<void> => {
  try {
    await save
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error
  }
}

export const create = (ctx: Ctx, { body: { name, floor = '' } }: Input<typeof roomsApi.create>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const all = await rows.rooms(tx)
    if (all.length >= roomLimits.rooms) throw new AppError(roomErrors.tooMany)
    const id = newId()
    const position = (all.at(-1)?.position ?? 0) + 1
    await saved(rows.insertRoom(tx, { id, name, floor, position, createdAt: ctx.now.toISOString() }))
    await writeAudit(tx, ctx, { action: 'rooms.create', targetId: id, after: { name, floor } })
  })

const find = async (tx: Db, id: string): Promise<rows.RoomRow> => {
  const found = (await rows.rooms(tx)).find((room) => room.id === id)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}

export const update = (ctx: Ctx, { params: { id }, body }: Input<typeof roomsApi.update>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const before = await find(tx, id)
    const after = { ...before, name: body.name ?? before.name, floor: body.floor ?? before.floor }
    if (after.name === before.name && after.floor === before.floor) return
    await saved(rows.updateRoom(tx, after))
    const toAuditEntry = ({ name, floor }: rows.RoomRow) => ({ name, floor })
    await writeAudit(tx, ctx, { action: 'rooms.update', targetId: id, before: toAuditEntry(before), after: toAuditEntry(after) })
  })

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof roomsApi.remove>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const { name, floor } = await find(tx, id)
    const seats = (await rows.details(tx)).filter(({ roomId }) => roomId === id).map(({ seatNumber }) => seatNumber)
    await rows.removeRoom(tx, id)
    await writeAudit(tx, ctx, { action: 'rooms.remove', targetId: id, before: { name, floor, seats } })
  })

export const reorder = (ctx: Ctx, { body: { ids } }: Input<typeof roomsApi.reorder>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const all = await rows.rooms(tx)
    const before = all.map(({ id }) => id)
    if (new Set(ids).size !== ids.length || ids.toSorted().join() !== before.toSorted().join()) throw new AppError(roomErrors.orderChanged)
    if (ids.join() === before.join()) return
    for (const room of all) await rows.updateRoom(tx, { ...room, position: ids.indexOf(room.id) + 1 })
    const names = (order: readonly string[]) => order.map((id) => all.find((room) => room.id === id)?.name ?? '')
    await writeAudit(tx, ctx, { action: 'rooms.reorder', before: { rooms: names(before) }, after: { rooms: names(ids) } })
  })
