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

const summed = async (db: Ctx['db'], asked: rows.Filter): Promise<FeeSummary> => {
  const filter = { ...asked, found: asked.search ? await findPeople(db, asked.search) : undefined }
  const { open, settled } = await rows.sums(db, filter)
  const nothing = { records: 0, amount: 0, paid: 0 }
  const [unpaid, paid] = [filter.settled === true ? nothing : open, filter.settled === false ? nothing : settled]
  return {
    totalAmount: toRupees(unpaid.amount + paid.amount),
    paidAmount: toRupees(unpaid.paid + paid.paid),
    paidCount: paid.records,
    unpaidAmount: toRupees(unpaid.amount - unpaid.paid),
    unpaidCount: unpaid.records,
    students: await rows.studentsWithFees(db, filter),
    records: unpaid.records + paid.records,
  }
}

export const summary = ({ db }: Ctx, { query }: Input<typeof feesApi.summary>): Promise<FeeSummary> => summed(db, filterOf(query))

export const list = async (ctx: Ctx, { query }: Input<typeof feesApi.list>): Promise<Reply<typeof feesApi.list>> => {
  const filter = filterOf(query)
  const { items, nextCursor } = await pageOfFees(ctx.db, filter, query)
  const isWhole = !query.cursor && nextCursor === null
  const total = isWhole ? items.length : (await summed(ctx.db, filter)).records
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
