import { type ErrorKind, withParams } from '#contract/errors.ts'
import { foldPhone } from '#contract/phone.ts'
import { toWhyNot } from '#contract/whyNot.ts'
import type { NamedSeat } from '#people/rooms/rooms.shapes.contract.ts'
import { loadSeatNumbersByLabel, namedSeat, outOfOrderToday, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { dayPlan } from '#people/seats/server/seats.day.service.ts'
import { soldPieces } from '#people/seats/server/seats.days.service.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { hallToday } from '#server/hallDay.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import type { RosterStudent, rosterApi } from '../roster.contract.ts'
import { rosterRowErrors } from '../roster.problems.contract.ts'
import {
  type RosterDuplicate,
  type RosterField,
  type RosterProblem,
  type RosterProblemKind,
  rosterHeadings,
} from '../roster.register.contract.ts'
import * as rows from './roster.db.ts'
import { findDuplicates } from './roster.duplicates.ts'
import { type CellReader, cellReader, type Part, readPart } from './roster.register.ts'
import { type Draft, inOrder, judgeRow, type Problem, readRow } from './roster.rows.ts'

/** A person whose membership is over has no seat and cannot sign in. */
const isMember = ({ terminationDate }: Draft, today: string): boolean => terminationDate === null || terminationDate >= today

type Use = { holder: string | undefined; sold: Parameters<typeof seatErrors.soldForDay.text>[0] | undefined; row: number | undefined }

const whyTaken = (place: NamedSeat & { half: string }, { holder, sold, row }: Use): ErrorKind | undefined => {
  if (holder !== undefined) return withParams(userErrors.seatTaken, { ...place, name: holder })
  if (sold !== undefined) return withParams(seatErrors.soldForDay, sold)
  return row === undefined ? undefined : withParams(rosterRowErrors.seatTwice, { ...place, row })
}

const judgeSeats = async (ctx: Ctx, drafts: readonly Draft[], today: string, problem: Problem): Promise<void> => {
  const { seats } = await hallSettings(ctx.db)
  const day = await dayPlan(ctx.db)
  const holders = new Map((await rows.takenSeats(ctx.db, today)).map(({ seatNumber, piece, name }) => [`${seatNumber} ${piece}`, name]))
  const sold = await soldPieces(ctx.db, ctx, day)
  const inFile = new Map<string, number>()
  const outages = await outOfOrderToday(ctx.db, ctx)
  const labels = await seatLabels(ctx.db)
  for (const draft of drafts) {
    const { row, seatNumber, slot } = draft
    if (seatNumber === null) continue
    if (seatNumber < 1 || seatNumber > seats) problem(row, 'seatNumber', withParams(userErrors.seatMissing, { seats }))
    if (!isMember(draft, today)) continue
    const out = outages.get(seatNumber)
    if (out) {
      const params = { seat: labels.get(seatNumber) ?? String(seatNumber), until: out.to ?? '', reason: out.reason }
      problem(row, 'seatNumber', withParams(seatErrors.outOfOrder, params), 'seatTaken')
    }
    const named = await namedSeat(ctx.db, seatNumber, labels)
    for (const piece of day.piecesOf(slot)) {
      const seat = `${seatNumber} ${piece}`
      const use = { holder: holders.get(seat), sold: sold.get(seat), row: inFile.get(seat) }
      const taken = whyTaken({ ...named, half: day.nameAt(piece) }, use)
      if (taken === undefined) inFile.set(seat, row)
      else {
        problem(row, 'seatNumber', taken, 'seatTaken')
        break
      }
    }
  }
}

/** Returns the number of students without an email whose phone number another person has, with an account or among these students. */
const countShared = async (ctx: Ctx, students: readonly RosterStudent[], today: string): Promise<number> => {
  const working = students.filter((student) => isMember(student, today))
  const rowsOf = Map.groupBy(working, ({ phone }) => foldPhone(phone) ?? '')
  const numbers = [...rowsOf.keys()].filter((number) => number !== '')
  const taken = await rows.takenPhones(ctx.db, numbers, today)
  const shared = numbers.filter((number) => taken.has(number) || (rowsOf.get(number) ?? []).length > 1)
  return shared.flatMap((number) => rowsOf.get(number) ?? []).filter(({ email }) => email === null).length
}

/** The options for reading the file. */
export type HowToRead = NonNullable<Input<typeof rosterApi.leftOut>['body']>

/** A checked part of a file, with the context to name its problems. */
export type CheckedPart = {
  part: Part
  cell: CellReader
  problems: RosterProblem[]
  duplicates: RosterDuplicate[]
  /** The students who can be imported. */
  students: RosterStudent[]
  /** Number of these students whom nobody can sign in as, because another person has the same phone number. */
  sharedPhones: number
}

const usualKinds: Record<RosterField, RosterProblemKind> = {
  ...{ name: 'name', email: 'email', phone: 'phone', seatNumber: 'seat', slot: 'slot', dateJoinedLibrary: 'date', terminationDate: 'date' },
  ...{ dob: 'date', monthlyFee: 'amount', paidUpTo: 'month', oldDues: 'amount', role: 'role' },
}

/** Collects at most one problem per cell: an unreadable value would also count as missing. */
const problemsOf = ({ columns, rows: found }: Part, cell: CellReader) => {
  const headings = new Map(columns.map(({ field, heading }) => [field, heading]))
  const sheetRows = new Map(found.map((row) => [row.row, row]))
  const problems = new Map<string, RosterProblem>()
  const problem: Problem = (row, field, why, kind = usualKinds[field]) => {
    const [key, sheetRow] = [`${row} ${field}`, sheetRows.get(row)]
    if (problems.has(key) || !sheetRow) return
    const column = headings.get(field) || rosterHeadings[field]
    problems.set(key, { row, column, ...toWhyNot(why), kind, field, value: cell(sheetRow, field), name: cell(sheetRow, 'name') })
  }
  return { problem, all: () => inOrder([...problems.values()], columns) }
}

/** Checks one part of a register without writing. Rows of people who have an account are skipped and have no problems. */
export const checkPart = async (ctx: Ctx, file: ReceivedFile, how: HowToRead): Promise<CheckedPart> => {
  const part = await readPart(file, how.columns, how.from)
  const cell = cellReader(part.columns, how.fixes ?? [])
  if (part.columns.every(({ field }) => field !== 'name'))
    return { part, cell, problems: [], duplicates: [], students: [], sharedPhones: 0 }
  const today = hallToday(ctx)
  const { problem, all } = problemsOf(part, cell)
  const shifts = (await hallShifts(ctx.db)).filter(({ isArchived }) => !isArchived)
  const seatOf = await loadSeatNumbersByLabel(ctx.db)
  const drafts = part.rows.map((row) => readRow(row.row, (field) => cell(row, field), problem, { shifts, seatOf }))
  const findAll = () => findDuplicates(ctx.db, drafts, new Set(how.anyway))
  const duplicates = await findAll()
  const skipped = new Set(duplicates.filter(({ isSkipped }) => isSkipped).map(({ row }) => row))
  const kept = drafts.filter(({ row }) => !skipped.has(row))
  for (const draft of kept) judgeRow(draft, today, problem, shifts)
  await judgeSeats(ctx, kept, today, problem)
  const problems = all().filter(({ row }) => !skipped.has(row))
  // Who was imported meanwhile has the seat that the row asks for, which is no problem.
  if (problems.length > 0 && (await findAll()).some(({ row, isSkipped }) => isSkipped && !skipped.has(row)))
    return checkPart(ctx, file, how)
  const faulty = new Set(problems.map(({ row }) => row))
  const students = kept.filter(({ row }) => !faulty.has(row))
  return { part, cell, problems, duplicates, students, sharedPhones: await countShared(ctx, students, today) }
}
