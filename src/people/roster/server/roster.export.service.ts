import { dayIn } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import { monthOfDay } from '#contract/month.ts'
import { serverWordsEn } from '#contract/serverWords.en.ts'
import type { Slot } from '#contract/terms.ts'
import { labelColumns } from '#people/rooms/server/rooms.read.service.ts'
import { type Account, everybody } from '#people/users/server/users.export.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import { shiftNames } from '#system/shifts/server/shifts.service.ts'
import type { rosterApi } from '../roster.contract.ts'
import { type RosterField, rosterHeadings } from '../roster.register.contract.ts'
import * as rows from './roster.db.ts'
import { monthText } from './roster.values.ts'

/** A person with what they owe, in rupees, and the month up to which their fees are settled. */
type Line = Account & { paidUpTo: number | null; oldDues: number; balance: number }

type Money = { months: readonly { period: number; balance: number }[] } & Partial<
  NonNullable<ReturnType<Awaited<ReturnType<typeof rows.moneyOf>>['get']>>
>

/**
 * Fees of months before the joining date are old dues, and no earlier month counts as paid up to, because that is the form the
 * import can read.
 */
const lineOf = (person: Account, { months, balance = 0, otherBalance = 0, lastCharged = null, paidUpTo = null }: Money): Line => {
  const joined = person.dateJoined === null ? Number.POSITIVE_INFINITY : monthOfDay(person.dateJoined)
  const earlier = months.filter(({ period }) => period < joined).reduce((sum, month) => sum + month.balance, 0)
  const unpaid = months.map(({ period }) => period).filter((period) => period >= joined)
  const settled = unpaid.length === 0 ? (lastCharged ?? paidUpTo) : Math.min(...unpaid) - 1
  return {
    ...person,
    paidUpTo: settled !== null && settled >= joined ? settled : null,
    oldDues: toRupees(otherBalance + earlier),
    balance: toRupees(balance),
  }
}

const linesOf = async ({ db }: Ctx, people: readonly Account[]): Promise<Line[]> => {
  const ids = people.map(({ id }) => id)
  const money = await rows.moneyOf(db, ids)
  const months = Map.groupBy(await rows.openMonths(db, ids), ({ userId }) => userId)
  return people.map((person) => lineOf(person, { ...money.get(person.id), months: months.get(person.id) ?? [] }))
}

async function* linesOfAll(ctx: Ctx, query: Parameters<typeof everybody>[1]): AsyncGenerator<Line> {
  for await (const people of everybody(ctx, query)) yield* await linesOf(ctx, people)
}

const isStudent = ({ role }: Account): boolean => role === 'student'
const some = (rupees: number): number | null => (rupees === 0 ? null : rupees)

/** In the order of the template; the import matches them by heading. */
const columnsOf = (nameOf: (slot: Slot) => string): readonly { [K in RosterField]: Column<Line> & { field: K } }[RosterField][] => [
  { field: 'name', heading: rosterHeadings.name, kind: 'text', value: ({ name }) => name },
  { field: 'email', heading: rosterHeadings.email, kind: 'text', width: 30, value: ({ email }) => email },
  { field: 'phone', heading: rosterHeadings.phone, kind: 'text', width: 18, value: ({ phone }) => phone },
  { field: 'seatNumber', heading: rosterHeadings.seatNumber, kind: 'integer', width: 7, value: ({ seatNumber }) => seatNumber },
  { field: 'slot', heading: rosterHeadings.slot, kind: 'text', width: 11, value: ({ slot }) => slot && nameOf(slot) },
  { field: 'dateJoinedLibrary', heading: rosterHeadings.dateJoinedLibrary, kind: 'day', value: ({ dateJoined }) => dateJoined },
  { field: 'terminationDate', heading: rosterHeadings.terminationDate, kind: 'day', value: ({ terminationDate }) => terminationDate },
  { field: 'dob', heading: rosterHeadings.dob, kind: 'day', value: ({ dob }) => dob },
  {
    field: 'monthlyFee',
    heading: rosterHeadings.monthlyFee,
    kind: 'rupees',
    value: ({ monthlyFee }) => (monthlyFee === null ? null : toRupees(monthlyFee)),
  },
  {
    field: 'paidUpTo',
    heading: rosterHeadings.paidUpTo,
    kind: 'text',
    width: 12,
    value: ({ paidUpTo }) => (paidUpTo === null ? null : monthText(paidUpTo)),
  },
  { field: 'oldDues', heading: rosterHeadings.oldDues, kind: 'rupees', value: ({ oldDues }) => some(oldDues) },
]

const onlyOut: readonly Column<Line>[] = [
  { heading: serverWordsEn.people.balance, kind: 'rupees', value: (line) => (isStudent(line) ? line.balance : null) },
  { heading: rosterHeadings.role, kind: 'text', width: 12, value: ({ role }) => role },
]

/** Exports everybody who matches the filters of the list. */
export const download = async (ctx: Ctx, { query }: Input<typeof rosterApi.download>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const columns = columnsOf(await shiftNames(ctx.db))
  const more = [...(await labelColumns<Line>(ctx.db, ({ seatNumber }) => seatNumber)), ...onlyOut]
  const name = `Users ${dayIn(timeZone, ctx.now)}`
  return sheetAnswer({ name, format: query.format, timeZone, columns: [...columns, ...more], rows: linesOfAll(ctx, query) })
}

/** Returns the headings only, to be filled in. */
export const template = async (ctx: Ctx, { query }: Input<typeof rosterApi.template>): Promise<StreamAnswer> =>
  sheetAnswer({ name: 'Students', format: query.format, timeZone: ctx.config.timeZone, columns: columnsOf(String), rows: [] as Line[] })
