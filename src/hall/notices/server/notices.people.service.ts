import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallDay, hallToday } from '#server/hallDay.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { after, DAY } from '#server/time.ts'
import { assertShiftExists } from '#system/shifts/server/shifts.service.ts'
import type { noticesApi } from '../notices.contract.ts'
import { noticeLimits } from '../notices.contract.ts'
import * as notices from './notices.db.ts'
import * as rows from './notices.readers.db.ts'

const lastDayOfExpiring = (ctx: Ctx): string => hallDay(ctx, new Date(after(ctx.now, noticeLimits.expiringDays * DAY)))

/** Lists the possible recipients of a notice. */
export const people = async (ctx: Ctx, { query }: Input<typeof noticesApi.people>): Promise<Reply<typeof noticesApi.people>> => {
  const { search, slot, expiring } = query
  await assertShiftExists(ctx.db, slot)
  const filter = { today: hallToday(ctx), search, slot, expiringUntil: expiring ? lastDayOfExpiring(ctx) : undefined }
  const { items, nextCursor } = await pageOf(byId, query, (limit, last) => rows.peoplePage(ctx.db, filter, limit, last))
  const labels = await seatLabels(ctx.db)
  const isWhole = !query.cursor && nextCursor === null
  return {
    items: items.map(({ id, ...person }) => {
      const label = labels.get(person.seatNumber ?? 0)
      return { _id: id, ...person, ...(label !== undefined && { seatLabel: label }) }
    }),
    nextCursor,
    total: isWhole ? items.length : await rows.countPeople(ctx.db, filter),
  }
}

/** Lists the people who have read a notice, or those who have not. */
export const readers = async (ctx: Ctx, { params, query }: Input<typeof noticesApi.readers>): Promise<Reply<typeof noticesApi.readers>> => {
  const { db } = ctx
  const notice = await notices.byId(db, params.id)
  if (!notice) throw new AppError(commonErrors.notFound)
  const audience = { id: notice.id, isForAll: notice.targetAllUsers === 1 }
  const today = hallToday(ctx)
  const readCount = (await rows.countReads(db, notice.id)).get(notice.id) ?? 0
  const fetch = async (limit: number, last: string | undefined) =>
    query.state === 'read'
      ? rows.readersPage(db, notice.id, readCount, limit, last)
      : (await rows.nonReadersPage(db, audience, today, limit, last)).map((person) => ({ ...person, readAt: null }))
  const { items, nextCursor } = await pageOf(byId, query, fetch)
  return {
    items: items.map(({ id, name, email, readAt }) => ({ _id: id, name, email, readAt })),
    nextCursor,
    readCount,
    unreadCount: await rows.countHaveNot(db, audience, today),
  }
}
