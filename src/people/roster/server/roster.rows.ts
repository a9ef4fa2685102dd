import { NewUser } from '#people/users/users.contract.ts'
import type { SheetRow } from '#server/sheets/readSheet.ts'
import type { RosterField, RosterProblem, RosterStudent } from '../roster.contract.ts'
import type { Column } from './roster.columns.ts'
import { readDay, readMonth, readRupees, readSeat, readSlot } from './roster.values.ts'

type Values = Omit<RosterStudent, 'row' | 'isMadeAddress'>
export type Problem = (row: number, field: RosterField | null, message: string) => void

/** What was understood of a row; what was not is null, and told. */
export type Draft = Values & { row: number }

const notUnderstood: Partial<Record<RosterField, string>> = {
  seatNumber: 'is not a seat number',
  slot: 'is not a slot. Use morning, afternoon or full-day',
  dateJoinedLibrary: 'is not a date. Write it as day/month/year, for example 05/11/2026',
  terminationDate: 'is not a date. Write it as day/month/year, for example 05/11/2026',
  dob: 'is not a date. Write it as day/month/year, for example 05/11/2008',
  monthlyFee: 'is not an amount. Write it as 1000 or 999.50',
  paidUpTo: 'is not a month. Write it as Oct 2026 or 31/10/2026',
  oldDues: 'is not an amount. Write it as 1000 or 999.50',
}

const SHOWN = 40
const quoted = (cell: string): string => `“${cell.length > SHOWN ? `${cell.slice(0, SHOWN).toWellFormed()}…` : cell}”`

/** Reads one row; each cell that says something else than its column is told. */
export const readRow = ({ row, cells }: SheetRow, columns: readonly Column[], problem: Problem): Draft => {
  const at = new Map(columns.map((column) => [column.field, column.at]))
  const cell = (field: RosterField): string => cells[at.get(field) ?? -1] ?? ''
  const read = <T>(field: RosterField, reader: (cell: string) => T | undefined): T | null => {
    const text = cell(field)
    if (text === '') return null
    const value = reader(text)
    if (value === undefined) problem(row, field, `${quoted(text)} ${notUnderstood[field] ?? 'could not be read'}`)
    return value ?? null
  }
  if (!/^(?:student|छात्र|विद्यार्थी)?$/i.test(cell('role')))
    problem(row, 'role', `${quoted(cell('role'))} is not a student. Only students can be imported`)
  return {
    row,
    name: cell('name'),
    email: cell('email'),
    phone: cell('phone').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966)) || null,
    seatNumber: read('seatNumber', readSeat),
    slot: read('slot', readSlot),
    dateJoinedLibrary: read('dateJoinedLibrary', readDay),
    terminationDate: read('terminationDate', readDay),
    dob: read('dob', readDay),
    monthlyFee: read('monthlyFee', readRupees),
    paidUpTo: read('paidUpTo', readMonth),
    // A person who owes nothing has nothing to open with.
    oldDues: read('oldDues', readRupees) || null,
  }
}

/** The account that a row asks for, as the form for new people would send it. */
export const accountOf = (draft: Draft, password: string) => {
  const { row: _, ...fields } = draft
  return { ...fields, role: 'student' as const, password }
}

const anyPassword = 'judged by nobody, replaced'

/** Tells what the form for new people would refuse, and what cannot be of one row. */
export const judgeRow = (draft: Draft, today: string, problem: Problem): void => {
  const { row, dateJoinedLibrary: joined, terminationDate: until, dob, paidUpTo, monthlyFee, seatNumber, slot } = draft
  const judged = NewUser.safeParse(accountOf(draft, anyPassword))
  const told = new Set<string>()
  for (const { path, message } of judged.error?.issues ?? []) {
    const field = String(path[0]) as RosterField
    // A missing address is told once for all rows, with what helps.
    if (told.has(field) || (field === 'email' && draft.email === '')) continue
    told.add(field)
    problem(row, field, message)
  }
  if (seatNumber !== null && slot === null) problem(row, 'slot', 'A seat needs a slot: morning, afternoon or full-day')
  if (joined && until && until < joined) problem(row, 'terminationDate', 'This is before the joining date')
  if (joined && paidUpTo && paidUpTo < joined.slice(0, 7)) problem(row, 'paidUpTo', 'This is before the joining date')
  if (paidUpTo && !joined) problem(row, 'dateJoinedLibrary', 'The joining date is needed where fees were paid before')
  if (dob && dob > today) problem(row, 'dob', 'This date of birth is in the future')
  if (monthlyFee === 0 && !told.has('monthlyFee')) problem(row, 'monthlyFee', 'Please enter an amount above 0')
}

/** Problems by row and, within one, by column. */
export const inOrder = (problems: readonly RosterProblem[], columns: readonly Column[]): RosterProblem[] => {
  const places = new Map(columns.map(({ heading, at }) => [heading, at]))
  const place = ({ column }: RosterProblem): number => (column === null ? -1 : (places.get(column) ?? columns.length))
  return problems.toSorted((one, other) => one.row - other.row || place(one) - place(other))
}
