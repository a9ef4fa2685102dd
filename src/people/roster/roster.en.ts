import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { RosterField } from './roster.contract.ts'

const { number, plural } = formatsFor('en-IN')
const students = (n: number) => plural(n, { one: '1 student', other: `${number(n)} students` })

/** The words of students in and out. */
export const rosterEn = {
  menu: { import: 'Import students', excel: 'Export to Excel', csv: 'Export to CSV' },
  title: 'Import Students',
  about: 'Import your register from Excel or CSV. Nothing is saved until you have seen what will happen.',
  back: 'Back to users',
  file: 'Register',
  fileHint: `An Excel workbook (.xlsx) or CSV file with one student per row, up to ${number(limits.studentsAtOnce)} rows and 5 MB.`,
  fileWrong: 'Please choose a CSV file or an Excel workbook (.xlsx).',
  fileEmpty: 'This file is empty.',
  fileTooLarge: 'The file is larger than 5MB',
  check: 'Check file',
  checking: 'Checking…',
  checkFailed: 'Failed to check the file',
  help: {
    title: 'How the file should look',
    text: 'Put headings in the first row. Name is required; every other column may be missing or empty. Columns are found by their headings, in English or Hindi, in any order.',
    columns: {
      name: 'Required',
      email: 'For signing in. Where there is none, an address can be made',
      phone: 'Digits, spaces, + and -',
      seatNumber: 'A number; needs a slot',
      slot: 'morning, afternoon or full-day',
      dateJoinedLibrary: '05/11/2026, 5 Nov 2026 or 2026-11-05',
      terminationDate: 'Last day of the membership',
      dob: '05/11/2008',
      monthlyFee: 'In rupees, where it is not the usual fee',
      paidUpTo: 'Last month paid on paper: Oct 2026. Charging starts after it',
      oldDues: 'What was owed on paper, in rupees',
    } satisfies Record<Exclude<RosterField, 'role'>, string>,
    template: 'Download a template',
    templateFailed: 'Failed to download the template',
  },
  found: (n: number, file: string) => `${students(n)} in ${file}`,
  ready: (n: number) => `Everything is in order. ${students(n)} can be imported.`,
  problems: (n: number) => plural(n, { one: '1 problem', other: `${number(n)} problems` }),
  problemsHint: 'Nothing can be imported until these are solved. Correct the file and choose it again.',
  moreProblems: (n: number) => plural(n, { one: '1 more problem is not shown.', other: `${number(n)} more problems are not shown.` }),
  problemColumns: { row: 'Row', column: 'Column', message: 'Problem' },
  ignored: (headings: string) => `These columns are not used: ${headings}`,
  unpaid: (n: number) =>
    plural(n, {
      one: '1 student joined in an earlier month and has no “Paid up to”: fees will be charged for every month since then.',
      other: `${number(n)} students joined in an earlier month and have no “Paid up to”: fees will be charged for every month since then.`,
    }),
  makeAddresses: (n: number) =>
    plural(n, {
      one: 'Make a sign-in address for the row without an email',
      other: `Make sign-in addresses for the ${number(n)} rows without an email`,
    }),
  makeAddressesHint: 'Such as asha.sharma.12@students.local. It works for signing in only; no mail arrives there.',
  reason: (n: number) =>
    plural(n, {
      one: 'Why 1 student pays another fee, or had paid already',
      other: `Why ${number(n)} students pay another fee, or had paid already`,
    }),
  reasons: ['Register on paper', 'Sibling', 'Scholarship', 'Agreed with the owner'],
  otherReason: 'Other',
  preview: 'Students in the file',
  columns: { student: 'Student', seat: 'Seat', joined: 'Joined', fees: 'Fees' },
  noName: 'No name',
  noEmail: 'No email',
  seat: (seatNumber: number, slot: string) => `${seatNumber} · ${slot}`,
  slots: { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full day' },
  monthly: (fee: string) => `${fee} a month`,
  paidUpTo: (month: string) => `paid up to ${month}`,
  owes: (dues: string) => `owes ${dues}`,
  another: 'Choose another file',
  import: (n: number) => `Import ${students(n)}`,
  importing: 'Importing…',
  importingHint: (n: number) =>
    `A password is made for each of the ${students(n)}. For a thousand this can take a minute. Please keep this page open.`,
  importFailed: 'Failed to import',
  slips: {
    title: 'Passwords',
    done: (n: number) => `${students(n)} imported.`,
    warning: 'The passwords are shown only now and are stored nowhere. Print the slips before you leave this page.',
    print: 'Print slips',
    finish: 'Done',
    list: 'Slips',
    seat: (seatNumber: number) => `Seat ${seatNumber}`,
    address: 'Open',
    email: 'Sign in as',
    password: 'Password',
    leave: {
      coming: {
        title: 'Leave while importing?',
        text: 'Either all or none of the students will be imported, and nobody will see their passwords.',
      },
      shown: {
        title: 'Leave without printing?',
        text: 'The passwords will be gone. A person who has no slip then needs a new password from an administrator.',
      },
      printed: { title: 'Leave this page?', text: 'The passwords cannot be shown again. Are all slips printed?' },
      confirm: 'Leave',
      stay: 'Stay',
    },
  },
}
