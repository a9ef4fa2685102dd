import { streamXlsxRows } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { sheetErrors } from '#contract/sheet.ts'
import { given } from '#server/testing/given.ts'
import { workbook } from '#server/testing/sheets.ts'
import { type ImportReply, rosterErrors } from '../roster.contract.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-22T06:00:00.000Z')
  const admin = await app.as('admin', { name: 'Anita', email: 'anita@example.org' })
  const send = async (file: string | Uint8Array, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'register.csv'))
    return admin.post('/user/import', form)
  }
  const check = async (file: string | Uint8Array, fields = {}): Promise<ImportReply> => (await send(file, fields)).body
  const problems = async (file: string, fields = {}) =>
    (await check(file, fields)).problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)
  const take = (file: string | Uint8Array, fields = {}) => send(file, { dryRun: 'false', reason: 'Paper register', ...fields })
  const students = () => app.db.selectFrom('users').selectAll().where('role', '=', 'student').orderBy('id').execute()
  return { app, admin, send, check, problems, take, students }
}

const register = [
  'Student Name,Email,Mobile,Seat No,Shift,Date of Joining,Monthly Fee,Paid up to,Old dues,Remarks',
  'आशा शर्मा,asha@example.org,+91 98765 43210,7,Full day,05/04/2024,"₹1,200",Oct 2026,300,good',
  'Ravi Kumar,ravi@example.org,9876500000,8,Morning,1 Nov 2026,,,,',
].join('\n')

test('a register is imported with passwords that work, what is paid and what is owed', async () => {
  const { app, admin, check, take, students } = await givenHall()
  const seen = await check(register)
  expect(seen).toMatchObject({ problemCount: 0, problems: [], ignored: ['Remarks'], withoutEmail: 0, slips: [] })
  expect(seen.students[0]).toEqual({
    ...{
      row: 2,
      name: 'आशा शर्मा',
      email: 'asha@example.org',
      isMadeAddress: false,
      phone: '+91 98765 43210',
      seatNumber: 7,
      slot: 'full-day',
    },
    ...{ dateJoinedLibrary: '2024-04-05', terminationDate: null, dob: null, monthlyFee: 1200, paidUpTo: '2026-10', oldDues: 300 },
  })
  expect(await students()).toEqual([])
  expect(seen.concessions).toBe(1)
  const without = await take(register, { reason: '' })
  expect([without.status, without.body.fields]).toEqual([
    400,
    { reason: "Please enter why students pay another fee than the hall's, or had paid already" },
  ])
  const { status, body } = await take(register)
  expect(status).toBe(200)
  expect(body.slips.map(({ name, seatNumber, email }: ImportReply['slips'][number]) => [name, seatNumber, email])).toEqual([
    ['आशा शर्मा', 7, 'asha@example.org'],
    ['Ravi Kumar', 8, 'ravi@example.org'],
  ])
  for (const { email, password } of body.slips) expect((await app.anyone().post('/auth/login', { email, password })).status).toBe(200)
  const [asha] = await students()
  expect(asha).toMatchObject({ monthlyFee: 120_000, seatNumber: 7, dateJoined: '2024-04-05' })
  const [opening] = await app.db.selectFrom('openings').selectAll().execute()
  expect(opening).toMatchObject({ userId: asha?.id, paidUpTo: 2026 * 12 + 9, oldDues: 30_000 })
  expect((await admin.get('/user/seats')).body.items[6]).toMatchObject({ morning: { name: 'आशा शर्मा' }, afternoon: { name: 'आशा शर्मा' } })
  const audited = await app.db.selectFrom('audit').selectAll().where('action', '=', 'users.create').execute()
  expect(audited).toHaveLength(2)
  const told = JSON.stringify([audited, await students()])
  for (const { password } of body.slips) expect(told).not.toContain(password)
})

test('a person who takes the same register in twice doubles nobody', async () => {
  const { take, problems, students } = await givenHall()
  await take(register)
  const again = await take(register)
  expect([again.status, again.body.code]).toEqual([400, rosterErrors.problems.code])
  expect(await students()).toHaveLength(2)
  expect(await problems(register)).toEqual(expect.arrayContaining(['2 Email: Someone already has the address asha@example.org']))
})

