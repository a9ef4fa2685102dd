import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { dialable } from '#contract/phone.ts'
import { studentCard } from '#money/fees/server/fees.accounts.service.ts'
import { owedBefore, withDifference } from '#money/fees/server/fees.asOf.service.ts'
import { monthMarks } from '#money/fees/server/fees.marks.service.ts'
import { type SeatLabels, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { findPeople } from '#people/users/server/users.service.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { RemindersTable } from '#server/db/tables/money.dues.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDay, type HallNow, hallToday, nextHallDay } from '#server/hallDay.ts'
import { pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { readCustomization } from '#system/customization/server/customization.service.ts'
import { assertShiftExists } from '#system/shifts/server/shifts.service.ts'
import { type Due, type duesApi, duesErrors, type Reminder } from '../dues.contract.ts'
import { dueAges, dueDates, reminderRestDays } from '../dues.policy.ts'
import * as rows from './dues.db.ts'
import { digitsOf, onSeat } from './dues.search.db.ts'
import * as reminders from './reminders.db.ts'

type Asked = Pick<Input<typeof duesApi.list>['query'], 'search' | 'slot' | 'age' | 'notReminded' | 'deleted'>

/** Returns the part of the query that filters rows in the database. */
export const filterOf = (ctx: HallNow, { search, slot, age, notReminded, deleted }: Asked): rows.Filter => ({
  search: search ? fold(search) : undefined,
  slot,
  due: age && dueDates(age, hallToday(ctx)),
  notRemindedSince: notReminded === 'true' ? new Date(ctx.now.getTime() - reminderRestDays * 86_400_000).toISOString() : undefined,
  isDeleted: deleted === 'true',
})

/** Adds the people whom the search matches, if they are few, so that not every debtor is compared with it. */
const withFound = async (db: Ctx['db'], filter: rows.Filter): Promise<rows.Filter> => {
  const { search, isDeleted } = filter
  if (!search || isDeleted) return filter
  const found = await findPeople(db, search, digitsOf(search))
  return { ...filter, found: found && [...found, ...(await onSeat(db, search))] }
}

/** Sorts by the oldest due date and, within a day, by id. */
const longestFirst = {
  write: ({ since, id }: rows.Place) => `${since}_${id}`,
  read: (cursor: string) => {
    const [, since, id] = /^(\d{4}-\d\d-\d\d)_(.+)$/.exec(cursor) ?? []
    return since === undefined || id === undefined ? undefined : { since, id }
  },
}

const toReminder = ({ id, createdAt, createdByName, channel, owed }: RemindersTable): Reminder => ({
  _id: id,
  at: createdAt,
  by: createdByName,
  channel,
  owed: toRupees(owed),
})

/** What a table of dues has of each student; the months are on the page alone. */
export type DueLine = Omit<Due, 'months'>

type Found = { owedOfAge: number; last: RemindersTable | undefined; labels: SeatLabels }

const toDue = async (ctx: Ctx, row: rows.DueRow, { owedOfAge, last, labels }: Found): Promise<DueLine> => ({
  _id: row.id,
  student: row.deletedAt === null ? { ...(await studentCard(ctx, row, labels)), phone: row.phone } : null,
  owed: toRupees(row.owed),
  owedOfAge: toRupees(owedOfAge),
  since: row.since,
  lastReminder: last ? toReminder(last) : null,
})

/** Converts rows to their form in replies and tables. */
export const toDues = async (ctx: Ctx, found: readonly rows.DueRow[], due: rows.Filter['due']): Promise<DueLine[]> => {
  const ids = found.map(({ id }) => id)
  const ofAge = due ? await rows.owedOf(ctx.db, ids, due) : undefined
  const last = await reminders.lastOf(ctx.db, ids)
  const labels = await seatLabels(ctx.db)
  return Promise.all(found.map((row) => toDue(ctx, row, { owedOfAge: ofAge?.get(row.id) ?? row.owed, last: last.get(row.id), labels })))
}

const nobody = { search: undefined, slot: undefined, due: undefined, notRemindedSince: undefined }

const sumsOfDeleted = (db: Ctx['db']) => rows.sums(db, { ...nobody, isDeleted: true })

const ofDeleted = async ({ db }: Pick<Ctx, 'db'>) => {
  const { students, owed } = await sumsOfDeleted(db)
  return { students, owed: toRupees(owed) }
}

export const list = async (ctx: Ctx, { query }: Input<typeof duesApi.list>): Promise<Reply<typeof duesApi.list>> => {
  const { db } = ctx
  ctx.staleAt(nextHallDay(ctx))
  await assertShiftExists(db, query.slot)
  const filter = await withFound(db, filterOf(ctx, query))
  const page = await pageOf(longestFirst, query, (limit, after) => rows.page(db, filter, limit, after))
  const { students, owed } = await rows.sums(db, filter)
  const { hall, systemName } = await readCustomization(ctx)
  const dues = await toDues(ctx, page.items, filter.due)
  const months = await monthMarks(
    ctx,
    dues.map(({ _id }) => _id),
  )
  return {
    items: dues.map((due, at) => ({ ...due, months: months[at] ?? [] })),
    nextCursor: page.nextCursor,
    total: students,
    owed: toRupees(owed),
    deleted: await ofDeleted(ctx),
    reminder: { template: hall.reminder, hall: systemName, upiId: hall.upiId },
  }
}

/** Returns what is owed now without what was entered after that day. */
const agesAsOf = async ({ db, ...clock }: Ctx, day: string) => {
  const dates = dueAges.map((age) => dueDates(age, day))
  const [now, before] = await withDifference(
    async () => ({ groups: await rows.byAge(db, day), deleted: await sumsOfDeleted(db) }),
    () => owedBefore(db, dates, endOfHallDay(clock, day)),
  )
  const groups = now.groups.map(({ age, students, fees, owed }, at) => ({
    age,
    students: students + (before.groups[at]?.students ?? 0),
    fees: fees + (before.groups[at]?.fees ?? 0),
    owed: owed + (before.groups[at]?.owed ?? 0),
  }))
  const { students, owed } = now.deleted
  return { groups, deleted: { students: students + before.deleted.students, owed: toRupees(owed + before.deleted.owed) } }
}

export const ageing = async (ctx: Ctx, { query: { asOf } }: Input<typeof duesApi.ageing>): Promise<Reply<typeof duesApi.ageing>> => {
  ctx.staleAt(nextHallDay(ctx))
  const { groups, deleted } =
    asOf === undefined ? { groups: await rows.byAge(ctx.db, hallToday(ctx)), deleted: await ofDeleted(ctx) } : await agesAsOf(ctx, asOf)
  const here = toRupees(groups.reduce((sum, { owed }) => sum + owed, 0))
  return {
    groups: groups.map((group) => ({ ...group, owed: toRupees(group.owed) })),
    deleted,
    owed: Math.round((here + deleted.owed) * 100) / 100,
  }
}

export const remind = async (ctx: Ctx, { params, body }: Input<typeof duesApi.remind>): Promise<Reminder> =>
  toReminder(
    await ctx.transact(async (tx) => {
      const student = await rows.debtor(tx, params.id)
      if (!student) throw new AppError(commonErrors.notFound)
      if (student.deletedAt !== null) throw new AppError(duesErrors.deleted)
      const owed = (student.amount ?? 0) - (student.paidAmount ?? 0)
      if (owed <= 0) throw new AppError(duesErrors.nothingOwed)
      if (body.channel !== 'other' && dialable(student.phone) === undefined) throw new AppError(duesErrors.noPhone)
      const reminder: RemindersTable = {
        id: newId(),
        userId: student.id,
        channel: body.channel,
        owed,
        createdBy: ctx.me._id,
        createdByName: ctx.me.name,
        createdAt: ctx.now.toISOString(),
      }
      await reminders.insert(tx, reminder)
      const after = { student: student.name, channel: body.channel, amount: toRupees(owed) }
      await writeAudit(tx, ctx, { action: 'fees.remind', targetId: student.id, after })
      ctx.notify('fees', [])
      return reminder
    }),
  )

/** Deletes a reminder that was not sent; the audit keeps both entries. Throws `notFound` if it is already deleted. */
export const takeBack = (ctx: Ctx, { params }: Input<typeof duesApi.takeBack>): Promise<void> =>
  ctx.transact(async (tx) => {
    const removed = await reminders.remove(tx, params.id)
    if (!removed) throw new AppError(commonErrors.notFound)
    const student = await rows.debtor(tx, removed.userId)
    const before = { student: student?.name ?? '', channel: removed.channel, amount: toRupees(removed.owed) }
    await writeAudit(tx, ctx, { action: 'fees.takeBackReminder', targetId: removed.userId, before })
    ctx.notify('fees', [])
  })
