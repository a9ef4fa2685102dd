import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { sheetErrors } from '#contract/sheet.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { givenPublicUrl } from '#web/testing/publicUrl.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type ImportReply, type RosterStudent, rosterApi, rosterErrors } from '../roster.contract.ts'
import type { RosterProblem } from '../roster.register.contract.ts'
import { ImportPage } from './ImportPage.tsx'
import { RosterMenu } from './RosterMenu.tsx'

const student = (row: number, more: Partial<RosterStudent> = {}): RosterStudent => ({
  ...{ row, name: 'आशा शर्मा', email: 'asha@example.org', phone: '98765 43210', seatNumber: 7, slot: 'full-day' },
  ...{ dateJoinedLibrary: '2024-04-05', terminationDate: null, dob: null, monthlyFee: 1200, paidUpTo: '2026-10', oldDues: 300 },
  ...more,
})
const checked = (more: Partial<ImportReply> = {}): ImportReply => ({
  ...{
    columns: [
      { at: 0, heading: 'Name', field: 'name', samples: ['आशा शर्मा'] },
      { at: 1, heading: 'Phone', field: 'phone', samples: ['98765 43210'] },
    ],
    ...{ unused: [], ignored: [], problems: [], problemCount: 0, problemGroups: [], duplicates: [] },
    ...{ rowCount: more.students?.length ?? 1, fileRowCount: 1, firstRow: 2, lastRow: 2, nextRow: null },
    sharedPhones: 0,
    concessions: 0,
    students: [student(2)],
    slips: [],
  },
  ...more,
})
const slip = { name: 'आशा शर्मा', seatNumber: 7, email: 'asha@example.org', phone: null, password: 'k7mp-x3wd-9fhq' }
const problem = (row: number, more: Partial<RosterProblem> = {}): RosterProblem => ({
  ...{
    row,
    column: 'Joined',
    code: 'roster.not_in_calendar',
    message: '31/02/2026 is not a day in the calendar',
    kind: 'date',
    field: 'dateJoinedLibrary',
  },
  ...{ value: '31/02/2026', name: `Student ${row}` },
  ...more,
})
const withProblems = (problems: RosterProblem[], more: Partial<ImportReply> = {}) => {
  const kinds = [...Map.groupBy(problems, ({ kind }) => kind)]
  const problemGroups = kinds.map(([kind, { length }]) => ({ kind, count: length }))
  return checked({ problems, problemCount: problems.length, problemGroups, rowCount: problems.length + 1, ...more })
}

const register = new File(['Name\nAsha'], 'register.csv', { type: 'text/csv' })
const show = (replies: FakeReply[]) => renderPage(<ImportPage />, { as: 'admin', at: '/users/import', replies })
const imports = (answer: ImportReply | ((dryRun: boolean) => ReturnType<typeof refuse> | ImportReply)) =>
  reply(rosterApi.importStudents, ({ body }) => (typeof answer === 'function' ? answer(body.dryRun === 'true') : answer))

type Page = ReturnType<typeof show>
const check = (page: Page, file = register) => page.user.upload(screen.getByLabelText(/^Register/), file)
const bodies = ({ calls }: Page) => calls.map(({ received }) => received.body)
const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

beforeEach(() => {
  window.print = vi.fn()
  // As in newer browsers.
  vi.stubGlobal('scrollTo', () => Promise.resolve())
})

