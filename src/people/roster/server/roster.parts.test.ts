import { expect, test } from 'vitest'
import { sheetErrors } from '#contract/sheet.ts'
import { given } from '#server/testing/given.ts'
import { rosterErrors } from '../roster.contract.ts'
import { rosterLimits } from '../roster.limits.ts'
import { rosterHall } from './testing/rosterHall.ts'

const givenHall = async () => rosterHall(await given())

const json = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
const told = (rows: { row: number; message: string }[]) => rows.map(({ row, message }) => `${row} ${message}`)

test('matches unknown headings by hand, with sample cells', async () => {
  const { check, take } = await givenHall()
  const file = 'Stu. Nm.,Ct.,Remarks\nआशा शर्मा,98765 43210,good\nRavi,98765 00000,'
  const guessed = await check(file)
  expect(guessed).toMatchObject({ columns: [], students: [], problemCount: 0, rowCount: 2 })
  expect(guessed.unused).toEqual([
    { at: 0, heading: 'Stu. Nm.', samples: ['आशा शर्मा', 'Ravi'] },
    { at: 1, heading: 'Ct.', samples: ['98765 43210', '98765 00000'] },
    { at: 2, heading: 'Remarks', samples: ['good'] },
  ])
  expect((await take(file)).body.code).toBe(rosterErrors.noHeadings.code)
  const columns = json({ columns: ['name', 'phone', null] })
  const matched = await check(file, columns)
  expect(matched.columns.map(({ heading, field }) => [heading, field])).toEqual([
    ['Stu. Nm.', 'name'],
    ['Ct.', 'phone'],
  ])
  expect(matched.students.map(({ name, phone }) => [name, phone])).toEqual([
    ['आशा शर्मा', '98765 43210'],
    ['Ravi', '98765 00000'],
  ])
})

test('rejects an invalid matching or correction', async () => {
  const { send } = await givenHall()
  for (const fields of [
    { columns: '["nose"]' },
    { columns: 'name' },
    { fixes: '[{"row":2}]' },
    { anyway: '["x"]' },
    { from: 'x' },
  ] as Record<string, string>[])
    expect((await send('Name\nAsha', fields)).status).toBe(400)
})

test('accepts as many corrected cells as the limit allows, each as long as allowed, and not one more', async () => {
  const { send } = await givenHall()
  const fix = (length: number) => ({ row: 2, field: 'name', value: 'x'.repeat(length) })
  const statusOf = async (fixes: unknown[]) => (await send('Name,Email\nAsha,a@example.org', json({ fixes }))).status
  expect(await statusOf([fix(rosterLimits.fixedCell)])).toBe(200)
  expect(await statusOf([fix(rosterLimits.fixedCell + 1)])).toBe(400)
  expect(await statusOf(Array.from({ length: rosterLimits.fixedCells }, () => fix(1)))).toBe(200)
  expect(await statusOf(Array.from({ length: rosterLimits.fixedCells + 1 }, () => fix(1)))).toBe(400)
})

test.each([
  ['name', 'Name,Phone\n,98765 43210', '2 Name is required'],
  ['email', 'Name,Email\nAsha,nowhere', '2 Please enter a valid email address'],
  ['contact', 'Name,Seat,Slot\nAsha,1,morning', '2 A mobile number is required, or an email'],
  ['phone', 'Name,Email,Phone\nAsha,a@b.in,none', '2 Please enter a phone number'],
  ['phone', 'Name,Phone\nAsha,022 2345 6789', '2 Please enter a mobile number of ten digits, or an email'],
  ['seat', 'Name,Email,Seat,Slot\nAsha,a@b.in,12 B,morning', '2 “12 B” is not a seat number'],
  ['slot', 'Name,Email,Slot\nAsha,a@b.in,night', '2 “night” is not a shift. Use morning, afternoon or full-day'],
  ['slotMissing', 'Name,Email,Seat\nAsha,a@b.in,4', '2 A seat needs a shift: morning, afternoon or full-day'],
  ['date', 'Name,Email,Joined\nAsha,a@b.in,31/02/2026', '2 31/02/2026 is not a day in the calendar'],
  ['dates', 'Name,Email,DOB\nAsha,a@b.in,01/01/2030', '2 This date of birth is in the future'],
  ['amount', 'Name,Email,Fee\nAsha,a@b.in,free', '2 “free” is not an amount. Write it as 1000 or 999.50'],
  ['month', 'Name,Email,Joined,Paid up to\nAsha,a@b.in,1/1/2026,soon', '2 “soon” is not a month. Write it as Oct 2026 or 31/10/2026'],
  ['role', 'Name,Email,Role\nAsha,a@b.in,manager', '2 “manager” is not a student. Only students can be imported'],
])('reports a problem of the kind %s with its cell', async (kind, file, message) => {
  const { check } = await givenHall()
  const { problems, problemGroups, students } = await check(file)
  expect([told(problems), problemGroups, students]).toEqual([[message], [{ kind, count: 1 }], []])
})

