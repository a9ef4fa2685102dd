import { formatsFor } from '#contract/format.ts'
import { rosterLimits } from './roster.limits.ts'
import type { RosterField, RosterProblemKind } from './roster.register.contract.ts'

const { number, plural } = formatsFor('en-IN')
const rows = (n: number) => plural(n, { one: '1 row', other: `${number(n)} rows` })
const students = (n: number) => plural(n, { one: '1 student', other: `${number(n)} students` })

/** The words of students in and out. */
export const rosterEn = {
  menu: { import: 'Import students', excel: 'Export to Excel', csv: 'Export to CSV', cards: 'ID cards' },
  title: 'Import Students',
  about: 'Import your register from Excel or CSV. Nothing is saved until you have seen what will happen.',
  back: 'Back to users',
  file: 'Register',
  steps: { label: 'Steps', file: 'Choose a file', check: 'Check and correct', passwords: 'Print passwords' },
  fileHint: `An Excel workbook (.xlsx) or CSV file with one student per row, up to ${number(rosterLimits.studentsInFile)} rows and 5 MB. It is checked as soon as you choose it.`,
  fileGone: 'This file cannot be read. Save it on this device and choose it again.',
  fileWrong: 'Please choose a CSV file or an Excel workbook (.xlsx).',
  fileEmpty: 'This file is empty.',
  fileTooLarge: 'The file is larger than 5MB',
  check: 'Check file',
  checking: 'Checking…',
  checkFailed: 'Failed to check the file',
  help: {
    title: 'How the file should look',
    text: 'Put headings in the first row. Every row needs a name, and an email or a mobile number to sign in with; all other columns may be missing or empty. Columns are found by their headings, in English or Hindi, in any order. You can change what each column is after choosing the file.',
    columns: {
      name: 'Required',
      email: 'For signing in, if the student has one',
      phone: 'Ten digits. Students without an email sign in with it',
      seatNumber: 'A number or label; needs a shift',
      slot: 'The name of a shift, such as morning',
      dateJoinedLibrary: '05/11/2026, 5 Nov 2026 or 2026-11-05',
      terminationDate: 'Last day of the membership',
      dob: '05/11/2008',
      monthlyFee: 'In rupees, if it is not the usual fee',
      paidUpTo: 'Last month paid on paper: Oct 2026. Charging starts after it',
      oldDues: 'What was owed on paper, in rupees',
    } satisfies Record<Exclude<RosterField, 'role'>, string>,
    template: 'Download a template',
    templateFailed: 'Failed to download the template',
  },
  found: (n: number, file: string) => `${rows(n)} in ${file}`,
  part: (all: number, first: number, last: number) =>
    `This file has ${rows(all)}. They are imported ${number(rosterLimits.studentsAtOnce)} at a time: now rows ${number(first)} to ${number(last)}.`,
  ready: (n: number) => `Everything is in order. ${students(n)} can be imported.`,
  nobodyReady: 'No row can be imported yet.',
  matching: {
    title: 'Columns',
    summary: (used: number, all: number) => `${number(used)} of ${number(all)} columns are imported.`,
    change: 'Change columns',
    hide: 'Hide columns',
    hint: 'Choose what each column is. The first cells of the column are shown below it.',
    unused: 'Do not import',
    column: (n: number) => `Column ${n}`,
    noCells: 'Empty',
    needsName: 'Choose the column of names.',
    needsContact: 'Choose a column of phone numbers or of email addresses.',
  },
  problems: (n: number) => plural(n, { one: '1 problem', other: `${number(n)} problems` }),
  problemsHint: 'Correct the cells here. Rows that still have a problem are not imported; you can download them.',
  noProblems: 'No problems',
  kinds: {
    name: 'no valid name',
    email: 'no valid email address',
    contact: 'no email address and no mobile number',
    phone: 'no valid phone number',
    seat: 'no valid seat number',
    seatTaken: 'seat already taken',
    slot: 'no valid shift',
    slotMissing: 'seat without a shift',
    date: 'no valid date',
    dates: 'dates that do not fit together',
    amount: 'no valid amount',
    month: 'no valid month',
    role: 'not a student',
  } satisfies Record<RosterProblemKind, string>,
  kind: (n: number, kind: string) => `${number(n)} × ${kind}`,
  row: (n: number) => `Row ${number(n)}`,
  cell: (column: string, row: number) => `${column}, row ${number(row)}`,
  chooseSlot: 'Choose a shift',
  shiftForAll: 'Choose one shift for all these rows',
  leaveEmpty: 'Leave these cells empty',
  more: (n: number) => `Show ${number(n)} more`,
  moreProblems: (n: number) => plural(n, { one: '1 more problem is not shown.', other: `${number(n)} more problems are not shown.` }),
  undo: 'Undo last correction',
  recheck: 'Check again',
  duplicates: {
    title: (n: number) => plural(n, { one: '1 row is skipped', other: `${number(n)} rows are skipped` }),
    hint: 'These people are here already, or in an earlier row. Two people can share a phone number: choose them to import them anyway. Nobody can sign in with a number that several people have; they need an email.',
    anyway: 'Import anyway',
    of: (name: string, row: number) => `Import anyway: ${name}, row ${number(row)}`,
  },
  ignored: (headings: string) => `These columns are not used: ${headings}`,
  unpaid: (n: number) =>
    plural(n, {
      one: '1 student joined in an earlier month and has no “Paid up to”: fees will be charged for every month since then.',
      other: `${number(n)} students joined in an earlier month and have no “Paid up to”: fees will be charged for every month since then.`,
    }),
  sharedPhones: (n: number) =>
    plural(n, {
      one: '1 student without an email has a phone number that someone else has too. Nobody can sign in with such a number.',
      other: `${number(n)} students without an email have phone numbers that others have too. Nobody can sign in with such a number.`,
    }),
  reason: (n: number) =>
    plural(n, {
      one: 'Why 1 student pays a different fee, or has already paid',
      other: `Why ${number(n)} students pay a different fee, or have already paid`,
    }),
  reasons: ['Register on paper', 'Sibling', 'Scholarship', 'Agreed with the owner'],
  otherReason: 'Other',
  reasonFirst: 'Choose a reason first.',
  preview: (n: number) => `Ready to import · ${number(n)}`,
  columns: { student: 'Student', seat: 'Seat', joined: 'Joined', fees: 'Fees' },
  noName: 'No name',
  seat: (seatNumber: number, slot: string) => `${seatNumber} · ${slot}`,
  monthly: (fee: string) => `${fee} a month`,
  paidUpTo: (month: string) => `paid up to ${month}`,
  owes: (dues: string) => `owes ${dues}`,
  another: 'Choose another file',
  import: (n: number) => `Import ${students(n)}`,
  importSome: (n: number, others: number) =>
    `Import ${rows(n)}, ${plural(others, { one: 'download the 1 other', other: `download the ${number(others)} others` })}`,
  importing: 'Importing…',
  importingHint: (n: number) =>
    `A password is made for each of the ${students(n)}. For a thousand this can take a minute. Please keep this page open.`,
  importFailed: 'Failed to import',
  slips: {
    title: 'Passwords',
    done: (n: number) => `${students(n)} imported.`,
    warning: 'The passwords are shown only now and are not stored. Print the slips before you leave this page.',
    others: (n: number, file: string) =>
      plural(n, {
        one: `1 row was not imported. It was downloaded as ${file}, with the reason.`,
        other: `${number(n)} rows were not imported. They were downloaded as ${file}, with the reasons.`,
      }),
    download: 'Download again',
    print: 'Print slips',
    next: 'Import the next rows',
    finish: 'Done',
    list: 'Slips',
    leave: {
      corrected: {
        title: 'Leave without importing?',
        text: 'The cells that you corrected will be lost.',
      },
      coming: {
        title: 'Leave while importing?',
        text: 'Either all or none of the students will be imported, and nobody will see their passwords.',
      },
      shown: {
        title: 'Leave without printing?',
        text: 'The passwords will be gone. Students without a slip will need a new password from an administrator.',
      },
      printed: { title: 'Leave this page?', text: 'The passwords cannot be shown again. Are all slips printed?' },
      confirm: 'Leave',
      stay: 'Stay',
    },
  },
}