test('chooses, checks and imports a file, and shows the slips once', async () => {
  givenPublicUrl('https://hall.example.org')
  const page = show([imports((dryRun) => checked(dryRun ? {} : { slips: [slip] }))])
  await check(page)
  expect(await screen.findByText('Everything is in order. 1 student can be imported.')).toBeTruthy()
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect([
    row.getByText('आशा शर्मा'),
    row.getByText('asha@example.org'),
    row.getByText('7 · Full-day'),
    row.getByText('5 Apr 2024'),
  ]).toBeTruthy()
  expect(row.getByText('₹1,200 a month, paid up to Oct 2026, owes ₹300')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Import 1 student' }))
  const slips = within(await screen.findByRole('list', { name: 'Slips' }))
  expect([slips.getByText('k7mp-x3wd-9fhq'), slips.getByText('Seat 7'), slips.getByText('https://hall.example.org')]).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Print slips' }))
  expect(window.print).toHaveBeenCalledOnce()
  expect(page.calls.map(({ received }) => [received.body, received.file?.name])).toEqual([
    [{ dryRun: 'true' }, 'register.csv'],
    [{ dryRun: 'false', expected: '1' }, 'register.csv'],
  ])
})

test('asks before leaving the slips, and warns earlier if nothing was printed', async () => {
  const page = show([imports((dryRun) => checked(dryRun ? {} : { slips: [slip] }))])
  await check(page)
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 student' }))
  expect(await screen.findByText(/^The address is left out/)).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Slips' }).textContent).not.toMatch(/localhost|Open/)
  await page.user.click(await screen.findByRole('link', { name: 'Done' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Leave without printing?')).toBeTruthy()
  await page.user.click(question.getByRole('button', { name: 'Stay' }))
  expect(screen.getByText('k7mp-x3wd-9fhq')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Print slips' }))
  await page.user.click(screen.getByRole('link', { name: 'Done' }))
  expect(await screen.findByText('Leave this page?')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('asks before leaving while the import runs', async () => {
  const { promise, resolve } = Promise.withResolvers<ImportReply>()
  const page = show([reply(rosterApi.importStudents, ({ body }) => (body.dryRun === 'true' ? checked() : promise))])
  await check(page)
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 student' }))
  window.dispatchEvent(new PopStateEvent('popstate'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Leave while importing?')).toBeTruthy()
  await page.user.click(question.getByRole('button', { name: 'Stay' }))
  resolve(checked({ slips: [slip] }))
  expect(await screen.findByText('k7mp-x3wd-9fhq')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('groups problems by kind, and checks a corrected cell at once', async () => {
  const email = problem(9, {
    column: 'Email',
    kind: 'email',
    field: 'email',
    value: 'nowhere',
    message: 'Please enter a valid email address',
  })
  const page = show([
    reply(rosterApi.importStudents, ({ body }) =>
      body.fixes ? withProblems([problem(4), email]) : withProblems([problem(3), problem(4), email], { rowCount: 4 }),
    ),
  ])
  await check(page)
  expect(await screen.findByRole('heading', { name: '3 problems' })).toBeTruthy()
  expect([screen.getByText('2 × no valid date'), screen.getByText('1 × no valid email address')]).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 1 row, download the 3 others' })).toBeTruthy()
  const input = await cell('Joined, row 3')
  expect([input.value, screen.getByText('Student 3')]).toEqual(['31/02/2026', expect.anything()])
  await page.user.clear(input)
  await page.user.type(input, '28/02/2026{Enter}')
  expect(document.activeElement).toBe(await cell('Joined, row 4'))
  expect(await screen.findByText('1 × no valid date')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Joined, row 3' })).toBeNull()
  expect(bodies(page).at(-1)).toEqual({
    dryRun: 'true',
    fixes: JSON.stringify([{ row: 3, field: 'dateJoinedLibrary', value: '28/02/2026' }]),
  })
  await page.user.click(screen.getByRole('button', { name: 'Undo last correction' }))
  expect(await screen.findByText('2 × no valid date')).toBeTruthy()
})

test('leaves all cells of a kind empty with one press, and selects a shift', async () => {
  const slot = problem(5, { column: 'Shift', kind: 'slot', field: 'slot', value: 'night', message: '“night” is not a shift' })
  const page = show([
    reply(rosterApi.importStudents, ({ body }) => (body.fixes ? withProblems([slot]) : withProblems([problem(3), problem(4), slot]))),
  ])
  await check(page)
  const [dates] = await screen.findAllByRole('button', { name: 'Leave these cells empty' })
  await page.user.click(dates as HTMLElement)
  await waitFor(() => expect(screen.queryByText('2 × no valid date')).toBeNull())
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Shift, row 5' }), 'Morning')
  const empty = [3, 4].map((row) => ({ row, field: 'dateJoinedLibrary', value: '' }))
  await waitFor(() =>
    expect(JSON.parse(String(bodies(page).at(-1)?.fixes))).toEqual([...empty, { row: 5, field: 'slot', value: 'morning' }]),
  )
})

test('gives all rows with a seat but no shift the same shift with one choice', async () => {
  const slot = { column: 'Slot', kind: 'slotMissing', field: 'slot', value: '', message: 'A seat needs a shift: morning' } as const
  const page = show([imports(withProblems([problem(3), problem(5, slot), problem(6, slot)]))])
  await check(page)
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Choose one shift for all these rows' }), 'Morning')
  const fixes = [
    { row: 5, field: 'slot', value: 'morning' },
    { row: 6, field: 'slot', value: 'morning' },
  ]
  await waitFor(() => expect(bodies(page).at(-1)).toEqual({ dryRun: 'true', fixes: JSON.stringify(fixes) }))
})

test('shows a few rows of a group of hundreds, and more on request', async () => {
  const many = Array.from({ length: 200 }, (_, n) => problem(n + 2))
  const page = show([imports(withProblems(many, { problemCount: 700, problemGroups: [{ kind: 'date', count: 700 }] }))])
  await check(page)
  expect(await screen.findByText('700 × no valid date')).toBeTruthy()
  const cells = () => screen.getAllByRole('textbox').length
  expect(cells()).toBe(10)
  for (const shown of [60, 110, 160, 200]) {
    await page.user.click(screen.getByRole('button', { name: /^Show \d+ more$/ }))
    expect(cells()).toBe(shown)
  }
  expect(screen.getByText('500 more problems are not shown.')).toBeTruthy()
})

test('keeps all corrections if a check fails, and can repeat it', async () => {
  let isBroken = false
  const page = show([
    reply(rosterApi.importStudents, ({ body }) => {
      if (isBroken) return refuse(commonErrors.unavailable)
      return body.fixes ? checked() : withProblems([problem(3)])
    }),
  ])
  await check(page)
  const input = await cell('Joined, row 3')
  isBroken = true
  await page.user.clear(input)
  await page.user.type(input, '28/02/2026{Enter}')
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect((await cell('Joined, row 3')).value).toBe('28/02/2026')
  isBroken = false
  await page.user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('button', { name: 'Import 1 student' })).toBeTruthy()
  expect(bodies(page).at(-1)?.fixes).toContain('28/02/2026')
})

test('asks before leaving corrected cells', async () => {
  const page = show([reply(rosterApi.importStudents, ({ body }) => (body.fixes ? checked() : withProblems([problem(3)])))])
  await check(page)
  const input = await cell('Joined, row 3')
  await page.user.clear(input)
  await page.user.type(input, '28/02/2026{Enter}')
  await page.user.click(await screen.findByRole('button', { name: 'Choose another file' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('The cells that you corrected will be lost.')).toBeTruthy()
  await page.user.click(question.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy()
})

test('matches unknown columns by hand', async () => {
  const unused = [
    { at: 0, heading: 'छा. ना.', samples: ['आशा शर्मा', 'Ravi'] },
    { at: 1, heading: '', samples: ['98765 43210'] },
  ]
  const page = show([
    reply(rosterApi.importStudents, ({ body }) => {
      const columns = JSON.parse(String(body.columns ?? '[]')) as string[]
      if (columns.length === 0) return checked({ columns: [], unused, students: [], rowCount: 2 })
      const [name, phone] = unused.map((column) => column)
      if (columns[1] !== 'phone' || !name || !phone)
        return checked({ columns: [{ ...unused[0], field: 'name' } as ImportReply['columns'][number]], unused: unused.slice(1) })
      return checked({
        columns: [
          { ...name, field: 'name' },
          { ...phone, field: 'phone' },
        ],
      })
    }),
  ])
  await check(page)
  expect(await screen.findByText('Choose the column of names.')).toBeTruthy()
  expect(screen.getByText('आशा शर्मा · Ravi')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'No row can be imported yet.' }).disabled).toBe(true)
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'छा. ना.' }), 'Name')
  expect(await screen.findByText('Choose a column of phone numbers or of email addresses.')).toBeTruthy()
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Column 2' }), 'Phone')
  await waitFor(() => expect(screen.queryByText(/^Choose a column/)).toBeNull())
  expect(bodies(page).at(-1)?.columns).toBe('["name","phone"]')
  await page.user.click(screen.getByRole('button', { name: 'Hide columns' }))
  expect(screen.getByText('2 of 2 columns are imported.')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Change columns' }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'छा. ना.' }), 'Phone')
  await waitFor(() => expect(bodies(page).at(-1)?.columns).toBe('["phone",null]'))
})

test('skips duplicates, and imports one with a shared phone number by choice', async () => {
  const duplicates = [
    {
      row: 3,
      name: 'Sita',
      field: 'phone',
      value: '98765 43210',
      code: 'roster.phone_known',
      message: 'Asha already has this phone number',
      canImport: true,
    },
    {
      row: 4,
      name: 'Ravi',
      field: 'email',
      value: 'r@b.in',
      code: 'roster.email_known',
      message: 'Someone already has the address r@b.in',
      canImport: false,
    },
  ] as const
  const page = show([
    reply(rosterApi.importStudents, ({ body }) =>
      checked({ duplicates: duplicates.map((each) => ({ ...each, isSkipped: !(each.canImport && body.anyway === '[3]') })), rowCount: 3 }),
    ),
  ])
  await check(page)
  expect(await screen.findByText('2 rows are skipped')).toBeTruthy()
  expect(screen.getByText('Someone already has the address r@b.in')).toBeTruthy()
  expect(screen.getByText(/Nobody can sign in with a number that several people have; they need an email/)).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await page.user.click(screen.getByRole('checkbox', { name: 'Import anyway: Sita, row 3' }))
  expect(await screen.findByText('1 row is skipped')).toBeTruthy()
  await page.user.click(screen.getByRole('checkbox', { name: 'Import anyway: Sita, row 3' }))
  expect(await screen.findByText('2 rows are skipped')).toBeTruthy()
})

test('imports the rows without problems, and downloads the others', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:x'
  const page = show([
    imports((dryRun) => withProblems([problem(3), problem(4)], dryRun ? {} : { slips: [slip] })),
    reply(rosterApi.leftOut, new Blob(['Name,Why not imported'])),
  ])
  await check(page)
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 row, download the 2 others' }))
  expect(await screen.findByText(/^2 rows were not imported\. They were downloaded as/)).toBeTruthy()
  expect(screen.getByText('1 student imported.')).toBeTruthy()
  expect(save).toHaveBeenCalledOnce()
  expect(page.calls.map(({ endpoint, received }) => [endpoint.path, received.query.format, received.file?.name])).toEqual([
    ['/user/import', undefined, 'register.csv'],
    ['/user/import/left-out', 'csv', 'register.csv'],
    ['/user/import', undefined, 'register.csv'],
  ])
  await page.user.click(screen.getByRole('button', { name: 'Download again' }))
  expect(save).toHaveBeenCalledTimes(2)
  save.mockRestore()
})

test('imports nobody and saves nothing if the others cannot be downloaded', async () => {
  const page = show([imports(withProblems([problem(3)])), reply(rosterApi.leftOut, refuse(commonErrors.unavailable))])
  await check(page)
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 row, download the 1 other' }))
  const failure = await screen.findByText(commonErrors.unavailable.message)
  expect(bodies(page).filter(({ dryRun }) => dryRun === 'false')).toEqual([])
  // The bar of the buttons is always in view; a long register would be between it and the failure.
  expect(failure.closest('[data-footer]')?.contains(screen.getByRole('button', { name: /^Import 1 row/ }))).toBe(true)
})

test('imports a long file in parts', async () => {
  const part = { rowCount: 1, fileRowCount: 2_000, firstRow: 2, lastRow: 1_001, nextRow: 1_002 }
  const page = show([
    reply(rosterApi.importStudents, ({ body }) => {
      if (body.from) return checked({ ...part, firstRow: 1_002, lastRow: 2_001, nextRow: null })
      return checked({ ...part, slips: body.dryRun === 'true' ? [] : [slip] })
    }),
  ])
  await check(page)
  expect(await screen.findByText('This file has 2,000 rows. They are imported 1,000 at a time: now rows 2 to 1,001.')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Import 1 student' }))
  await page.user.click(await screen.findByRole('button', { name: 'Print slips' }))
  await page.user.click(screen.getByRole('button', { name: 'Import the next rows' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText(/now rows 1,002 to 2,001/)).toBeTruthy()
  expect(bodies(page).at(-1)?.from).toBe('1002')
})

test('says that students without an email sign in by phone, and names shared phones', async () => {
  const found = checked({ sharedPhones: 2, students: [student(2, { email: null, phone: '+919820628374' })] })
  const byPhone = { ...slip, email: null, phone: '+919820628374' }
  const page = show([imports((dryRun) => (dryRun ? found : { ...found, slips: [byPhone] }))])
  await check(page)
  expect(await screen.findByText(/^2 students without an email have phone numbers that others have too/)).toBeTruthy()
  expect(screen.getByText('98206 28374')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Import 1 student' }))
  const slips = within(await screen.findByRole('list', { name: 'Slips' }))
  expect(slips.getByText('98206 28374')).toBeTruthy()
})

test('warns about students who would be charged for every month since joining', async () => {
  const page = show([imports(checked({ students: [student(2, { paidUpTo: null, oldDues: null }), student(3)] }))])
  await check(page)
  expect(await screen.findByText(/^1 student joined in an earlier month and has no “Paid up to”/)).toBeTruthy()
})

test('rejects an invalid file before sending it, and another one on the server', async () => {
  const page = show([reply(rosterApi.importStudents, refuse(sheetErrors.encoding, { fields: { file: sheetErrors.encoding.message } }))])
  await page.user.click(screen.getByRole('button', { name: 'Check file' }))
  expect(await screen.findByText(sheetErrors.notSheet.message)).toBeTruthy()
  expect(page.calls).toEqual([])
  await check(page)
  expect(await screen.findByText(sheetErrors.encoding.message)).toBeTruthy()
})

test('checks the file again if another import was faster', async () => {
  let wasTried = false
  const seat = problem(2, { column: 'Seat', kind: 'seatTaken', field: 'seatNumber', message: 'Seat 7 (morning) is taken by Ravi' })
  const taken = withProblems([seat], { students: [] })
  const page = show([
    imports((dryRun) => {
      if (dryRun) return wasTried ? taken : checked()
      wasTried = true
      return refuse(rosterErrors.changedMeanwhile)
    }),
  ])
  await check(page)
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 student' }))
  expect(await screen.findByText(rosterErrors.changedMeanwhile.message)).toBeTruthy()
  expect(await screen.findByText('Seat 7 (morning) is taken by Ravi')).toBeTruthy()
})

test.each([
  ['admin', ['Import students', 'Export to Excel', 'Export to CSV', 'ID cards']],
  ['manager', ['Export to Excel', 'Export to CSV', 'ID cards']],
] as const)('a %s may: %s', async (role, entries) => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:made'
  const page = renderPage(<RosterMenu filter={{ search: 'asha', role: 'student' }} />, {
    as: role,
    replies: [reply(rosterApi.download, undefined)],
  })
  await page.user.click(screen.getByRole('button', { name: 'Import and export' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(entries)
  await page.user.click(screen.getByRole('menuitem', { name: 'Export to Excel' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(page.calls[0]?.received.query).toEqual({ search: 'asha', role: 'student', format: 'xlsx' })
  click.mockRestore()
})

test('reports a failed export', async () => {
  const page = renderPage(<RosterMenu filter={{}} />, {
    as: 'manager',
    replies: [reply(rosterApi.download, refuse(commonErrors.unavailable))],
  })
  await page.user.click(screen.getByRole('button', { name: 'Import and export' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
})
