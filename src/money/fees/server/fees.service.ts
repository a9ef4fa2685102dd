import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { findPeople } from '#people/users/server/users.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Hall } from '#system/customization/customization.settings.contract.ts'
import type { feesApi } from '../fees.contract.ts'
import { feePolicy } from '../fees.policy.ts'
import type { FeeSummary } from '../fees.shapes.contract.ts'
import { toFees } from './fees.answer.ts'
import * as rows from './fees.db.ts'
import * as people from './fees.people.db.ts'

type Asked = Input<typeof feesApi.list>['query']

/** Returns the part of a list's query that filters rows in the database. */
export const filterOf = ({ search, status, student }: Pick<Asked, 'search' | 'status' | 'student'>): rows.Filter => ({
  search: search ? fold(search) : undefined,
  settled: status === 'paid' ? true : status === 'unpaid' ? false : undefined,
  userId: student && student !== 'all' ? student : undefined,
})

/** Sorts by month and, within a month, by id, newest first. */
const byMonth = {
  write: ({ period, id }: { period: number; id: string }) => `${period}_${id}`,
  read: (cursor: string) => {
    const [, period, id] = /^(\d{1,6})_(.+)$/.exec(cursor) ?? []
    return period === undefined || id === undefined ? undefined : { period: Number(period), id }
  },
}

/** Returns a page of rows for a person who views or exports them. */
export const pageOfFees = (db: Ctx['db'], filter: rows.Filter, query: { cursor?: string | undefined; limit: number }) =>
  pageOf(byMonth, query, (limit, after) => rows.page(db, filter, limit, after))

/** How many times more a fee costs that is read in the order of the list, with its person, than one that is collected and sorted. */
const READING = 10

/**
 * Drops the matches of a search if they have so many fees that it is quicker to read the list until the page is full: with an even
 * spread this reads `limit * all / total` fees.
 */
const forPage = async (db: Ctx['db'], filter: rows.Filter, total: number, limit: number): Promise<rows.Filter> => {
  if (!filter.found) return filter
  const { records: all } = await listed(db, { ...filter, search: undefined, found: undefined })
  return total * total > READING * limit * all ? { ...filter, found: undefined } : filter
}

/** Adds the people whom the search matches, if they are few. */
const withFound = async (db: Ctx['db'], filter: rows.Filter): Promise<rows.Filter> =>
  filter.search ? { ...filter, found: await findPeople(db, filter.search) } : filter

/** Returns the sums of the unpaid and of the paid fees that a filter lists. */
const listed = async (db: Ctx['db'], filter: rows.Filter) => {
  const { open, settled, students } = await rows.sums(db, filter)
  const nothing = { records: 0, amount: 0, paid: 0 }
  const [unpaid, paid] = [filter.settled === true ? nothing : open, filter.settled === false ? nothing : settled]
  return { unpaid, paid, records: unpaid.records + paid.records, students }
}

export const summary = async ({ db }: Ctx, { query }: Input<typeof feesApi.summary>): Promise<FeeSummary> => {
  const filter = await withFound(db, filterOf(query))
  const { unpaid, paid, records, students } = await listed(db, filter)
  return {
    totalAmount: toRupees(unpaid.amount + paid.amount),
    paidAmount: toRupees(unpaid.paid + paid.paid),
    paidCount: paid.records,
    unpaidAmount: toRupees(unpaid.amount - unpaid.paid),
    unpaidCount: unpaid.records,
    students: students ?? (await rows.studentsWithFees(db, filter)),
    records,
  }
}

export const list = async (ctx: Ctx, { query }: Input<typeof feesApi.list>): Promise<Reply<typeof feesApi.list>> => {
  const filter = await withFound(ctx.db, filterOf(query))
  const { records: total } = await listed(ctx.db, filter)
  const { items, nextCursor } = await pageOfFees(ctx.db, await forPage(ctx.db, filter, total, query.limit), query)
  return { items: await toFees(ctx, items), nextCursor, total }
}

/** Returns the person whose fees are requested; throws `notFound` if the caller may not see them. */
export const visiblePerson = async ({ db, me }: Ctx, id: string): Promise<people.PersonRow> => {
  const person = await people.person(db, id)
  const kind = person ? feePolicy.whyNotSee(me, person.id) : commonErrors.notFound
  if (!person || kind) throw new AppError(kind ?? commonErrors.notFound)
  return person
}

export const ofStudent = async (
  ctx: Ctx,
  { params: { id } }: Input<typeof feesApi.ofStudent>,
): Promise<Reply<typeof feesApi.ofStudent>> => {
  const person = await visiblePerson(ctx, id)
  const filter = { search: undefined, settled: undefined, userId: person.id }
  const found = await rows.page(ctx.db, filter, limits.listMax, undefined)
  return { items: await toFees(ctx, found), nextCursor: null, total: found.length }
}

/** Returns the monthly fee of a student, in paise: their own fee, else that of their slot, else `otherwise`, else the hall's. */
export const monthlyFeeOf = (person: Pick<people.PersonRow, 'monthlyFee' | 'slot'>, hall: Hall, otherwise?: number): number => {
  const ofSlot = person.slot === null ? null : hall.slotFees[person.slot]
  return person.monthlyFee ?? toPaise(ofSlot ?? otherwise ?? hall.monthlyFee)
}
