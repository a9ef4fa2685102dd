import type { SheetRow } from '#server/sheets/readSheet.ts'
import { type RosterField, rosterHeadings } from '../roster.contract.ts'

/** What registers call their columns, the likeliest first: of two columns that mean the same the earlier name counts. */
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

/** Each known heading with its field and how likely it is meant, 0 being the likeliest. */
const known = new Map<string, { field: RosterField; rank: number }>(
  (Object.keys(names) as RosterField[]).flatMap((field) =>
    [rosterHeadings[field], ...names[field]].map((heading, rank) => [plain(heading), { field, rank }] as const),
  ),
)

export type Column = { heading: string; field: RosterField; at: number }
export type Register = { columns: Column[]; ignored: string[]; rows: SheetRow[] }

const columnsIn = ({ cells }: SheetRow): Pick<Register, 'columns' | 'ignored'> => {
  const best = new Map<RosterField, Column & { rank: number }>()
  cells.forEach((heading, at) => {
    const found = known.get(plain(heading))
    if (!found) return
    const before = best.get(found.field)
    if (!before || found.rank < before.rank) best.set(found.field, { heading, at, ...found })
  })
  const columns = [...best.values()].map(({ heading, field, at }) => ({ heading, field, at })).toSorted((one, other) => one.at - other.at)
  const taken = new Set(columns.map(({ at }) => at))
  return { columns, ignored: cells.filter((heading, at) => heading !== '' && !taken.has(at)) }
}

/** Above the headings there may be the name of the hall, or a date. */
const LOOKED_THROUGH = 10

/** The headings of a register and the rows under them, or undefined where there is no column of names. */
export const registerIn = (rows: readonly SheetRow[]): Register | undefined => {
  for (const [index, row] of rows.slice(0, LOOKED_THROUGH).entries()) {
    const found = columnsIn(row)
    if (found.columns.some(({ field }) => field === 'name')) return { ...found, rows: rows.slice(index + 1) }
  }
  return undefined
}
