import { dayIn } from '#contract/day.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { sheetErrors } from '#contract/sheet.ts'
import { fold } from '#server/db/fold.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { readSheet } from '#server/sheets/readSheet.ts'
import { usualFee } from '#system/settings/customization.policy.ts'
import type { Hall } from '#system/settings/customization.settings.contract.ts'
import { hallSettings } from '#system/settings/server/customization.service.ts'
import {
  type ImportReply,
  type RosterField,
  type RosterProblem,
  type RosterStudent,
  rosterErrors,
  rosterHeadings,
} from '../roster.contract.ts'
import { madeAddress } from './roster.addresses.ts'
import { type Register, registerIn } from './roster.columns.ts'
import * as rows from './roster.db.ts'
import { type Draft, inOrder, judgeRow, type Problem, readRow } from './roster.rows.ts'

const ABOVE_HEADINGS = 10

const readRegister = async (file: ReceivedFile): Promise<Register> => {
  const register = registerIn(await readSheet(file, { field: 'file', rows: limits.studentsAtOnce + ABOVE_HEADINGS }))
  const refuse = (kind: (typeof rosterErrors)[keyof typeof rosterErrors]) => new AppError(kind, { field: 'file' })
  if (!register) throw refuse(rosterErrors.noHeadings)
  if (register.rows.length === 0) throw refuse(rosterErrors.noStudents)
  if (register.rows.length <= limits.studentsAtOnce) return register
  throw new AppError(sheetErrors.tooManyRows, { params: { students: limits.studentsAtOnce }, field: 'file' })
}

const halvesOf = (slot: Draft['slot']) => (slot === 'full-day' ? (['morning', 'afternoon'] as const) : slot === null ? [] : [slot])

/** Nobody sits on a seat whose membership is over. */
const isSeated = ({ terminationDate }: Draft, today: string): boolean => terminationDate === null || terminationDate >= today

const judgeSeats = async (ctx: Ctx, drafts: readonly Draft[], today: string, problem: Problem): Promise<void> => {
  const { seats } = await hallSettings(ctx.db)
  const holders = new Map((await rows.takenSeats(ctx.db, today)).map(({ seatNumber, half, name }) => [`${seatNumber} ${half}`, name]))
  const inFile = new Map<string, number>()
  for (const draft of drafts) {
    const { row, seatNumber, slot } = draft
    if (seatNumber === null) continue
    if (seatNumber < 1 || seatNumber > seats) problem(row, 'seatNumber', `Seat number must be from 1 to ${seats}`)
    if (!isSeated(draft, today)) continue
    for (const half of halvesOf(slot)) {
      const seat = `${seatNumber} ${half}`
      const [holder, other] = [holders.get(seat), inFile.get(seat)]
      const taken = holder !== undefined ? `taken by ${holder}` : other !== undefined ? `also given to row ${other}` : undefined
      if (taken === undefined) inFile.set(seat, row)
      else {
        problem(row, 'seatNumber', `Seat ${seatNumber} (${half}) is ${taken}`)
        break
      }
    }
  }
}

const judgeEmails = async (ctx: Ctx, drafts: readonly Draft[], problem: Problem): Promise<void> => {
  const given = drafts.filter(({ email }) => email !== '')
  const taken = await rows.takenEmails(ctx.db, [...new Set(given.map(({ email }) => fold(email)))])
  const inFile = new Map<string, number>()
  for (const { row, email } of given) {
    const folded = fold(email)
    const other = inFile.get(folded)
    if (taken.has(folded)) problem(row, 'email', `Someone already has the address ${email}`)
    else if (other !== undefined) problem(row, 'email', `Row ${other} has this address too`)
    else inFile.set(folded, row)
  }
}

const TEN_DIGITS = 10
const digits = (phone: string | null): string => (phone ?? '').replace(/\D/g, '').slice(-TEN_DIGITS)