test('addresses that were made double nobody either', async () => {
  const { take, check, students } = await givenHall()
  const names = 'Name,Phone\nआशा शर्मा,\nRavi Kumar,\nRavi Kumar,'
  const { body } = await take(names, { makeAddresses: 'true' })
  expect(body.slips.map(({ email }: { email: string }) => email)).toEqual([
    ...['aasha.sharma@students.local', 'ravi.kumar@students.local', 'ravi.kumar-2@students.local'],
  ])
  expect((await check(names, { makeAddresses: 'true' })).problemCount).toBe(3)
  expect(await students()).toHaveLength(3)
})

test('every problem is told by its row and column, and nothing is written', async () => {
  const { app, problems, take, students } = await givenHall()
  await app.as('student', { name: 'Meera', email: 'meera@example.org', phone: '98765 11111' })
  const owner = await app.as('superadmin')
  await owner.post('/user', {
    name: 'Sita',
    email: 's@example.org',
    password: 'correct horse',
    role: 'student',
    slot: 'morning',
    seatNumber: 3,
  })
  const bad = [
    'Name,Email,Mobile,Seat,Slot,Joined,DOB,Fee,Paid up to,Dues,Valid till',
    ',a@example.org,,,,,,,,,',
    'B,not an address,,,,,,,,,',
    'C,meera@example.org,,99,morning,,,,,,',
    'D,d@example.org,abc,3,full-day,31/02/2026,,,,,',
    'E,d@example.org,,4,night,,,free,,,',
    'F,f@example.org,,5,,,,0,,,',
    'G,g@example.org,,6,morning,05/11/2026,,,Oct 2026,-5,04/11/2026',
    'H,h@example.org,,6,full-day,,01/01/2030,,Oct 2026,,',
    'Meera,m2@example.org,+91 98765 11111,9,full-day,,,,,,',
    `${'x'.repeat(121)},i@example.org,,9,morning,,,,,,`,
  ].join('\n')
  expect(await problems(bad)).toEqual([
    '2 Name: Name is required',
    '3 Email: Please enter a valid email address',
    '4 Email: Someone already has the address meera@example.org',
    '4 Seat: Seat number must be from 1 to 38',
    '5 Mobile: Please enter a phone number',
    '5 Seat: Seat 3 (morning) is taken by Sita',
    '5 Joined: “31/02/2026” is not a date. Write it as day/month/year, for example 05/11/2026',
    '6 Email: Row 5 has this address too',
    '6 Slot: “night” is not a slot. Use morning, afternoon or full-day',
    '6 Fee: “free” is not an amount. Write it as 1000 or 999.50',
    '7 Slot: A seat needs a slot: morning, afternoon or full-day',
    '7 Fee: Please enter an amount above 0, such as 1000 or 999.50',
    '8 Paid up to: This is before the joining date',
    '8 Dues: “-5” is not an amount. Write it as 1000 or 999.50',
    '8 Valid till: This is before the joining date',
    '9 Joined: The joining date is needed where fees were paid before',
    '9 DOB: This date of birth is in the future',
    '10 Name: Meera is already here, with the same phone number',
    '11 Name: Please use at most 120 characters',
    '11 Seat: Seat 9 (morning) is also given to row 10',
  ])
  const before = (await students()).length
  const { status, body } = await take(bad)
  expect([status, body.code, await students()]).toEqual([400, rosterErrors.problems.code, expect.objectContaining({ length: before })])
})

test('rows without an address are problems until addresses are asked for', async () => {
  const { check } = await givenHall()
  expect(await check('Name,Seat,Slot\nAsha,1,morning')).toMatchObject({
    withoutEmail: 1,
    problems: [{ row: 2, column: 'Email', message: 'The email address is missing' }],
  })
  expect(await check('Name,Seat,Slot\nAsha,1,morning', { makeAddresses: 'true' })).toMatchObject({
    withoutEmail: 1,
    problemCount: 0,
    students: [{ email: 'asha.1@students.local', isMadeAddress: true }],
  })
})

