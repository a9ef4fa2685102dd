import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { findPeople } from '#people/users/server/users.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { Hall } from '#system/settings/customization.settings.contract.ts'
import { hallSettings } from '#system/settings/server/customization.service.ts'
import type { FeeAccount, FeeSummary, feesApi } from '../fees.contract.ts'
import { feePolicy } from '../fees.policy.ts'
import { cardUnlessDeleted, toFees, toPayments, toRefund, toStudentCard } from './fees.answer.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import * as people from './fees.people.db.ts'

type Asked = Input<typeof feesApi.list>['query']

/** What of a list's query the database narrows by. */
export const filterOf = ({ search, status, student }: Pick<Asked, 'search' | 'status' | 'student'>): rows.Filter => ({
  search: search ? fold(search) : undefined,
  settled: status === 'paid' ? true : status === 'unpaid' ? false : undefined,
  userId: student && student !== 'all' ? student : undefined,
})

/** By month and, within one month, by id, newest first. */
const byMonth = {
  write: ({ period, id }: { period: number; id: string }) => `${period}_${id}`,
  read: (cursor: string) => {
    const [, period, id] = /^(\d{1,6})_(.+)$/.exec(cursor) ?? []
    return period === undefined || id === undefined ? undefined : { period: Number(period), id }
  },
}

/** One page of rows for a person who shows or exports them. */
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

const visiblePerson = async ({ db, me }: Ctx, id: string): Promise<people.PersonRow> => {
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

/** What a month costs a student, in paise: their own fee, else that of their slot, else `otherwise`, else the hall's. */
export const monthlyFeeOf = (person: Pick<people.PersonRow, 'monthlyFee' | 'slot'>, hall: Hall, otherwise?: number): number => {
  const ofSlot = person.slot === null ? null : hall.slotFees[person.slot]
  return person.monthlyFee ?? toPaise(ofSlot ?? otherwise ?? hall.monthlyFee)
}

export const accounts = async (ctx: Ctx, { query }: Input<typeof feesApi.accounts>): Promise<Reply<typeof feesApi.accounts>> => {
  const { db } = ctx
  const search = query.search ? fold(query.search) : undefined
  const page = await pageOf(byId, query, (limit, after) => people.accounts(db, search, limit, after))
  const credits = await money.creditsOf(
    db,
    page.items.map(({ id }) => id),
  )
  const hall = await hallSettings(db)
  const items = page.items.map(async (row) => ({
    student: await toStudentCard(ctx, row),
    dateJoinedLibrary: row.dateJoined,
    monthlyFee: toRupees(monthlyFeeOf(row, hall)),
    owed: toRupees((row.charged ?? 0) - (row.paid ?? 0)),
    credit: toRupees(credits.get(row.id) ?? 0),
  }))
  return { items: await Promise.all(items), nextCursor: page.nextCursor, total: await people.countAccounts(db, search) }
}

export const account = async (ctx: Ctx, { params: { id } }: Input<typeof feesApi.account>): Promise<FeeAccount> => {
  const { db } = ctx
  const person = await visiblePerson(ctx, id)
  const open = await rows.open(db, id, limits.listMax)
  const dueDays = open.map(({ dueOn }) => dueOn)
  return {
    student: await cardUnlessDeleted(ctx, person),
    monthlyFee: toRupees(monthlyFeeOf(person, await hallSettings(db))),
    owed: toRupees(open.reduce((sum, { amount, paidAmount }) => sum + amount - paidAmount, 0)),
    owedSince: dueDays.toSorted()[0] ?? null,
    credit: toRupees((await money.creditsOf(db, [id])).get(id) ?? 0),
    deposits: toRupees(await rows.depositsOf(db, id)),
    open: await toFees(ctx, open),
    payments: await toPayments(db, await money.paymentsOfUser(db, id, limits.listMax)),
    refunds: (await money.refundsOfUser(db, id, limits.listMax)).map(toRefund),
  }
}

/** The institution's day of this call. */
export const todayOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>): string => dayIn(config.timeZone, now)
