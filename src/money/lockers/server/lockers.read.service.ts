import { isStaff } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { visiblePerson } from '#money/fees/server/fees.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, nextHallDay } from '#server/hallDay.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { lockersApi } from '../lockers.contract.ts'
import type { Locker, LockerOfStudent } from '../lockers.shapes.contract.ts'
import * as rows from './lockers.db.ts'

export const toLocker = (row: rows.LockerRow, today: string): Locker => {
  const { studentId, holderName, holderEnds, roomId, roomName, fee } = row
  return {
    _id: row.id,
    number: row.number,
    keyNumber: row.keyNumber,
    fee: fee === null ? null : toRupees(fee),
    room: roomId === null || roomName === null ? null : { _id: roomId, name: roomName },
    holder: studentId === null ? null : { _id: studentId, name: holderName ?? '', isEnded: holderEnds !== null && holderEnds < today },
    since: row.assignedOn,
  }
}

/** Throws `notFound`. */
export const findLocker = async (db: Db, id: string): Promise<rows.LockerRow> => {
  const row = await rows.byId(db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

export const oneLocker = async (ctx: Ctx, id: string): Promise<Locker> => toLocker(await findLocker(ctx.db, id), hallToday(ctx))

/** By number and, within one number, by id. */
const byNumber = {
  write: ({ numberOrder, id }: rows.Place) => Buffer.from(JSON.stringify([numberOrder, id])).toString('base64url'),
  read: (cursor: string): rows.Place | undefined => {
    try {
      const [numberOrder, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      return typeof numberOrder === 'string' && typeof id === 'string' ? { numberOrder, id } : undefined
    } catch {
      return undefined
    }
  },
}

export const list = async (ctx: Ctx, { query }: Input<typeof lockersApi.list>): Promise<Reply<typeof lockersApi.list>> => {
  ctx.staleAt(nextHallDay(ctx))
  const today = hallToday(ctx)
  const filter = { search: fold(query.search ?? ''), status: query.status ?? ('all' as const), today }
  const { items, nextCursor } = await pageOf(byNumber, query, (limit, after) => rows.page(ctx.db, filter, limit, after))
  return { items: items.map((row) => toLocker(row, today)), nextCursor, total: await rows.count(ctx.db, filter) }
}

export const ofStudent = async (ctx: Ctx, { params: { id } }: Input<typeof lockersApi.ofStudent>): Promise<LockerOfStudent> => {
  const { id: studentId } = await visiblePerson(ctx, id)
  const row = await rows.ofStudent(ctx.db, studentId)
  const free = isStaff(ctx.me) ? await rows.countFree(ctx.db) : 0
  if (!row) return { locker: null, free }
  const { holder: _, ...locker } = toLocker(row, hallToday(ctx))
  return { locker, free }
}

export const uses = async (ctx: Ctx, { params: { id }, query }: Input<typeof lockersApi.uses>): Promise<Reply<typeof lockersApi.uses>> => {
  const locker = await findLocker(ctx.db, id)
  const { items, nextCursor } = await pageOf(byId, query, (limit, before) => rows.uses(ctx.db, locker, limit, before))
  const toUse = (row: (typeof items)[number]) => ({
    _id: row.id,
    number: row.number,
    student: row.studentDeletedAt === null ? { _id: row.studentId, name: row.studentName } : null,
    from: row.assignedAt,
    to: row.endedAt,
    assignedBy: row.giverName,
    endedBy: row.takerName,
    keyReturned: row.keyReturned === null ? null : row.keyReturned === 1,
    note: row.note,
  })
  return { items: items.map(toUse), nextCursor }
}
