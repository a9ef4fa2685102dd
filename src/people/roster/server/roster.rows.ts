import { commonErrors, type ErrorKind, withParams } from '#contract/errors.ts'
import { plainPhone } from '#contract/phone.ts'
import { NewUser } from '#people/users/users.contract.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { RosterStudent } from '../roster.contract.ts'
import { rosterRowErrors } from '../roster.problems.contract.ts'
import type { RosterField, RosterProblem, RosterProblemKind } from '../roster.register.contract.ts'
import type { Column } from './roster.columns.ts'
import { isImpossibleDay, readDay, readMonth, readRupees, readSeat, readSlot, slotChoice } from './roster.values.ts'

type Values = Omit<RosterStudent, 'row'>
/** The kind defaults to that of the field. */
export type Problem = (row: number, field: RosterField, why: ErrorKind, kind?: RosterProblemKind) => void

/** The values read from a row; unreadable values are null and reported. */
export type Draft = Values & { row: number }

const SHOWN = 40
const shortened = (cell: string): string => (cell.length > SHOWN ? `${cell.slice(0, SHOWN).toWellFormed()}…` : cell)

type Readable = 'seatNumber' | 'slot' | 'dateJoinedLibrary' | 'terminationDate' | 'dob' | 'monthlyFee' | 'paidUpTo' | 'oldDues'

const notDate = (value: string) => withParams(rosterRowErrors.notDate, { value, example: '05/11/2026' })
const notAmount = (value: string) => withParams(rosterRowErrors.notAmount, { value })

const notUnderstood: Record<Exclude<Readable, 'slot'>, (value: string) => ErrorKind> = {
  seatNumber: (value) => withParams(rosterRowErrors.notSeat, { value }),
  dateJoinedLibrary: notDate,
  terminationDate: notDate,
  dob: (value) => withParams(rosterRowErrors.notDate, { value, example: '05/11/2008' }),
  monthlyFee: notAmount,
  paidUpTo: (value) => withParams(rosterRowErrors.notMonth, { value }),
  oldDues: notAmount,
}

const days: ReadonlySet<RosterField> = new Set(['dateJoinedLibrary', 'terminationDate', 'dob', 'paidUpTo'])

const faultOf = (field: Readable, text: string, shifts: readonly Shift[]): ErrorKind => {
  const value = shortened(text)
  if (field === 'slot') return withParams(rosterRowErrors.notSlot, { value, slots: slotChoice(shifts) })
  return days.has(field) && isImpossibleDay(text) ? withParams(rosterRowErrors.notInCalendar, { value }) : notUnderstood[field](value)
}

type CellOf = (field: RosterField) => string

/** What the hall offers: its shifts, and the numbers of seats by their labels. */
export type Offered = { shifts: readonly Shift[]; seatOf: (label: string) => number | undefined }

/** Reads one row and reports each cell that does not fit its column. */
export const readRow = (row: number, cell: CellOf, problem: Problem, { shifts, seatOf }: Offered): Draft => {
  const read = <T>(field: Readable, reader: (cell: string) => T | undefined): T | null => {
    const text = cell(field)
    if (text === '') return null
    const value = reader(text)
    if (value === undefined) problem(row, field, faultOf(field, text, shifts))
    return value ?? null
  }
  if (!/^(?:student|छात्र|विद्यार्थी)?$/i.test(cell('role')))
    problem(row, 'role', withParams(rosterRowErrors.notStudent, { value: shortened(cell('role')) }))
  return {
    row,
    name: cell('name'),
    email: cell('email') || null,
    phone: plainPhone(cell('phone')) || null,
    seatNumber: read('seatNumber', (text) => seatOf(text) ?? readSeat(text)),
    slot: read('slot', (text) => readSlot(text, shifts)),
    dateJoinedLibrary: read('dateJoinedLibrary', readDay),
    terminationDate: read('terminationDate', readDay),
    dob: read('dob', readDay),
    monthlyFee: read('monthlyFee', readRupees),
    paidUpTo: read('paidUpTo', readMonth),
    // A student who owes nothing needs no opening entry.
    oldDues: read('oldDues', readRupees) || null,
  }
}

/** Returns the account that a row asks for, as the form for new people would send it. */
export const accountOf = (draft: Draft, password: string) => {
  const { row: _, ...fields } = draft
  return { ...fields, role: 'student' as const, password }
}

const anyPassword = 'judged by nobody, replaced'

/** Reports what the form for new people would reject, and values that contradict each other. */
export const judgeRow = (draft: Draft, today: string, problem: Problem, shifts: readonly Shift[]): void => {
  const { row, dateJoinedLibrary: joined, terminationDate: until, dob, paidUpTo, monthlyFee, seatNumber, slot } = draft
  const judged = NewUser.safeParse(accountOf(draft, anyPassword))
  const told = new Set<string>()
  for (const { path, message } of judged.error?.issues ?? []) {
    const field = String(path[0]) as RosterField
    if (told.has(field)) continue
    told.add(field)
    // Neither an email nor a phone number is a problem of the phone, because few registers have emails.
    if (field === 'email' && draft.email === null) problem(row, 'phone', rosterRowErrors.noContact, 'contact')
    else problem(row, field, { ...commonErrors.invalid, message })
  }
  if (seatNumber !== null && slot === null)
    problem(row, 'slot', withParams(rosterRowErrors.slotMissing, { slots: slotChoice(shifts) }), 'slotMissing')
  if (joined && until && until < joined) problem(row, 'terminationDate', rosterRowErrors.beforeJoining, 'dates')
  if (joined && paidUpTo && paidUpTo < joined.slice(0, 7)) problem(row, 'paidUpTo', rosterRowErrors.beforeJoining, 'dates')
  if (paidUpTo && !joined) problem(row, 'dateJoinedLibrary', rosterRowErrors.joiningNeeded, 'dates')
  if (dob && dob > today) problem(row, 'dob', rosterRowErrors.notBornYet, 'dates')
  if (monthlyFee === 0 && !told.has('monthlyFee')) problem(row, 'monthlyFee', rosterRowErrors.amountNotPositive)
}

/** Sorts problems by row and, within a row, by column. */
export const inOrder = (problems: readonly RosterProblem[], columns: readonly Column[]): RosterProblem[] => {
  const places = new Map(columns.map(({ heading, at }) => [heading, at]))
  const place = ({ column }: RosterProblem): number => (column === null ? -1 : (places.get(column) ?? columns.length))
  return problems.toSorted((one, other) => one.row - other.row || place(one) - place(other))
}