test('names the code and the parameters of each problem and duplicate, for other languages', async () => {
  const { app, check, take } = await givenHall()
  await take('Name,Phone,Seat,Slot\nMeena,98765 00009,7,morning')
  const lines = [
    'Asha,a@b.in,,7,morning,',
    'Bela,b@b.in,,999,morning,',
    'Chand,c@b.in,,8,full-day,31/02/2026',
    'Dev,d@b.in,,8,afternoon,soon',
    'Esha,nowhere,,,,',
    'Farid,,98765 00009,,,',
    'Gita,,98765 00009,,,',
  ]
  const { problems, duplicates } = await check(['Name,Email,Phone,Seat,Slot,Joined', ...lines].join('\n'))
  const seats = (await app.as('superadmin').then((one) => one.get('/customization'))).body.hall.seats
  expect(problems.map(({ row, code, params }) => [row, code, params])).toEqual([
    [2, 'users.seat_taken', { seat: 7, half: 'morning', name: 'Meena' }],
    [3, 'users.seat_missing', { seats }],
    [4, 'roster.not_in_calendar', { value: '31/02/2026' }],
    [5, 'roster.seat_twice', { seat: 8, half: 'afternoon', row: 4 }],
    [5, 'roster.not_date', { value: 'soon', example: '05/11/2026' }],
    [6, 'invalid', undefined],
  ])
  expect(duplicates.map(({ row, code, params }) => [row, code, params])).toEqual([
    [7, 'roster.phone_known', { name: 'Meena' }],
    [8, 'roster.phone_known', { name: 'Meena' }],
  ])
})

test('counts problems by kind, most frequent first, and limits each reply', async () => {
  const { check } = await givenHall()
  const rows = Array.from({ length: 300 }, (_, n) => `S${n},s${n}@example.org,soon`)
  const { problems, problemGroups, problemCount } = await check(['Name,Email,Joined', 'X,nowhere,', ...rows].join('\n'))
  expect(problemGroups).toEqual([
    { kind: 'date', count: 300 },
    { kind: 'email', count: 1 },
  ])
  expect([problems.length, problemCount]).toEqual([201, 301])
  expect(problems[1]).toMatchObject({ row: 3, field: 'dateJoinedLibrary', column: 'Joined', value: 'soon', name: 'S0' })
})

test('replaces the cell of the file with the corrected one, even if the file has no such column', async () => {
  const { check, take, students } = await givenHall()
  const file = 'Name,Phone,Joined\nAsha,98765 43210,31/02/2026\nRavi,98765 00000,1/11/2026'
  const fixes = json({
    fixes: [
      { row: 2, field: 'dateJoinedLibrary', value: ' 28/02/2026 ' },
      { row: 2, field: 'email', value: 'asha@example.org' },
      { row: 3, field: 'email', value: 'ravi@example.org' },
    ],
  })
  expect((await check(file, fixes)).problems).toEqual([])
  await take(file, fixes)
  expect((await students()).map(({ name, email, dateJoined }) => [name, email, dateJoined])).toEqual([
    ['Asha', 'asha@example.org', '2026-02-28'],
    ['Ravi', 'ravi@example.org', '2026-11-01'],
  ])
})

const mixed = [
  'Name,Email,Joined,Remarks',
  'Asha,asha@example.org,1/11/2026,=1+1',
  'Ravi,ravi@example.org,31/02/2026,"late, often"',
  'Bela,asha@example.org,2/11/2026,',
  'Chand,chand@example.org,3/11/2026,',
].join('\n')

test('imports the rows without problems, and returns the others with the reasons', async () => {
  const { check, take, leftOut, students } = await givenHall()
  expect((await check(mixed)).students).toHaveLength(2)
  expect(await leftOut(mixed)).toEqual([
    'Name,Email,Joined,Remarks,Why not imported',
    'Ravi,ravi@example.org,31/02/2026,"late, often",Joined: 31/02/2026 is not a day in the calendar',
    'Bela,asha@example.org,2/11/2026,,Row 2 has this address too',
  ])
  expect((await take(mixed)).body.code).toBe(rosterErrors.problems.code)
  expect((await take(mixed, { expected: '3' })).body.code).toBe(rosterErrors.changedMeanwhile.code)
  expect(await students()).toEqual([])
  const { status, body } = await take(mixed, { expected: '2' })
  expect([status, body.slips.map(({ name }: { name: string }) => name)]).toEqual([200, ['Asha', 'Chand']])
  expect((await students()).map(({ name }) => name)).toEqual(['Asha', 'Chand'])
})

