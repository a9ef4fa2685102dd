import type { SheetRow } from '#server/sheets/readSheet.ts'
import { type RosterField, rosterHeadings } from '../roster.register.contract.ts'

/** Headings found in registers, most likely first: of two columns for the same field, the earlier heading wins. */
const names: Record<RosterField, readonly string[]> = {
  name: ['Student Name', 'Full Name', 'Name of Student', 'Student', 'नाम', 'छात्र का नाम', 'विद्यार्थी का नाम', 'पूरा नाम'],
  email: ['Email ID', 'Email address', 'E-mail', 'Mail', 'ईमेल', 'ई-मेल'],
  phone: [
    ...['Mobile', 'Mobile No', 'Mobile Number', 'Phone No', 'Phone Number', 'Contact', 'Contact No', 'Contact Number', 'WhatsApp'],
    ...['मोबाइल', 'मोबाइल नंबर', 'मोबाइल नं', 'फोन', 'फ़ोन', 'फोन नंबर', 'संपर्क'],
  ],
  seatNumber: ['Seat No', 'Seat Number', 'Seat #', 'Desk', 'Desk No', 'सीट', 'सीट नंबर', 'सीट नं', 'सीट संख्या'],
  slot: ['Shift', 'Timing', 'Batch', 'Session', 'पाली', 'शिफ्ट', 'समय'],
  dateJoinedLibrary: [
    ...['Joined on', 'Join Date', 'Joining Date', 'Date of Joining', 'DOJ', 'Date Joined', 'Admission Date', 'Date of Admission'],
    ...['Start Date', 'शामिल होने की तारीख', 'प्रवेश तिथि', 'प्रवेश की तारीख', 'जुड़ने की तारीख'],
  ],
  terminationDate: [
    ...['Valid until', 'Valid upto', 'Validity', 'Expiry', 'Expiry Date', 'Expires', 'End Date', 'Termination Date', 'Last Day'],
    ...['समाप्ति तिथि', 'अंतिम तिथि', 'वैधता'],
  ],
  dob: ['DOB', 'Birth Date', 'Birthday', 'जन्म तिथि', 'जन्मतिथि', 'जन्म तारीख'],
  monthlyFee: [
    'Fee',
    'Fees',
    'Monthly Fees',
    'Fee per month',
    'Fee Amount',
    'Monthly',
    'Rate',
    'शुल्क',
    'फीस',
    'फ़ीस',
    'मासिक शुल्क',
    'मासिक फीस',
  ],
  paidUpTo: [
    ...['Paid upto', 'Paid till', 'Paid until', 'Fees paid up to', 'Fee paid till', 'Fees paid till', 'Last month paid'],
    ...['कब तक जमा', 'जमा तक', 'भुगतान तक', 'फीस जमा तक'],
  ],
  oldDues: [
    ...['Dues', 'Due', 'Pending', 'Pending Fee', 'Pending Fees', 'Arrears', 'Outstanding', 'Balance due', 'Balance'],
    ...['बकाया', 'बाकी', 'पुराना बकाया', 'शेष'],
  ],
  role: ['भूमिका'],
}

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')

/** Each known heading with its field and its rank; 0 is the most likely. */
const known = new Map<string, { field: RosterField; rank: number }>(
  (Object.keys(names) as RosterField[]).flatMap((field) =>
    [rosterHeadings[field], ...names[field]].map((heading, rank) => [plain(heading), { field, rank }] as const),
  ),
)

export type Column = { heading: string; field: RosterField; at: number }
export type UnusedColumn = Omit<Column, 'field'>
export type Register = { columns: Column[]; unused: UnusedColumn[]; rows: SheetRow[] }

/** The field of each column, by position; null is not imported. */
export type Matching = readonly (RosterField | null)[]

const guess = ({ cells }: SheetRow): Column[] => {
  const best = new Map<RosterField, Column & { rank: number }>()
  cells.forEach((heading, at) => {
    const found = known.get(plain(heading))
    if (!found) return
    const before = best.get(found.field)
    if (!before || found.rank < before.rank) best.set(found.field, { heading, at, ...found })
  })
  return [...best.values()].map(({ heading, field, at }) => ({ heading, field, at }))
}

const matched = ({ cells }: SheetRow, matching: Matching): Column[] => {
  const fields = new Set<RosterField>()
  return matching.flatMap((field, at) => {
    if (field === null || fields.has(field)) return []
    fields.add(field)
    return [{ heading: cells[at] ?? '', field, at }]
  })
}

/** Number of rows searched for the headings: the name of the hall or a date may be above them. */
const LOOKED_THROUGH = 10

/** Returns the row with a heading for names, or else the first row with the most cells, whose columns a person matches. */
const headingsAt = (rows: readonly SheetRow[]): number => {
  const first = rows.slice(0, LOOKED_THROUGH)
  const named = first.findIndex((row) => guess(row).some(({ field }) => field === 'name'))
  if (named >= 0) return named
  const sizes = first.map(({ cells }) => cells.filter((cell) => cell !== '').length)
  return sizes.indexOf(Math.max(...sizes))
}

/** Returns the headings of a register and the rows below them. Without `matching`, columns are matched by their headings. */
export const registerIn = (rows: readonly SheetRow[], matching?: Matching): Register => {
  const at = headingsAt(rows)
  const headings = rows[at] ?? { row: 1, cells: [] }
  const below = rows.slice(at + 1)
  const columns = (matching ? matched(headings, matching) : guess(headings)).toSorted((one, other) => one.at - other.at)
  const taken = new Set(columns.map((column) => column.at))
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.cells.length)
  const unused = Array.from({ length: width }, (_, place) => ({ at: place, heading: headings.cells[place] ?? '' })).filter(
    (column) => !taken.has(column.at) && (column.heading !== '' || below.some(({ cells }) => (cells[column.at] ?? '') !== '')),
  )
  return { columns, unused, rows: below }
}
