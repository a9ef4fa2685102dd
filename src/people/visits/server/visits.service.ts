import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { pictureLinks } from '#people/users/server/users.pictures.service.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday, nextHallDay, startOfHallDay } from '#server/hallDay.ts'
import { byInstant, type Place, pageOf } from '#server/http/paging.ts'
import type { Inside, StudentVisits, VisitKind, visitsApi } from '../visits.contract.ts'
import { visitPolicy } from '../visits.policy.ts'
import * as rows from './visits.db.ts'

type Page = { cursor?: string | undefined; limit: number }

/** Returns the start of the hall's current day: nobody is inside since yesterday. */
const startOfToday = (ctx: HallNow): string => startOfHallDay(ctx, hallToday(ctx))

/** The visits of a student are numbered from 1. */
const byNumber = {
  write: ({ number }: { number: number }) => String(number),
  read: (cursor: string): number | undefined => (/^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined),
}

/** Throws `notFound`, or the reason why visits of this person are not recorded. */
const assertRecorded = async (db: Db, me: Ctx['me'], id: string): Promise<void> => {
  const person = await rows.personOf(db, id)
  if (!person) throw new AppError(commonErrors.notFound)
  const kind = visitPolicy.whyNotRecord(me, person)
  if (kind) throw new AppError(kind)
}

const isInside = (last: { kind: VisitKind; at: string } | undefined, start: string): boolean => last?.kind === 'in' && last.at >= start

const visitsOf = async (ctx: Ctx, id: string, query: Page): Promise<StudentVisits> => {
  const last = await rows.lastOf(ctx.db, id)
  const { items, nextCursor } = await pageOf(byNumber, query, (limit, before) => rows.page(ctx.db, id, limit, before))
  return {
    insideSince: last && isInside(last, startOfToday(ctx)) ? last.at : null,
    items: items.map(({ id: _id, kind, at, by }) => ({ _id, kind, at, by })),
    nextCursor,
  }
}

export const ofStudent = async (ctx: Ctx, { params: { id }, query }: Input<typeof visitsApi.ofStudent>): Promise<StudentVisits> => {
  await assertRecorded(ctx.db, ctx.me, id)
  ctx.staleAt(nextHallDay(ctx))
  return visitsOf(ctx, id, query)
}

export const record = async (ctx: Ctx, { params: { id }, body: { kind } }: Input<typeof visitsApi.record>): Promise<StudentVisits> => {
  await ctx.transact(async (tx) => {
    // Serializes with a concurrent deletion, so that it leaves no visit behind.
    await lockPeople(tx, ctx)
    await assertRecorded(tx, ctx.me, id)
    const last = await rows.lastOf(tx, id)
    if (isInside(last, startOfToday(ctx)) === (kind === 'in')) return
    const number = (last?.number ?? 0) + 1
    await rows.insert(tx, { id: newId(), userId: id, number, kind, at: ctx.now.toISOString(), byId: ctx.me._id })
  })
  return visitsOf(ctx, id, { limit: limits.listDefault })
}

const toInside = async (ctx: Ctx, places: readonly Place[]): Promise<Inside[]> => {
  if (places.length === 0) return []
  const linkOf = await pictureLinks(ctx)
  const found = new Map(
    (
      await rows.people(
        ctx.db,
        places.map(({ id }) => id),
      )
    ).map((person) => [person.id, person]),
  )
  const labels = await seatLabels(ctx.db)
  return places.flatMap(({ id, at }) => {
    const person = found.get(id)
    if (!person) return []
    const { name, seatNumber, slot } = person
    const label = seatNumber === null ? undefined : labels.get(seatNumber)
    const seat = { seatNumber, ...(label !== undefined && { seatLabel: label }) }
    return [{ _id: id, name, ...seat, slot, profilePictureUrl: linkOf(person), since: at }]
  })
}

export const inside = async (ctx: Ctx, { query }: Input<typeof visitsApi.inside>): Promise<Reply<typeof visitsApi.inside>> => {
  const start = startOfToday(ctx)
  ctx.staleAt(nextHallDay(ctx))
  const { items, nextCursor } = await pageOf(byInstant, query, (limit, after) => rows.inside(ctx.db, start, limit, after))
  return { items: await toInside(ctx, items), nextCursor, total: await rows.countInside(ctx.db, start) }
}

/** Returns the number of students who are inside now, for the dashboard. */
export const countInside = (ctx: HallNow & Pick<Ctx, 'db'>): Promise<number> => rows.countInside(ctx.db, startOfToday(ctx))