test('returns rows with the corrected cells, which can be imported again', async () => {
  const { check, leftOut } = await givenHall()
  const fixes = json({
    fixes: [
      { row: 3, field: 'name', value: 'Ravi Kumar' },
      { row: 3, field: 'phone', value: '98765 43210' },
    ],
  })
  const lines = await leftOut(mixed, fixes)
  expect(lines.slice(0, 2)).toEqual([
    'Name,Email,Joined,Remarks,Phone,Why not imported',
    'Ravi Kumar,ravi@example.org,31/02/2026,"late, often",98765 43210,Joined: 31/02/2026 is not a day in the calendar',
  ])
  const again = await check(lines.join('\n').replace('31/02', '28/02'))
  expect([again.problemCount, again.ignored]).toEqual([0, ['Remarks', 'Why not imported']])
})

test('imports nobody twice on a second press', async () => {
  const { take, check, students } = await givenHall()
  await take(mixed, { expected: '2' })
  expect((await take(mixed, { expected: '2' })).body.code).toBe(rosterErrors.changedMeanwhile.code)
  expect(await students()).toHaveLength(2)
  expect(told((await check(mixed)).duplicates)).toEqual([
    '2 Someone already has the address asha@example.org',
    '4 Someone already has the address asha@example.org',
    '5 Someone already has the address chand@example.org',
  ])
})

test('imports nobody twice by phone number on two presses at once', async () => {
  const { take, students } = await givenHall()
  const file = 'Name,Phone,Email\nAsha,98765 43210,a@example.org\nRavi,98765 00000,b@example.org'
  const other = file.replace('a@', 'c@').replace('b@', 'd@')
  const answers = await Promise.all([take(file, { expected: '2' }), take(other, { expected: '2' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await students()).toHaveLength(2)
})

test('skips a shared phone number unless selected, and never imports the same name with it', async () => {
  const { app, check, take, students } = await givenHall()
  await app.as('student', { name: 'Meera', email: 'meera@example.org', phone: '+91 98765 11111' })
  const file = [
    'Name,Email,Phone',
    'Sita,sita@example.org,98765-11111',
    'meera,m2@example.org,098765 11111',
    'Gita,gita@example.org,98765 22222',
    'Rita,rita@example.org,9876522222',
    'Gita,g2@example.org,9876522222',
    'No,no@example.org,12345',
    'Na,na@example.org,12345',
    'Fay,fay@example.org,+44 98765 22222',
    'Hari,hari@example.org,022 2345 6789',
    'Hari,h2@example.org,(022) 23456789',
  ].join('\n')
  const { duplicates, students: ready } = await check(file)
  expect(told(duplicates)).toEqual([
    '2 Meera already has this phone number',
    '3 meera is already here, with the same phone number',
    '5 Row 4 has this phone number too',
    '6 Row 4 has the same name and phone number',
    '11 Row 10 has the same name and phone number',
  ])
  expect(duplicates.map(({ canImport }) => canImport)).toEqual([true, false, true, false, false])
  expect(ready.map(({ name }) => name)).toEqual(['Gita', 'No', 'Na', 'Fay', 'Hari'])
  const anyway = json({ anyway: [2, 3, 5, 6, 11] })
  expect((await check(file, anyway)).duplicates.map(({ isSkipped }) => isSkipped)).toEqual([false, true, false, true, true])
  expect((await take(file, { ...anyway, expected: '7' })).status).toBe(200)
  expect((await students()).map(({ name }) => name)).toEqual(['Meera', 'Sita', 'Gita', 'Rita', 'No', 'Na', 'Fay', 'Hari'])
})

test('ignores problems of a skipped row, which takes no seat', async () => {
  const { app, check } = await givenHall()
  await app.as('student', { name: 'Meera', email: 'meera@example.org' })
  const { problems, students } = await check(
    'Name,Email,Seat,Slot,Joined\nMeera,meera@example.org,4,morning,soon\nAsha,asha@example.org,4,morning,1/11/2026',
  )
  expect([problems, students.map(({ name, seatNumber }) => [name, seatNumber])]).toEqual([[], [['Asha', 4]]])
})

const many = (size: number) => `Name,Email\n${Array.from({ length: size }, (_, n) => `Student ${n},s${n}@example.org`).join('\n')}`

test('reads a file of ten thousand rows in parts of one import each', async () => {
  const { check, send } = await givenHall()
  const file = many(rosterLimits.studentsInFile)
  const first = await check(file)
  expect(first).toMatchObject({ rowCount: 1_000, fileRowCount: 10_000, firstRow: 2, lastRow: 1_001, nextRow: 1_002 })
  expect(first.students).toHaveLength(1_000)
  expect(await check(file, { from: '9002' })).toMatchObject({ rowCount: 1_000, firstRow: 9_002, lastRow: 10_001, nextRow: null })
  expect((await send(file, { from: '10002' })).body.code).toBe(rosterErrors.noStudents.code)
  for (const size of [rosterLimits.studentsInFile + 1, rosterLimits.studentsInFile + 500]) {
    const { status, body } = await send(many(size))
    expect([status, body.code]).toEqual([400, sheetErrors.tooManyRows.code])
  }
})
