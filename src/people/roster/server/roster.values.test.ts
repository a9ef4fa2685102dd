import { describe, expect, test } from 'vitest'
import { firstShifts } from '#system/shifts/shifts.shapes.contract.ts'
import { registerIn } from './roster.columns.ts'
import { makePassword } from './roster.passwords.ts'
import { isImpossibleDay, readDay, readMonth, readRupees, readSeat, readSlot } from './roster.values.ts'

test.each([
  ['05/11/2026', '2026-11-05'],
  ['5-11-2026', '2026-11-05'],
  ['05.11.2026', '2026-11-05'],
  ['5/11/26', '2026-11-05'],
  ['9/3/98', '1998-03-09'],
  ['2026-11-05', '2026-11-05'],
  ['2026-11-05 14:30:00', '2026-11-05'],
  ['5 Nov 2026', '2026-11-05'],
  ['5th November, 2026', '2026-11-05'],
  ['5-Nov-26', '2026-11-05'],
  ['Nov 5, 2026', '2026-11-05'],
  ['०५/११/२०२६', '2026-11-05'],
  ['५ नवंबर २०२६', '2026-11-05'],
  ['46331', '2026-11-05'],
  ['29/02/2024', '2024-02-29'],
])('reads %s as the day %s', (cell, day) => expect(readDay(cell)).toBe(day))

test.each(['31/02/2026', '11/25/2026', 'soon', '5/11', '2026', '12345', '32 Nov 2026', '5 Foo 2026'])('rejects %s as a day', (cell) =>
  expect(readDay(cell)).toBeUndefined(),
)

test.each([
  ['Oct 2026', '2026-10'],
  ['October-2026', '2026-10'],
  ['Oct-26', '2026-10'],
  ["Oct '26", '2026-10'],
  ['10/2026', '2026-10'],
  ['2026-10', '2026-10'],
  ['31/10/2026', '2026-10'],
  ['2026-10-01', '2026-10'],
  ['अक्टूबर २०२६', '2026-10'],
])('reads %s as the month %s', (cell, month) => expect(readMonth(cell)).toBe(month))

test.each(['13/2026', 'yes', 'Oct', '2026'])('rejects %s as a month', (cell) => expect(readMonth(cell)).toBeUndefined())

test.each([
  ['1000', 1000],
  ['₹1,200', 1200],
  ['Rs. 1,25,000.50', 125_000.5],
  ['1200/-', 1200],
  ['₹ 999.5', 999.5],
  ['१२००', 1200],
  ['nil', 0],
  ['-', 0],
])('reads %s as an amount', (cell, rupees) => expect(readRupees(cell)).toBe(rupees))

test.each(['-500', 'free', '1.234', '12 13', '1e5'])('rejects %s as an amount', (cell) => expect(readRupees(cell)).toBeUndefined())

test.each([
  ['12', 12],
  ['Seat 12', 12],
  ['S-07', 7],
  ['#3', 3],
  ['सीट १२', 12],
  ['Seat No. 4', 4],
])('reads %s as a seat', (cell, seat) => expect(readSeat(cell)).toBe(seat))

test.each([
  ['Morning', 'morning'],
  ['सुबह', 'morning'],
  ['Afternoon shift', 'afternoon'],
  ['दोपहर', 'afternoon'],
  ['Full Day', 'full-day'],
  ['FULL-DAY', 'full-day'],
  ['पूरा दिन', 'full-day'],
])('reads %s as a slot', (cell, slot) => expect(readSlot(cell, firstShifts)).toBe(slot))

test('reads the names and keys of the shifts of the hall, before other words for the first three', () => {
  const shifts = [...firstShifts.slice(1), { key: 'evening-2', name: 'Evening batch' }, { key: 'ratri', name: 'रात्रि' }]
  expect(['evening', 'EVENING BATCH', 'evening-2', 'रात्रि', 'pm', 'morning'].map((cell) => readSlot(cell, shifts))).toEqual([
    'evening-2',
    'evening-2',
    'evening-2',
    'ratri',
    'afternoon',
    undefined,
  ])
})

