import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, formBoolean, orEmpty } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { MaybeReason } from '#contract/reason.ts'
import { SheetFormat, sheetErrors, sheetIn } from '#contract/sheet.ts'
import { Slot, UserFilter } from '#people/users/users.contract.ts'

/** What a column of a register can be. `role` is there in our own export; only students can be imported. */
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

/** The headings that the export and the template have; the import knows these and common others. */
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

/** Why a row cannot be imported. */
export const RosterProblem = z.object({
  /** As a spreadsheet counts. */
  row: z.int(),
  /** The heading in the file; null where the whole row is meant. */
  column: z.nullable(z.string()),
  message: z.string(),
})
export type RosterProblem = z.infer<typeof RosterProblem>

export const RosterStudent = z.object({
  row: z.int(),
  name: z.string(),
  /** Empty where the file has none and none is made. */
  email: z.string(),
  /** The address was made for signing in, and no letter arrives there. */
  isMadeAddress: z.boolean(),
  phone: z.nullable(z.string()),
  seatNumber: z.nullable(z.int()),
  slot: z.nullable(Slot),
  dateJoinedLibrary: z.nullable(Day),
  terminationDate: z.nullable(Day),
  dob: z.nullable(Day),
  /** Rupees. */
  monthlyFee: z.nullable(z.number()),
  /** `YYYY-MM` */
  paidUpTo: z.nullable(z.string()),
  oldDues: z.nullable(z.number()),
})
export type RosterStudent = z.infer<typeof RosterStudent>

/** What someone needs to sign in for the first time. It is told once and kept nowhere. */
export const Slip = z.object({ name: z.string(), seatNumber: z.nullable(z.int()), email: z.string(), password: z.string() })
export type Slip = z.infer<typeof Slip>

export const ImportReply = z.object({
  columns: z.array(z.object({ heading: z.string(), field: RosterField })),
  /** Headings that say nothing to the import. */
  ignored: z.array(z.string()),
  /** The first ones, by row. */
  problems: z.array(RosterProblem),
  problemCount: z.int(),
  /** Rows without an email address for which none was to be made. */
  withoutEmail: z.int(),
  students: z.array(RosterStudent),
  /** Students who pay another fee than the hall's, or had paid on paper already: the import needs a reason. */
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
    summary: `Imports up to ${limits.studentsAtOnce} students, all or none; with \`dryRun\` (the default) it only tells what would be done`,
    form: { file: sheetIn('file') },
    body: z.object({
      dryRun: z.optional(formBoolean),
      /** Makes an address for signing in where a row has no email. */
      makeAddresses: z.optional(formBoolean),
      /** Why students pay another fee, or had paid already; one for the whole file. */
      reason: orEmpty(MaybeReason),
    }),
    rate: 'upload',
    reply: ImportReply,
    errors: { ...rosterErrors, ...sheetErrors },
  }),
}
