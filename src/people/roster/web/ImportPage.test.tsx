import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { sheetErrors } from '#contract/sheet.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { givenPublicUrl } from '#web/testing/publicUrl.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type ImportReply, type RosterStudent, rosterApi, rosterErrors } from '../roster.contract.ts'
import { ImportPage } from './ImportPage.tsx'
import { RosterMenu } from './RosterMenu.tsx'

const student = (row: number, more: Partial<RosterStudent> = {}): RosterStudent => ({
  ...{ row, name: 'आशा शर्मा', email: 'asha@example.org', isMadeAddress: false, phone: '98765 43210', seatNumber: 7, slot: 'full-day' },
  ...{ dateJoinedLibrary: '2024-04-05', terminationDate: null, dob: null, monthlyFee: 1200, paidUpTo: '2026-10', oldDues: 300 },
  ...more,
})
const checked = (more: Partial<ImportReply> = {}): ImportReply => ({
  ...{
    columns: [{ heading: 'Name', field: 'name' }],
    ignored: [],
    problems: [],
    problemCount: 0,
    withoutEmail: 0,
    concessions: 0,
    students: [student(2)],
    slips: [],
  },
  ...more,
})
const slip = { name: 'आशा शर्मा', seatNumber: 7, email: 'asha@example.org', password: 'k7mp-x3wd-9fhq' }

const register = new File(['Name\nAsha'], 'register.csv', { type: 'text/csv' })
const show = (replies: FakeReply[]) => renderPage(<ImportPage />, { as: 'admin', at: '/users/import', replies })
const imports = (answer: ImportReply | ((dryRun: boolean, makes: boolean) => ReturnType<typeof refuse> | ImportReply)) =>
  reply(rosterApi.importStudents, ({ body }) =>
    typeof answer === 'function' ? answer(body.dryRun === 'true', body.makeAddresses === 'true') : answer,
  )

type Page = ReturnType<typeof show>
const check = async (page: Page, file = register) => {
  await page.user.upload(screen.getByLabelText(/^Register/), file)
  await page.user.click(screen.getByRole('button', { name: 'Check file' }))
}

beforeEach(() => {
  window.print = vi.fn()
  vi.stubGlobal('scrollTo', () => {})
})

test('a file is chosen, looked through and imported, and the slips come out once', async () => {
  givenPublicUrl('https://hall.example.org')
  const page = show([imports((dryRun) => checked(dryRun ? {} : { slips: [slip] }))])
  await check(page)
  expect(await screen.findByText('Everything is in order. 1 student can be imported.')).toBeTruthy()
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect([
    row.getByText('आशा शर्मा'),
    row.getByText('asha@example.org'),
    row.getByText('7 · Full day'),
    row.getByText('5 Apr 2024'),
  ]).toBeTruthy()
  expect(row.getByText('₹1,200 a month, paid up to Oct 2026, owes ₹300')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Import 1 student' }))
  const slips = within(await screen.findByRole('list', { name: 'Slips' }))
  expect([slips.getByText('k7mp-x3wd-9fhq'), slips.getByText('Seat 7'), slips.getByText('https://hall.example.org')]).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Print slips' }))
  expect(window.print).toHaveBeenCalledOnce()
  expect(page.calls.map(({ received }) => [received.body, received.file?.name])).toEqual([
    [{ dryRun: 'true', makeAddresses: 'false' }, 'register.csv'],
    [{ dryRun: 'false', makeAddresses: 'false' }, 'register.csv'],
  ])
})

test('a person who leaves the slips is asked, and sooner warned where nothing is printed', async () => {
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

test('a person who leaves while the import runs is asked', async () => {
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

test('every problem stands there by row and column, and nothing can be imported', async () => {
  const problems = [
    { row: 3, column: 'Seat No', message: 'Seat 3 (morning) is taken by Sita' },
    { row: 9, column: null, message: 'Something else' },
  ]
  const page = show([imports(checked({ problems, problemCount: 502, ignored: ['Remarks', 'Father'] }))])
  await check(page)
  const table = within(await screen.findByRole('table', { name: '502 problems' }))
  const cells = within(table.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent?.replace(/^(Row|Column)/, ''))).toEqual(['3', 'Seat No', 'Seat 3 (morning) is taken by Sita'])
  expect(screen.getByText('500 more problems are not shown.')).toBeTruthy()
  expect(screen.getByText('These columns are not used: Remarks, Father')).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Import 1 student' }) as HTMLButtonElement).disabled).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(screen.getByRole('button', { name: 'Check file' })).toBeTruthy()
})

test('sign-in addresses are made where they are asked for', async () => {
  const missing = checked({
    withoutEmail: 1,
    problemCount: 1,
    problems: [{ row: 2, column: 'Email', message: 'The email address is missing' }],
  })
  const made = checked({ withoutEmail: 1, students: [student(2, { email: 'aasha.sharma.7@students.local', isMadeAddress: true })] })
  const page = show([imports((dryRun, makes) => (dryRun ? (makes ? made : missing) : { ...made, slips: [slip] }))])
  await check(page)
  await page.user.click(await screen.findByRole('switch', { name: 'Make a sign-in address for the row without an email' }))
  expect(await screen.findByText('aasha.sharma.7@students.local')).toBeTruthy()
  await page.user.click(await screen.findByRole('button', { name: 'Import 1 student' }))
  expect(await screen.findByText('k7mp-x3wd-9fhq')).toBeTruthy()
  expect(page.calls.at(-1)?.received.body).toEqual({ dryRun: 'false', makeAddresses: 'true' })
})

test('students who would be charged for every month since they joined are spoken of', async () => {
  const page = show([imports(checked({ students: [student(2, { paidUpTo: null, oldDues: null }), student(3)] }))])
  await check(page)
  expect(await screen.findByText(/^1 student joined in an earlier month and has no “Paid up to”/)).toBeTruthy()
})

test('a file that is none is refused before it is sent, and another by the server', async () => {
  const page = show([reply(rosterApi.importStudents, refuse(sheetErrors.encoding, { fields: { file: sheetErrors.encoding.message } }))])
  await page.user.click(screen.getByRole('button', { name: 'Check file' }))
  expect(await screen.findByText(sheetErrors.notSheet.message)).toBeTruthy()
  expect(page.calls).toEqual([])
  await check(page)
  expect(await screen.findByText(sheetErrors.encoding.message)).toBeTruthy()
})

test('where someone was faster the file is looked through again', async () => {
  let wasTried = false
  const taken = checked({ problemCount: 1, problems: [{ row: 2, column: 'Seat', message: 'Seat 7 (morning) is taken by Ravi' }] })
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
  ['admin', ['Import students', 'Export to Excel', 'Export to CSV']],
  ['manager', ['Export to Excel', 'Export to CSV']],
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

test('a failed export is told', async () => {
  const page = renderPage(<RosterMenu filter={{}} />, {
    as: 'manager',
    replies: [reply(rosterApi.download, refuse(commonErrors.unavailable))],
  })
  await page.user.click(screen.getByRole('button', { name: 'Import and export' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
})