/** The same name with the same phone number is the same person, whatever the address: a file that comes twice doubles nobody. */
const judgePeople = async (ctx: Ctx, drafts: readonly Draft[], problem: Problem): Promise<void> => {
  const keyOf = (nameFolded: string, phone: string | null) =>
    digits(phone).length < TEN_DIGITS ? undefined : `${nameFolded} ${digits(phone)}`
  const known = new Set(
    (await rows.namesakes(ctx.db, [...new Set(drafts.map(({ name }) => fold(name)))])).map(({ nameFolded, phone }) =>
      keyOf(nameFolded, phone),
    ),
  )
  const inFile = new Map<string, number>()
  for (const { row, name, phone } of drafts) {
    const key = keyOf(fold(name), phone)
    if (key === undefined) continue
    const other = inFile.get(key)
    if (known.has(key)) problem(row, 'name', `${name} is already here, with the same phone number`)
    else if (other !== undefined) problem(row, 'name', `Row ${other} has the same name and phone number`)
    else inFile.set(key, row)
  }
}

/** Gives an address to everybody without one. A person who has the address already is the same person, of a file that comes a second time. */
const addressed = async (ctx: Ctx, drafts: readonly Draft[], isAsked: boolean, problem: Problem): Promise<RosterStudent[]> => {
  const used = new Set(drafts.map(({ email }) => fold(email)))
  const students = drafts.map((draft): RosterStudent => {
    const isMade = isAsked && draft.email === '' && draft.name !== ''
    if (!isMade) return { ...draft, isMadeAddress: false }
    const email = madeAddress(draft.name, draft.seatNumber, (address) => used.has(address))
    used.add(email)
    return { ...draft, email, isMadeAddress: true }
  })
  const taken = await rows.takenEmails(
    ctx.db,
    students.filter(({ isMadeAddress }) => isMadeAddress).map(({ email }) => email),
  )
  for (const { row, name, email, isMadeAddress } of students)
    if (isMadeAddress && taken.has(email))
      problem(row, 'name', `${name} seems to be here already, as ${email}. If this is someone else, add an email address`)
  return students
}

const paysOtherwise = ({ monthlyFee, slot, paidUpTo }: RosterStudent, hall: Hall): boolean =>
  paidUpTo !== null || (monthlyFee !== null && monthlyFee !== usualFee(hall, slot))

export type Checked = Omit<ImportReply, 'slips'>

/** As many problems as one reply tells. */
const MOST_PROBLEMS = 500

/** Reads a register and reports everything that prevents its import; writes nothing. */
export const checkRegister = async (ctx: Ctx, file: ReceivedFile, makeAddresses: boolean): Promise<Checked> => {
  const { columns, ignored, rows: found } = await readRegister(file)
  const headings = new Map(columns.map(({ field, heading }) => [field, heading]))
  const problems: RosterProblem[] = []
  const told = new Set<string>()
  const problem = (row: number, field: RosterField | null, message: string) => {
    // One for each cell: what is not understood is missing too, which needs no second sentence.
    if (told.has(`${row} ${field}`)) return
    told.add(`${row} ${field}`)
    problems.push({ row, column: field && (headings.get(field) ?? rosterHeadings[field]), message })
  }
  const today = dayIn(ctx.config.timeZone, ctx.now)
  const hall = await hallSettings(ctx.db)
  const drafts = found.map((row) => readRow(row, columns, problem))
  for (const draft of drafts) judgeRow(draft, today, problem)
  await judgeSeats(ctx, drafts, today, problem)
  await judgeEmails(ctx, drafts, problem)
  await judgePeople(ctx, drafts, problem)
  const students = await addressed(ctx, drafts, makeAddresses, problem)
  for (const { row, email, name } of students) if (email === '' && name !== '') problem(row, 'email', 'The email address is missing')
  return {
    columns: columns.map(({ heading, field }) => ({ heading, field })),
    ignored,
    problems: inOrder(problems, columns).slice(0, MOST_PROBLEMS),
    problemCount: problems.length,
    withoutEmail: drafts.filter(({ email }) => email === '').length,
    students,
    concessions: students.filter((student) => paysOtherwise(student, hall)).length,
  }
}