test('reads unknown values as neither a seat nor a slot', () =>
  expect([readSeat('window'), readSeat('1.5'), readSlot('night', firstShifts)]).toEqual([undefined, undefined, undefined]))

const headings = (...cells: string[]) =>
  registerIn([
    { row: 1, cells },
    { row: 2, cells: ['x'] },
  ])?.columns.map(({ field }) => field)

describe('columns', () => {
  test('are matched by common headings, in English and Hindi', () => {
    expect(headings('S.No', 'Student Name', 'Mobile', 'Seat No.', 'Shift', 'DATE OF JOINING', 'Fee (₹)', 'Paid till', 'Balance')).toEqual([
      ...['name', 'phone', 'seatNumber', 'slot', 'dateJoinedLibrary', 'monthlyFee', 'paidUpTo', 'oldDues'],
    ])
    expect(headings('नाम', 'मोबाइल नंबर', 'सीट', 'पाली', 'प्रवेश तिथि', 'फीस', 'बकाया')).toEqual([
      ...['name', 'phone', 'seatNumber', 'slot', 'dateJoinedLibrary', 'monthlyFee', 'oldDues'],
    ])
  })

  test('use the more common of two headings for the same field, and report the other', () => {
    const register = registerIn([
      { row: 3, cells: ['Balance due', 'Name', 'Old dues', 'Remarks', ''] },
      { row: 4, cells: ['x'] },
    ])
    expect(register.columns).toEqual([
      { heading: 'Name', field: 'name', at: 1 },
      { heading: 'Old dues', field: 'oldDues', at: 2 },
    ])
    expect(register.unused).toEqual([
      { heading: 'Balance due', at: 0 },
      { heading: 'Remarks', at: 3 },
    ])
  })

  test('may be below a title', () => {
    const rows = [['Saraswati Study Hall'], ['Register 2026'], ['Name', 'Seat'], ['Asha', '1']].map((cells, at) => ({ row: at + 1, cells }))
    expect(registerIn(rows).rows).toEqual([{ row: 4, cells: ['Asha', '1'] }])
  })

  test('are those of the first row with the most cells without a known heading, for a person to match', () => {
    const rows = [['Register'], ['Stu.', 'No.'], ['Asha', '1']].map((cells, at) => ({ row: at + 1, cells }))
    expect(registerIn(rows)).toMatchObject({ columns: [], unused: [{ heading: 'Stu.' }, { heading: 'No.' }], rows: [{ row: 3 }] })
    expect(registerIn(rows, ['name', 'name']).columns).toEqual([{ heading: 'Stu.', field: 'name', at: 0 }])
  })

  test('may have no heading above their cells', () => {
    const rows = [['Name'], ['Asha', '98765 43210']].map((cells, at) => ({ row: at + 1, cells }))
    expect(registerIn(rows).unused).toEqual([{ heading: '', at: 1 }])
  })
})

test.each([
  ['31/02/2026', true],
  ['2026-13-01', true],
  ['31 Nov 2026', true],
  ['३१/०२/२०२६', true],
  ['31 Foo 2026', false],
  ['05/11/2026', false],
  ['soon', false],
  ['12345', false],
])('tells whether %j is a date that does not exist: %j', (cell, is) => expect(isImpossibleDay(cell)).toBe(is))

test('creates passwords that can be read aloud and never repeat', () => {
  const made = Array.from({ length: 500 }, makePassword)
  for (const password of made) expect(password).toMatch(/^(?:[bdfhjkmnprstvy][aeou]){2}(?:-(?:[bdfhjkmnprstvy][aeou]){2}){2}-[2-9]{2}$/)
  expect(new Set(made).size).toBe(500)
})
