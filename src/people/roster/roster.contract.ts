import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, formBoolean, orEmpty } from '#contract/fields.ts'
import { wholeNumber } from '#contract/paging.ts'
import { MaybeReason } from '#contract/reason.ts'
import { SheetFormat, sheetErrors, sheetIn } from '#contract/sheet.ts'
import { Slot } from '#contract/terms.ts'
import { UserFilter } from '#people/users/users.contract.ts'
import { rosterLimits } from './roster.limits.ts'
import { ProblemGroup, RosterColumn, RosterDuplicate, RosterProblem, registerFields, UnusedColumn } from './roster.register.contract.ts'

export const RosterStudent = z.object({
  row: z.int(),
  name: z.string(),
  /** Null if the file has none; the student then signs in by phone. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  seatNumber: z.nullable(z.int()),
  slot: z.nullable(Slot),
  dateJoinedLibrary: z.nullable(Day),
  terminationDate: z.nullable(Day),
  dob: z.nullable(Day),
  /** In rupees. */
  monthlyFee: z.nullable(z.number()),
  /** `YYYY-MM` */
  paidUpTo: z.nullable(z.string()),
  oldDues: z.nullable(z.number()),
})
export type RosterStudent = z.infer<typeof RosterStudent>

/** The first sign-in details of a person. They are returned once and not stored. */
export const Slip = z.object({
  name: z.string(),
  seatNumber: z.nullable(z.int()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  password: z.string(),
})
export type Slip = z.infer<typeof Slip>

export const ImportReply = z.object({
  columns: z.array(RosterColumn),
  /** Columns that are not imported, with sample cells. */
  unused: z.array(UnusedColumn),
  /** Headings of columns that are not imported. */
  ignored: z.array(z.string()),
  /** The first problems of each kind, by row. */
  problems: z.array(RosterProblem),
  problemCount: z.int(),
  /** All problems, counted by kind, most frequent first. */
  problemGroups: z.array(ProblemGroup),
  /** Rows of people who have an account or an earlier row. */
  duplicates: z.array(RosterDuplicate),
  /** Number of rows read in this call, and in the whole file. */
  rowCount: z.int(),
  fileRowCount: z.int(),
  /** The first and last of these rows, numbered as in a spreadsheet. */
  firstRow: z.int(),
  lastRow: z.int(),
  /** The value of `from` that reads the next part of the file; null after the last one. */
  nextRow: z.nullable(z.int()),
  /** The students who can be imported. */
  students: z.array(RosterStudent),
  /** Number of these students without an email whose phone number another person has too, so nobody can sign in by it. */
  sharedPhones: z.int(),
  /** Number of these students who pay a fee other than the hall's, or have already paid on paper. They require a reason. */
  concessions: z.int(),
  /** Empty in a dry run. */
  slips: z.array(Slip),
})
export type ImportReply = z.infer<typeof ImportReply>

export const rosterErrors = {
  noHeadings: {
    code: 'roster.no_headings',
    status: 400,
    message: 'No column of names was found. The first row must hold headings such as Name, Phone and Seat.',
  },
  noStudents: { code: 'roster.no_students', status: 400, message: 'This file has headings, but no students under them.' },
  problems: { code: 'roster.problems', status: 400, message: 'This file has problems. Nothing was imported.' },
  nobodyLeft: {
    code: 'roster.nobody_left',
    status: 400,
    message: 'No row of this file can be imported. The students are here already, or their rows have problems.',
  },
  reasonNeeded: {
    code: 'roster.reason_needed',
    status: 400,
    message: "Please enter why students pay another fee than the hall's, or had paid already",
  },
  changedMeanwhile: {
    code: 'roster.changed_meanwhile',
    status: 409,
    message: 'Someone added people or changed seats at the same time. Nothing was imported. Please check the file again.',
  },
} satisfies Errors

export const rosterApi = {
  download: endpoint({
    method: 'GET',
    path: '/user/export',
    access: 'staff',
    shows: [],
    summary: 'Users as a table, with the filters of the list; the import takes it in again',
    query: z.object({ ...UserFilter, format: SheetFormat }),
    rate: 'search',
    stream: true,
  }),
  template: endpoint({
    method: 'GET',
    path: '/user/import/template',
    access: 'admin',
    shows: [],
    summary: 'An empty table with the headings that the import knows',
    query: z.object({ format: SheetFormat }),
    stream: true,
  }),
  importStudents: endpoint({
    method: 'POST',
    path: '/user/import',
    access: 'admin',
    changes: ['fees', 'users'],
    summary: `Imports up to ${rosterLimits.studentsAtOnce} students in one transaction; with \`dryRun\` (the default) it only reports what would be done`,
    form: { file: sheetIn('file') },
    body: z.object({
      ...registerFields,
      dryRun: z.optional(formBoolean),
      /**
       * Imports the rows without problems and skips the others, if the number of importable rows is exactly this. Without it, one
       * problem rejects the whole file.
       */
      expected: z.optional(wholeNumber(1, rosterLimits.studentsAtOnce, 'Please say how many students are expected')),
      /** Why students pay another fee, or have already paid; one reason for the whole file. */
      reason: orEmpty(MaybeReason),
    }),
    rate: 'upload',
    reply: ImportReply,
    errors: { ...rosterErrors, ...sheetErrors },
  }),
  leftOut: endpoint({
    method: 'POST',
    path: '/user/import/left-out',
    access: 'admin',
    changes: [],
    summary: 'The rows of a register that cannot be imported, as a table with a column that says why',
    form: { file: sheetIn('file') },
    query: z.object({ format: SheetFormat }),
    body: z.object(registerFields),
    rate: 'upload',
    stream: true,
    errors: { ...rosterErrors, ...sheetErrors },
  }),
}
