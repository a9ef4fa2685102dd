import { streamXlsxRows } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { sheetErrors } from '#contract/sheet.ts'
import { given } from '#server/testing/given.ts'
import { workbook } from '#server/testing/sheets.ts'
import { type ImportReply, rosterErrors } from '../roster.contract.ts'
import { rosterHall } from './testing/rosterHall.ts'

const givenHall = async () => rosterHall(await given())

const register = [
  'Student Name,Email,Mobile,Seat No,Shift,Date of Joining,Monthly Fee,Paid up to,Old dues,Remarks',
  'आशा शर्मा,asha@example.org,+91 98765 43210,7,Full day,05/04/2024,"₹1,200",Oct 2026,300,good',
  'Ravi Kumar,ravi@example.org,9876500000,8,Morning,1 Nov 2026,,,,',
].join('\n')

test('imports a register with working passwords, paid months and dues', async () => {
  const { app, admin, check, take, students } = await givenHall()
  const seen = await check(register)
  expect(seen).toMatchObject({ problemCount: 0, problems: [], ignored: ['Remarks'], sharedPhones: 0, slips: [] })
  expect(seen.students[0]).toEqual({
    ...{
      row: 2,
      name: 'आशा शर्मा',
      email: 'asha@example.org',
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

test('duplicates nobody if the same register is imported twice', async () => {
  const { take, check, students } = await givenHall()
  await take(register)
  const again = await take(register)
  expect([again.status, again.body.code]).toEqual([400, rosterErrors.nobodyLeft.code])
  expect(await students()).toHaveLength(2)
  const { duplicates, problemCount } = await check(register)
  expect(problemCount).toBe(0)
  expect(duplicates.map(({ row, message }) => [row, message])).toEqual([
    [2, 'Someone already has the address asha@example.org'],
    [3, 'Someone already has the address ravi@example.org'],
  ])
})

test('lets students without an email sign in by phone, and duplicates nobody on a second import', async () => {
  const { app, take, check, students } = await givenHall()
  const register = 'Name,Mobile\nआशा शर्मा,+91 98206-28374\nRavi Kumar,98765 00001'
  const { status, body } = await take(register)
  expect([status, body.slips]).toEqual([
    200,
    [
      { name: 'आशा शर्मा', seatNumber: null, email: null, phone: '+91 98206-28374', password: expect.any(String) },
      { name: 'Ravi Kumar', seatNumber: null, email: null, phone: '98765 00001', password: expect.any(String) },
    ],
  ])
  for (const { phone, password } of body.slips)
    expect((await app.anyone().post('/auth/login', { email: phone, password })).status).toBe(200)
  expect((await check(register)).duplicates.map(({ message }) => message)).toEqual([
    'आशा शर्मा is already here, with the same phone number',
    'Ravi Kumar is already here, with the same phone number',
  ])
  expect((await take(register)).body.code).toBe(rosterErrors.nobodyLeft.code)
  expect(await students()).toHaveLength(2)
})

test('counts siblings with one phone and no email, because they cannot sign in', async () => {
  const { app, check, take } = await givenHall()
  await app.as('student', { phone: '98206 28374' })
  await app.as('student', { phone: '98765 99999', terminationDate: '2026-11-20' })
  const rows = ['Asha,9820628374,', 'Bela,98765 00001,', 'Chand,098765 00001,c@example.org', 'Dev,98765 00002,', 'Esha,9876599999,']
  const file = ['Name,Phone,Email', ...rows].join('\n')
  const skipping = await check(file)
  expect([skipping.problemCount, skipping.sharedPhones, skipping.duplicates.map(({ row }) => row)]).toEqual([0, 0, [2, 4, 6]])
  const anyway = { anyway: '[2,4,6]' }
  expect(await check(file, anyway)).toMatchObject({ problemCount: 0, sharedPhones: 2, students: { length: 5 } })
  const { slips }: ImportReply = (await take(file, anyway)).body
  const signedIn: string[] = []
  for (const { name, email, phone, password } of slips)
    if ((await app.anyone().post('/auth/login', { email: email ?? phone, password })).status === 200) signedIn.push(name)
  expect(signedIn).toEqual(['Chand', 'Dev', 'Esha'])
})

test('reports every problem by row and column, and writes nothing', async () => {
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
    'E,e@example.org,,99,night,,,free,,,',
    'F,f@example.org,,5,,,,0,,,',
    'G,g@example.org,,6,morning,05/11/2026,,,Oct 2026,-5,04/11/2026',
    'H,h@example.org,,6,full-day,,01/01/2030,,Oct 2026,,',
    'Meera,m2@example.org,+91 98765 11111,9,full-day,,,,,,',
    'J,j@example.org,,9,full-day,,,,,,',
    `${'x'.repeat(121)},i@example.org,,9,morning,,,,,,`,
  ].join('\n')
  expect(await problems(bad)).toEqual([
    '2 Name: Name is required',
    '3 Email: Please enter a valid email address',
    '5 Mobile: Please enter a phone number',
    '5 Seat: Seat 3 (morning) is taken by Sita',
    '5 Joined: 31/02/2026 is not a day in the calendar',
    '6 Seat: Seat number must be from 1 to 38',
    '6 Slot: “night” is not a shift. Use morning, afternoon or full-day',
    '6 Fee: “free” is not an amount. Write it as 1000 or 999.50',
    '7 Slot: A seat needs a shift: morning, afternoon or full-day',
    '7 Fee: Please enter an amount above 0, such as 1000 or 999.50',
    '8 Paid up to: This is before the joining date',
    '8 Dues: “-5” is not an amount. Write it as 1000 or 999.50',
    '8 Valid till: This is before the joining date',
    '9 Joined: The joining date is needed where fees were paid before',
    '9 DOB: This date of birth is in the future',
    '12 Name: Please use at most 120 characters',
    '12 Seat: Seat 9 (morning) is also given to row 11',
  ])
  const before = (await students()).length
  const { status, body } = await take(bad)
  expect([status, body.code, await students()]).toEqual([400, rosterErrors.problems.code, expect.objectContaining({ length: before })])
})

test('requires an email or a mobile number to sign in with', async () => {
  const { problems } = await givenHall()
  expect(await problems('Name,Phone,Email\nAsha,,\nBela,022 2345 6789,\nChand,022 2345 6700,c@example.org\nDev,abc,')).toEqual([
    '2 Phone: A mobile number is required, or an email',
    '3 Phone: Please enter a mobile number of ten digits, or an email',
    '5 Phone: Please enter a phone number',
  ])
})

test('frees the seat of a person whose membership is over, and seats no such person', async () => {
  const { app, check, take } = await givenHall()
  await take('Name,Email,Seat,Slot,Joined,Valid till\nAsha,a@example.org,1,morning,1/1/2025,1/1/2026')
  expect((await check('Name,Email,Seat,Slot\nRavi,r@example.org,1,morning')).problemCount).toBe(0)
  await take('Name,Email,Seat,Slot\nRavi,r@example.org,1,morning')
  // Ravi has seat 1. Of those who left, the first one keeps seat 2.
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

test('tells one of two who import the same register at once to check it again', async () => {
  const { take, students } = await givenHall()
  const answers = await Promise.all([take(register), take(register)])
  const [, loser] = answers.toSorted((one, other) => one.status - other.status)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // If it began after the other one had finished, its rows are skipped instead.
  expect([rosterErrors.changedMeanwhile.code, rosterErrors.nobodyLeft.code]).toContain(loser?.body.code)
  expect(await students()).toHaveLength(2)
})

describe('an invalid file', () => {
  test.each([
    ['Name,Phone', rosterErrors.noStudents.code],
    ['', sheetErrors.empty.code],
    ['%PDF-1.7', sheetErrors.notSheet.code],
  ])('is rejected: %j', async (text, code) => {
    const { send } = await givenHall()
    const { status, body } = await send(text)
    expect([status, body.code]).toEqual([400, code])
    expect(body.fields.file).toBe(body.message)
  })

  test('is requested if it is missing', async () => {
    const { admin } = await givenHall()
    expect((await admin.post('/user/import', { dryRun: true })).body.fields).toEqual({ file: sheetErrors.notSheet.message })
  })
})

describe('exports', () => {
  test('everybody who matches the filters, with dues and without formulas', async () => {
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
        'Ravi Kumar,ravi@example.org,9876500000,8,Morning,2026-11-01,,,,,,0.00,student',
        "आशा शर्मा,asha@example.org,'+91 98765 43210,7,Full-day,2024-04-05,,,1200.00,Oct 2026,300.00,300.00,student",
      ].toSorted(),
    )
    expect((await admin.get('/user/export?format=csv&role=student&search=ravi')).text.trim().split('\r\n')).toHaveLength(2)
  })

  test.each(['csv', 'xlsx'])('a %s file that another hall can import', async (format) => {
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

  test('no paid month for a student who has paid nothing since joining, and earlier dues as old dues', async () => {
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

  test('the template with the headings that the import knows', async () => {
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
