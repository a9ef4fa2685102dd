import type { Reply } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import type { endedAccountAsked } from '#people/accounts/server/accounts.hooks.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import type { feesApi } from '../fees.contract.ts'
import type { FeeAccount, OwedFees } from '../fees.shapes.contract.ts'
import { cardUnlessDeleted, toFees, toPayments, toRefund, toStudentCard } from './fees.answer.ts'
import { isComplete, uncharged } from './fees.automatic.service.ts'
import * as rows from './fees.db.ts'
import { monthMarks } from './fees.marks.service.ts'
import * as money from './fees.money.db.ts'
import * as people from './fees.people.db.ts'
import * as refunds from './fees.refunds.db.ts'
import { monthlyFeeOf, visiblePerson } from './fees.service.ts'

/** Returns a student as replies of other features show them. */
export const studentCard = toStudentCard

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

type Months = FeeAccount['uncharged']

const unchargedMonths = async (ctx: Ctx, id: string): Promise<Months> =>
  (await uncharged(ctx.db, ctx, id)).map(({ period, amount }) => ({ ...yearAndMonth(period), amount: toRupees(amount) }))

/** Returns what a student owes. */
export const owedBy = async (ctx: Ctx, id: string): Promise<OwedFees> => ({
  owed: toRupees(await people.owed(ctx.db, id)),
  uncharged: await unchargedMonths(ctx, id),
})

/** Tells the person of an ended account what they owe. */
export const tellEnded: ReactionTo<typeof endedAccountAsked> = async (db, ended) => {
  ended.owed = toRupees(await people.owed(db, ended.userId))
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
    uncharged: await unchargedMonths(ctx, id),
    months: (await monthMarks(ctx, [id]))[0] ?? [],
    isComplete: await isComplete(db, ctx, person),
    payments: await toPayments(db, await money.paymentsOfUser(db, id, limits.listMax)),
    refunds: (await refunds.refundsOfUser(db, id, limits.listMax)).map(toRefund),
  }
}
