import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { addDays } from '#contract/day.ts'
import { rosterApi } from '#people/roster/roster.contract.ts'
import { setTimeZone, today } from '#web/api/timeZone.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { usersApi } from '../users.contract.ts'
import { userErrors } from '../users.errors.contract.ts'
import { openUsers, people, person, sentBy } from './testing/usersPage.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('shows name, role, email and date of each person', async () => {
  const page = openUsers('manager', [people(person(), person({ _id: 'two', name: '', email: 'ravi@example.org', role: 'admin' }))])
  const [, asha, ravi] = await page.findAllByRole('row')
  expect(within(asha as HTMLElement).getByText('Asha Devi')).toBeTruthy()
  expect(within(asha as HTMLElement).getByText('Student')).toBeTruthy()
  expect(within(asha as HTMLElement).getByText('asha@example.org')).toBeTruthy()
  expect(asha?.textContent).toMatch(/21 Nov 2026/)
  expect(within(ravi as HTMLElement).getByText('ravi@example.org')).toBeTruthy()
})

test('shows the picture, or the initials if there is none or it fails to load', async () => {
  const page = openUsers('manager', [
    people(person({ profilePictureUrl: '/api/user/one/picture?day=x' }), person({ _id: 'two', name: 'Ravi Kumar' })),
  ])
  expect(await page.findByText('RK')).toBeTruthy()
  const picture = page.container.querySelector('img') as HTMLImageElement
  expect(picture.getAttribute('src')).toBe('/api/user/one/picture?day=x')
  expect(page.queryByText('AD')).toBeNull()
  fireEvent.error(picture)
  expect(page.getByText('AD')).toBeTruthy()
})

test.each([
  ['in Kolkata', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
  ['in Auckland', 'Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21T10:59:59.999Z'],
  ['in Chicago', 'America/Chicago', '2026-11-21T06:00:00.000Z', '2026-11-22T05:59:59.999Z'],
])('keeps an account valid until the end of its last day %s, in any time zone', async (_, timeZone, ...instants) => {
  setTimeZone(timeZone)
  for (const now of instants) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    const page = openUsers('manager', [
      people(person({ _id: 'one', terminationDate: '2026-11-20' }), person({ _id: 'two', terminationDate: '2026-11-21' })),
    ])
    expect(await page.findByText('Expired 20 Nov 2026')).toBeTruthy()
    expect(page.getByText('Expires 21 Nov 2026')).toBeTruthy()
    page.unmount()
  }
})

test('filters the list by expired accounts, also in the URL', async () => {
  const page = openUsers('manager', [people(person())], '/users?role=student&status=active')
  expect(await page.findByText('Found 1 user')).toBeTruthy()
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Account' }), 'Expired')
  await waitFor(() => expect(page.calls.at(-1)?.received.query).toMatchObject({ role: 'student', status: 'expired' }))
  expect(page.address()).toBe('/users?role=student&status=expired')
})

test.each([
  ['2026-11-20', 'Expired 20 Nov 2026', 'bg-error-soft'],
  ['2026-11-21', 'Expires 21 Nov 2026', 'bg-warning-soft'],
  ['2026-11-28', 'Expires 28 Nov 2026', 'bg-warning-soft'],
  ['2026-11-29', 'Expires 29 Nov 2026', 'text-muted'],
])('shows a last day of %s as "%s", with the look %s', async (terminationDate, text, look) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T06:00:00.000Z') })
  setTimeZone('Asia/Kolkata')
  const page = openUsers('manager', [people(person({ terminationDate }))])
  expect((await page.findByText(text)).className).toContain(look)
})

const cellsOf = (row: HTMLElement | undefined): (string | undefined)[] =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

test('uses no status colors for pictures and roles, and no chip for the role of most people', async () => {
  const everyRole = roles.flatMap((role) => Array.from({ length: 8 }, (_, index) => person({ _id: `${role}${index}`, role })))
  const page = openUsers('manager', [people(...everyRole)])
  await page.findByText('32 users')
  const looks = [...page.container.querySelectorAll('td:first-child .rounded-full')].map(({ className }) => className)
  // A picture for each, and a chip for all but the students.
  expect(looks).toHaveLength(32 + 24)
  expect(looks.filter((look) => /success|warning|error|info|primary|accent/.test(look))).toEqual([])
})