test('the seat of someone whose membership is over can be given away, and such a person takes none', async () => {
  const { app, check, take } = await givenHall()
  await take('Name,Email,Seat,Slot,Joined,Valid till\nAsha,a@example.org,1,morning,1/1/2025,1/1/2026')
  expect((await check('Name,Email,Seat,Slot\nRavi,r@example.org,1,morning')).problemCount).toBe(0)
  await take('Name,Email,Seat,Slot\nRavi,r@example.org,1,morning')
  // Ravi sits on 1. Of those who left, 2 is kept for who comes first.
  const left = 'Joined,Valid till\nBela,b@example.org,1,full-day,1/1/2025,1/1/2026\nChand,c@example.org,2,morning,1/1/2025,1/1/2026'
  const { status } = await take(`Name,Email,Seat,Slot,${left}\nDev,d@example.org,2,full-day,1/1/2025,2/1/2026`)
  expect(status).toBe(200)
  const seated = await app.db.selectFrom('users').select(['name', 'seatNumber']).where('slot', 'is not', null).orderBy('name').execute()
  expect(seated.map(({ name, seatNumber }) => [name, seatNumber])).toEqual([
    ['Asha', null],
    ['Bela', null],
    ['Chand', 2],
    ['Dev', null],
    ['Ravi', 1],
  ])
})

test('of two who take the same register in at the same moment one is told to look again', async () => {
  const { take, students } = await givenHall()
  const answers = await Promise.all([take(register), take(register)])
  const [, loser] = answers.toSorted((one, other) => one.status - other.status)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // Where it began after the other one was done it is told the rows instead.
  expect([rosterErrors.changedMeanwhile.code, rosterErrors.problems.code]).toContain(loser?.body.code)
  expect(await students()).toHaveLength(2)
})

describe('a file that is none', () => {
  test.each([
    ['Phone\n1', rosterErrors.noHeadings.code],
    ['Name,Phone', rosterErrors.noStudents.code],
    ['', sheetErrors.empty.code],
    ['%PDF-1.7', sheetErrors.notSheet.code],
  ])('%j is refused', async (text, code) => {
    const { send } = await givenHall()
    const { status, body } = await send(text)
    expect([status, body.code]).toEqual([400, code])
    expect(body.fields.file).toBe(body.message)
  })

  test('a missing one is asked for', async () => {
    const { admin } = await givenHall()
    expect((await admin.post('/user/import', { dryRun: true })).body.fields).toEqual({ file: sheetErrors.notSheet.message })
  })
})

test(`at most ${limits.studentsAtOnce} students come at once`, async () => {
  const { check, send } = await givenHall()
  const many = (size: number) => `Name,Email\n${Array.from({ length: size }, (_, n) => `Student ${n},s${n}@example.org`).join('\n')}`
  expect((await check(many(limits.studentsAtOnce))).students).toHaveLength(limits.studentsAtOnce)
  const { status, body } = await send(many(limits.studentsAtOnce + 1))
  expect([status, body.code]).toEqual([400, sheetErrors.tooManyRows.code])
})

