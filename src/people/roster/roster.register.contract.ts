import * as z from 'zod/mini'
import { formList, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { wholeNumber } from '#contract/paging.ts'
import { whyNotFields } from '#contract/whyNot.ts'
import { rosterLimits } from './roster.limits.ts'

/** What a column of a register can be. `role` occurs in our own export; only students can be imported. */
export const RosterField = z.enum([
  'name',
  'email',
  'phone',
  'seatNumber',
  'slot',
  'dateJoinedLibrary',
  'terminationDate',
  'dob',
  'monthlyFee',
  'paidUpTo',
  'oldDues',
  'role',
])
export type RosterField = z.infer<typeof RosterField>

/** The headings of the export and the template. The import also knows other common ones. */
export const rosterHeadings: Record<RosterField, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  seatNumber: 'Seat',
  slot: 'Slot',
  dateJoinedLibrary: 'Joined',
  terminationDate: 'Valid till',
  dob: 'Date of birth',
  monthlyFee: 'Monthly fee',
  paidUpTo: 'Paid up to',
  oldDues: 'Old dues',
  role: 'Role',
}

/** A column of a file with sample cells, so that a person can identify it. */
const column = { at: z.int(), heading: z.string(), samples: z.array(z.string()) }
export const RosterColumn = z.object({ ...column, field: RosterField })
export const UnusedColumn = z.object(column)

/** Problems that are shown together because they are corrected in the same way. */
export const RosterProblemKind = z.enum([
  ...['name', 'email', 'contact', 'phone', 'seat', 'seatTaken', 'slot', 'slotMissing', 'date', 'dates', 'amount', 'month'],
  'role',
] as const)
export type RosterProblemKind = z.infer<typeof RosterProblemKind>

/** Why a row cannot be imported. */
export const RosterProblem = z.object({
  /** Numbered as in a spreadsheet. */
  row: z.int(),
  /** The heading in the file, or the usual one if the file has no such column. */
  column: z.nullable(z.string()),
  ...whyNotFields,
  kind: RosterProblemKind,
  /** The cell that `fixes` can correct. */
  field: RosterField,
  /** The content of the cell. */
  value: z.string(),
  /** The name in the same row. */
  name: z.string(),
})
export type RosterProblem = z.infer<typeof RosterProblem>

export const ProblemGroup = z.object({ kind: RosterProblemKind, count: z.int() })

/** A row of a person who has an account or an earlier row of the file. It is skipped unless `anyway` names it. */
export const RosterDuplicate = z.object({
  row: z.int(),
  name: z.string(),
  /** The field that both share; `name` means the same name with the same phone number. */
  field: z.enum(['email', 'phone', 'name']),
  value: z.string(),
  ...whyNotFields,
  /** Two people can share a phone number, but not an email address. */
  canImport: z.boolean(),
  isSkipped: z.boolean(),
})
export type RosterDuplicate = z.infer<typeof RosterDuplicate>

export const CellFix = z.object({ row: z.int(), field: RosterField, value: text({ max: rosterLimits.fixedCell }) })
export type CellFix = z.infer<typeof CellFix>

const anyRow = 100_000_000

/** Options for reading a register. */
export const registerFields = {
  /** The field of each column, by position; null is not imported. Without this option, columns are matched by their headings. */
  columns: z.optional(
    formList(z.nullable(RosterField), {
      max: limits.sheetColumns,
      tooLong: `This file has more than ${limits.sheetColumns} columns.`,
      message: 'Please choose what each column is',
    }),
  ),
  /** Corrected cells; they replace those of the file. */
  fixes: z.optional(
    formList(CellFix, {
      max: rosterLimits.fixedCells,
      tooLong: `At most ${rosterLimits.fixedCells} cells can be corrected here. Please correct the others in the file.`,
      message: 'Please enter what the cell should say',
    }),
  ),
  /** Duplicate rows to import anyway, where that is possible. */
  anyway: z.optional(
    formList(z.int(), { max: rosterLimits.studentsAtOnce, tooLong: 'These are too many rows', message: 'Please choose rows of the file' }),
  ),
  /** The row at which this part of the file begins; defaults to the first row. */
  from: z.optional(wholeNumber(1, anyRow, 'Please enter the number of a row')),
}