test('shows one chip in a row at most: the end of an account before the role', async () => {
  const manager = (_id: string, days: number) => person({ _id, role: 'manager', terminationDate: addDays(today(), days) })
  const page = openUsers('admin', [people(manager('one', 30), manager('two', 3), manager('three', -3))])
  await page.findByText('3 users')
  const chips = [...page.container.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td span.rounded-full.py-0\\.5').length)
  expect(chips).toEqual([1, 1, 1])
})

test('shows seat, contacts and end date in a row', async () => {
  const page = openUsers('manager', [
    people(
      person({ seatNumber: 4, slot: 'afternoon', phone: '+919876543210', terminationDate: '2999-02-21' }),
      person({ _id: 'two', name: 'Ravi', slot: 'morning', phone: 'at the shop' }),
      person({ _id: 'three', name: 'आशा देवी', role: 'manager' }),
    ),
  ])
  const [head, asha, ravi, manager] = await page.findAllByRole('row')
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Person', 'Seat', 'Phone', 'Until', 'Dues', 'Created'])
  expect(cellsOf(asha).slice(1, 4)).toEqual(['Seat 4 · Afternoon', '98765 43210', 'Expires 21 Feb 2999'])
  expect(
    within(asha as HTMLElement)
      .getByRole('link', { name: 'Call 98765 43210' })
      .getAttribute('href'),
  ).toBe('tel:+919876543210')
  expect(cellsOf(ravi).slice(1, 4)).toEqual(['No seat · Morning', 'at the shop', '—No end date'])
  expect(within(ravi as HTMLElement).queryByRole('link', { name: /Call/ })).toBeNull()
  expect(cellsOf(manager).slice(1, 4)).toEqual(['—No seat', '—No phone number', '—No end date'])
})

test('shows what a student owes in a column of its own, and beside the name where there is none, from the list alone', async () => {
  const page = openUsers('manager', [people(person({ owed: 2_000 }), person({ _id: 'two', name: 'Ravi Rao' }))])
  const row = within(await page.findByRole('row', { name: /Asha Devi/ }))
  expect(page.getByRole('columnheader', { name: 'Dues' })).toBeTruthy()
  expect(row.getByText('₹2,000').className).toMatch(/text-error-text/)
  expect(row.getByText('Owes ₹2,000')).toBeTruthy()
  expect(within(page.getByRole('row', { name: /Ravi Rao/ })).queryByText(/₹/)).toBeNull()
  expect(page.calls.filter(({ endpoint }) => endpoint.path.startsWith('/user/fees'))).toEqual([])
})

test('applies a dashboard link, whose seat filter can be removed, and exports what is shown', async () => {
  const page = openUsers(
    'manager',
    [people(person()), reply(rosterApi.download, undefined)],
    '/users?role=student&status=expiring-7&hasSeat=true',
  )
  expect(await page.findByText('Found 1 user')).toBeTruthy()
  const asked = { role: 'student', status: 'expiring-7', hasSeat: 'true' }
  expect(page.calls.map(({ received }) => received.query)).toMatchObject([asked])
  expect(page.getByLabelText('Account')).toHaveProperty('value', 'expiring-7')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:made'
  await page.user.click(page.getByRole('button', { name: 'Import and export' }))
  await page.user.click(await page.findByRole('menuitem', { name: 'Export to CSV' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(page.calls.at(-1)?.received.query).toEqual({ ...asked, format: 'csv' })
  await page.user.click(page.getByRole('button', { name: 'Remove filter: With a seat' }))
  await waitFor(() => expect(page.address()).toBe('/users?role=student&status=expiring-7'))
})

test('offers no form to people who may not create accounts', async () => {
  const page = openUsers('student', [people()])
  await page.findByText('No users yet')
  expect(page.queryByRole('button', { name: 'Add User' })).toBeNull()
})

test('says that there is nobody yet', async () => {
  const page = openUsers('admin', [people()])
  expect(await page.findByText('No users yet')).toBeTruthy()
})

test('reports a failed load, and retries it', async () => {
  let calls = 0
  const page = openUsers('admin', [
    reply(usersApi.list, () => {
      calls += 1
      return calls === 1 ? refuse({ code: 'odd', status: 429, message: '' }) : { items: [person()], nextCursor: null }
    }),
  ])
  expect(await page.findByText('Failed to load users')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByText('Asha Devi')).toBeTruthy()
})

test('stores search and role in the URL, and sends them to the server', async () => {
  const page = openUsers('admin', [people(person())])
  await page.user.fill(await page.findByRole('searchbox', { name: 'Search users' }), 'asha')
  await waitFor(() => expect(page.address()).toBe('/users?q=asha'))
  await page.user.selectOptions(page.getByLabelText('Role'), 'Student')
  await waitFor(() => expect(page.calls.at(-1)?.received.query).toMatchObject({ search: 'asha', role: 'student' }))
  expect(page.address()).toBe('/users?q=asha&role=student')
})

test('fills in search and role from the URL, and requests nothing else', async () => {
  const page = openUsers('admin', [people(person())], '/users?q=asha&role=student')
  await page.findByText('Asha Devi')
  expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveProperty('value', 'asha')
  expect(page.getByLabelText('Role')).toHaveProperty('value', 'student')
  expect(page.calls.map(({ received }) => received.query)).toMatchObject([{ search: 'asha', role: 'student' }])
})

test('clears a filter without matches', async () => {
  const page = openUsers(
    'admin',
    [reply(usersApi.list, ({ query }) => ({ items: query.search ? [] : [person()], nextCursor: null }))],
    '/users?q=zz',
  )
  await page.findByText('No users found')
  await page.user.click(page.getByRole('button', { name: 'Show all users' }))
  expect(await page.findByText('Asha Devi')).toBeTruthy()
  expect(page.getByRole('searchbox')).toHaveProperty('value', '')
})

test('loads more on demand, and shows the total before', async () => {
  const page = openUsers('admin', [
    reply(usersApi.list, ({ query }) =>
      query.cursor === 'next'
        ? { items: [person({ _id: 'two', name: 'Ravi' })], nextCursor: null, total: 2 }
        : { items: [person()], nextCursor: 'next', total: 2 },
    ),
  ])
  expect(await page.findByText('2 users')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Load more' }))
  expect(await page.findByText('Ravi')).toBeTruthy()
  expect(page.getByText('Asha Devi')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('renders only the visible ones of ten thousand people, and shows the total', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
  const items = Array.from({ length: 1_000 }, (_, index) => person({ _id: `p${index}`, name: `Person ${index}` }))
  const page = openUsers('superadmin', [reply(usersApi.list, { items, nextCursor: 'next', total: 10_000 })])
  expect(await page.findByText('Person 0')).toBeTruthy()
  expect(page.getByText('10,000 users')).toBeTruthy()
  expect(page.getByRole('table', { name: 'Users' }).getAttribute('aria-rowcount')).toBe('10001')
  expect(page.getAllByRole('row').length).toBeLessThan(60)
  expect(page.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2')
})

const everybody = people(
  person({ _id: 'student-9', name: 'Student' }),
  person({ _id: 'manager-9', name: 'Manager', role: 'manager' }),
  person({ _id: 'admin-9', name: 'Admin', role: 'admin' }),
  person({ _id: 'superadmin-1', name: 'Myself', role: 'superadmin' }),
)

test.each<[Role, string[]]>([
  ['manager', []],
  ['admin', ['Edit Student', 'Delete Student']],
  ['superadmin', ['Edit Student', 'Delete Student', 'Edit Manager', 'Delete Manager', 'Edit Admin', 'Delete Admin', 'Edit Myself']],
])('a %s has the buttons %j', async (role, buttons) => {
  const page = openUsers(role, [everybody])
  await page.findByText('Myself')
  const shown = within(page.getByRole('table')).queryAllByRole('button')
  expect(shown.map((button) => button.getAttribute('aria-label'))).toEqual(buttons)
})

const askToDelete = async (...replies: Parameters<typeof openUsers>[1]) => {
  const page = openUsers('admin', [people(person({ seatNumber: 12, slot: 'morning' })), ...replies])
  await page.user.click(await page.findByRole('button', { name: 'Delete Asha Devi' }))
  return { ...page, asked: await page.findByRole('alertdialog', { name: 'Delete user' }) }
}

test('names the person and the effects before a deletion, and does nothing on Cancel', async () => {
  const page = await askToDelete()
  expect(page.asked.textContent).toContain('Are you sure you want to delete "Asha Devi"?')
  expect(page.asked.textContent).toContain('The account will be closed')
  expect(page.asked.textContent).toContain('Seat 12 will be free.')
  expect(page.asked.textContent).toContain("Records of this person's activity and payments will be kept.")
  await page.user.click(within(page.asked).getByRole('button', { name: 'Cancel' }))
  expect(page.getByText('Asha Devi')).toBeTruthy()
  expect(sentBy(page)).toBeUndefined()
})

test('removes a deleted person from the list', async () => {
  let isThere = true
  const page = await askToDelete(
    reply(usersApi.list, () => ({ items: isThere ? [person()] : [], nextCursor: null, total: isThere ? 1 : 0 })),
    reply(usersApi.remove, () => {
      isThere = false
      return undefined
    }),
  )
  await page.user.click(within(page.asked).getByRole('button', { name: 'Delete' }))
  expect(await page.findByText('User deleted successfully!')).toBeTruthy()
  expect(page.queryByText('Asha Devi')).toBeNull()
  expect(sentBy(page)?.params).toEqual({ id: 'one' })
})

test.each([
  ['Failed to delete user', { code: 'odd', status: 429, message: '' } as const],
  ['Admins can only delete student accounts', userErrors.adminRemovesStudents],
])('says "%s" if a deletion fails, and shows the person again', async (sentence, kind) => {
  const page = await askToDelete(reply(usersApi.remove, refuse(kind)))
  await page.user.click(within(page.asked).getByRole('button', { name: 'Delete' }))
  expect(await page.findByText(sentence)).toBeTruthy()
  expect(await page.findByText('Asha Devi')).toBeTruthy()
})