describe('out', () => {
  test('everybody whom the filters find goes out with what is owed, and no formula', async () => {
    const { app, admin, take } = await givenHall()
    await take(register)
    await app.as('manager', { name: '=Manager', email: 'manager@example.org' })
    const { text, headers } = await admin.get('/user/export?format=csv')
    expect(headers['content-disposition']).toBe('attachment; filename="Users 2026-11-22.csv"')
    const [headings, ...lines] = text.trim().split('\r\n')
    expect(headings).toBe('Name,Email,Phone,Seat,Slot,Joined,Valid till,Date of birth,Monthly fee,Paid up to,Old dues,Balance due,Role')
    expect(lines.toSorted()).toEqual(
      [
        "'=Manager,manager@example.org,,,,,,,,,,,manager",
        'Anita,anita@example.org,,,,,,,,,,,admin',
        'Ravi Kumar,ravi@example.org,9876500000,8,morning,2026-11-01,,,,,,0.00,student',
        "आशा शर्मा,asha@example.org,'+91 98765 43210,7,full-day,2024-04-05,,,1200.00,Oct 2026,300.00,300.00,student",
      ].toSorted(),
    )
    expect((await admin.get('/user/export?format=csv&role=student&search=ravi')).text.trim().split('\r\n')).toHaveLength(2)
  })

  test.each(['csv', 'xlsx'])('what goes out as %s comes in again elsewhere', async (format) => {
    const one = await givenHall()
    await one.take(register)
    const { bytes } = await one.admin.get(`/user/export?format=${format}&role=student`)
    const other = await givenHall()
    await other.app.db.deleteFrom('openings').execute()
    await other.app.db.deleteFrom('charges').execute()
    await other.app.db.deleteFrom('feeAccounts').execute()
    await other.app.db.deleteFrom('seats').execute()
    await other.app.db
      .updateTable('users')
      .set({ email: null, emailFolded: null, deletedAt: '2026-01-01T00:00:00.000Z' })
      .where('role', '=', 'student')
      .execute()
    const seen = await other.check(bytes)
    expect(seen.problems).toEqual([])
    expect(seen.students.find(({ email }) => email === 'asha@example.org')).toMatchObject({
      ...{ name: 'आशा शर्मा', phone: '+91 98765 43210', seatNumber: 7, slot: 'full-day', dateJoinedLibrary: '2024-04-05' },
      ...{ monthlyFee: 1200, paidUpTo: '2026-10', oldDues: 300 },
    })
  })

  test('who has paid nothing since joining is in no month paid up to, and what is owed from before comes out as old dues', async () => {
    const { app, admin, take, check } = await givenHall()
    await take('Name,Email,Joined\nNew,new@example.org,2026-10-05\nBack,back@example.org,2026-08-05\nNever,never@example.org,')
    const people = await app.db.selectFrom('users').select(['id', 'name']).where('role', '=', 'student').execute()
    const idOf = (name: string) => people.find((person) => person.name === name)?.id
    for (const name of ['New', 'Back']) expect((await admin.post(`/user/fees/generate/${idOf(name)}`, { feeAmount: 700 })).status).toBe(200)
    const month = { studentId: idOf('Never'), kind: 'monthly', month: 11, year: 2026, amount: 450 }
    expect((await admin.post('/user/fees', month)).status).toBe(201)
    await app.db.updateTable('users').set({ dateJoined: '2026-11-02' }).where('name', '=', 'Back').execute()
    const { text } = await admin.get('/user/export?format=csv&role=student')
    const lines = text.trim().split('\r\n').slice(1).toSorted()
    expect(lines).toEqual([
      'Back,back@example.org,,,,2026-11-02,,,,,2100.00,2800.00,student',
      'Never,never@example.org,,,,,,,,,450.00,450.00,student',
      'New,new@example.org,,,,2026-10-05,,,,,,1400.00,student',
    ])
    expect(
      (
        await check(
          text
            .replaceAll('@example.org', '@example.com')
            .replace(/^(\w+),/gm, '$1 Again,')
            .replace('Name Again', 'Name'),
        )
      ).problems,
    ).toEqual([])
  })

  test('the template has the headings that the import knows', async () => {
    const { admin, check } = await givenHall()
    const { bytes } = await admin.get('/user/import/template?format=xlsx')
    const rows: unknown[][] = []
    for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
    expect(rows).toHaveLength(1)
    const filled = await workbook([
      rows[0] as string[],
      ['Asha', 'a@example.org', 9_876_543_210, 4, 'Morning', new Date('2026-11-05T00:00:00Z')],
    ])
    const { columns, students, ignored, problems } = await check(filled)
    expect([columns.length, ignored, problems]).toEqual([rows[0]?.length, [], []])
    expect(students[0]).toMatchObject({ phone: '9876543210', seatNumber: 4, slot: 'morning', dateJoinedLibrary: '2026-11-05' })
  })
})
