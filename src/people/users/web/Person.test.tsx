import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { addDays } from '#contract/day.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { givenPublicUrl } from '#web/testing/publicUrl.ts'
import { usersApi } from '../users.contract.ts'
import { openUsers, people, person, sentBy } from './testing/usersPage.tsx'
import type { PanelSlotProps, PaymentSlotProps } from './userSlots.ts'

const asha = person({
  seatNumber: 4,
  slot: 'afternoon',
  phone: '9876543210',
  terminationDate: '2027-02-21',
  dateJoinedLibrary: '2026-08-22',
  dob: '2004-01-05',
  monthlyFee: 900,
})

const openPerson = (as: Role, who = asha, ...replies: FakeReply[]) =>
  openUsers(as, [people(who), reply(usersApi.profile, who), ...replies], `/users?role=student&person=${who._id}`)

const dialogOf = async (page: ReturnType<typeof openUsers>, name = 'Asha Devi') => within(await page.findByRole('dialog', { name }))

test('opens the person from the name in a row next to the filters, and returns to the row on close', async () => {
  const page = openUsers('manager', [people(asha), reply(usersApi.profile, asha)], '/users?role=student')
  const name = await page.findByRole('link', { name: 'Asha Devi' })
  expect(name.getAttribute('href')).toBe('/users?role=student&person=one')
  await page.user.click(name)
  const dialog = await dialogOf(page)
  expect(page.address()).toBe('/users?role=student&person=one')
  await page.user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/users?role=student')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: 'Asha Devi' })))
})

test('opens the person on a press anywhere in the row, except on the phone or a button', async () => {
  const page = openUsers('admin', [people(asha), reply(usersApi.profile, asha)])
  const row = within((await page.findAllByRole('row'))[1] as HTMLElement)
  const phone = row.getByRole('link', { name: 'Call 98765 43210' })
  phone.addEventListener('click', (event) => event.preventDefault())
  await page.user.click(phone)
  expect(page.address()).toBe('/users')
  await page.user.click(row.getByText('4 · Afternoon', { normalizer: (text) => text.replaceAll('\u00a0', ' ') }))
  expect(await dialogOf(page)).toBeTruthy()
  expect(page.address()).toBe('/users?person=one')
})

test('opens nobody when text is selected in a row', async () => {
  const page = openUsers('manager', [people(asha)])
  const email = await page.findByText('asha@example.org')
  vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  await page.user.click(email)
  expect(page.address()).toBe('/users')
})

test('shows a person of the list before the server has replied', async () => {
  const page = openUsers('manager', [people(asha), reply(usersApi.profile, () => new Promise(() => {}))])
  await page.user.click(await page.findByRole('link', { name: 'Asha Devi' }))
  expect((await dialogOf(page)).getByText('5 Jan 2004')).toBeTruthy()
})

test('shows seat, last day and contacts of a student, and the rest', async () => {
  const dialog = await dialogOf(openPerson('manager', { ...asha, terminationDate: `${Number(today().slice(0, 4)) + 1}-12-22` }))
  expect(dialog.getByText(/^4/).textContent?.replaceAll('\u00a0', ' ')).toMatch(/^4 · Afternoon · until 22 Dec \d{4}$/)
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(facts).toEqual([
    ['Email', 'asha@example.org'],
    ['Joined', '22 Aug 2026'],
    ['Date of birth', '5 Jan 2004'],
    ['Monthly fee', '₹900'],
    ['Account created', '21 Nov 2026'],
  ])
  expect(dialog.getByRole('link', { name: 'Call 98765 43210' }).getAttribute('href')).toBe('tel:9876543210')
  const toWhatsApp = ['WhatsApp 98765 43210', 'WhatsApp'].map((name) => dialog.getByRole('link', { name }).getAttribute('href'))
  expect(toWhatsApp).toEqual(['https://wa.me/919876543210?text=', 'https://wa.me/919876543210?text='])
})

test('says that a student has no seat, phone and end, and offers no WhatsApp', async () => {
  const dialog = await dialogOf(openPerson('manager', person()))
  expect(dialog.getByText(/^No seat/).textContent?.replaceAll('\u00a0', ' ')).toBe('No seat · no end date')
  expect(dialog.getByText('No phone number')).toBeTruthy()
  expect(dialog.queryByRole('link', { name: /WhatsApp/ })).toBeNull()
})

test('shows staff without seat and phone, and an account without an end', async () => {
  const dialog = await dialogOf(openPerson('manager', person({ role: 'admin' })))
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Until', 'Email', 'Account created'])
  expect(dialog.getByText('No end date')).toBeTruthy()
})

test.each<[Role, Role, string[]]>([
  ['manager', 'student', ['Renew', 'Reset link']],
  ['admin', 'student', ['Renew', 'Reset link', 'Edit', 'Delete']],
  ['admin', 'manager', []],
  ['superadmin', 'student', ['Renew', 'Move or exchange seat', 'Reset link', 'Edit', 'Delete']],
  ['superadmin', 'admin', ['Reset link', 'Edit', 'Delete']],
])('a %s has for a %s the buttons %j', async (role, of, buttons) => {
  const dialog = await dialogOf(openPerson(role, person({ role: of })))
  const shown = dialog.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  // More is only in view if there are more than four.
  expect(shown.filter((name) => name !== 'Close' && name !== 'More')).toEqual(buttons)
})

test('offers nobody a reset link for their own account', async () => {
  const dialog = await dialogOf(openPerson('superadmin', person({ _id: 'superadmin-1', role: 'superadmin' })))
  expect(dialog.getByRole('button', { name: 'Edit' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Reset link' })).toBeNull()
})

const addDay = (days: number) => addDays(today(), days)
const payment = eagerScreen(({ userId }: PaymentSlotProps) => <p>Payment of {userId}</p>)

test.each<[string | null, string, string]>([
  [null, 'Take payment', 'Renew'],
  [addDay(8), 'Take payment', 'Renew'],
  [addDay(7), 'Renew', 'Take payment'],
  [addDay(-1), 'Renew', 'Take payment'],
])('for an account that ends on %s, fills the button %s, and shows %s in the row', async (terminationDate, filled, other) => {
  const who = person({ terminationDate })
  const page = openUsers('manager', [people(who), reply(usersApi.profile, who)], '/users?person=one', { payment })
  const dialog = await dialogOf(page)
  const buttons = dialog.getAllByRole('button').filter(({ className }) => className.includes('bg-primary-fill'))
  expect(buttons.map(({ textContent }) => textContent)).toEqual([filled])
  expect(dialog.getByRole('button', { name: other })).toBeTruthy()
})

test('takes a payment above the panel, which is shown again afterwards', async () => {
  const page = openUsers('manager', [people(asha), reply(usersApi.profile, asha)], '/users?person=one', { payment })
  await page.user.click((await dialogOf(page)).getByRole('button', { name: 'Take payment' }))
  expect((await dialogOf(page, 'Payment from Asha Devi')).getByText('Payment of one')).toBeTruthy()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Payment from Asha Devi' })).toBeNull())
  expect(page.getByRole('dialog', { name: 'Asha Devi' })).toBeTruthy()
})

test('shows balance, visits and actions of other features only for students', async () => {
  const text = (what: string) => eagerScreen(({ user }: PanelSlotProps) => <p>{`${what} of ${user.name}`}</p>)
  const slots = {
    balance: text('Balance'),
    visits: text('Visits'),
    panelActions: [text('Leaving'), eagerScreen<PanelSlotProps>(() => null)],
  }
  const open = (who = asha) => openUsers('manager', [people(who), reply(usersApi.profile, who)], `/users?person=${who._id}`, slots)
  const page = open()
  const dialog = await dialogOf(page)
  for (const what of ['Balance', 'Visits', 'Leaving']) expect(dialog.getByText(`${what} of Asha Devi`)).toBeTruthy()
  page.unmount()
  const other = await dialogOf(open(person({ _id: 'boss', role: 'admin' })))
  expect(other.queryByText(/of Asha Devi/)).toBeNull()
})

test('reports a deleted or unknown person, and does not refetch', async () => {
  const page = openUsers(
    'manager',
    [people(), reply(usersApi.profile, refuse({ code: 'not_found', status: 404, message: 'Not found.' }))],
    '/users?person=nobody',
  )
  const dialog = await dialogOf(page, 'Person')
  expect(await dialog.findByText('This account no longer exists')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('offers a retry for a person who fails to load', async () => {
  let calls = 0
  const page = openUsers(
    'manager',
    [
      people(),
      reply(usersApi.profile, () => {
        calls += 1
        return calls === 1 ? refuse({ code: 'odd', status: 429, message: '' }) : asha
      }),
    ],
    '/users?person=one',
  )
  expect(await page.findByText('Failed to load this person')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect((await dialogOf(page)).getByText('asha@example.org')).toBeTruthy()
})

test('asks before a person is deleted, and then closes the panel', async () => {
  let isThere = true
  const page = openUsers(
    'admin',
    [
      reply(usersApi.list, () => ({ items: isThere ? [asha] : [], nextCursor: null, total: isThere ? 1 : 0 })),
      reply(usersApi.profile, () => (isThere ? asha : refuse({ code: 'not_found', status: 404, message: 'Not found.' }))),
      reply(usersApi.remove, () => {
        isThere = false
        return undefined
      }),
    ],
    '/users?person=one',
  )
  await page.user.click((await dialogOf(page)).getByRole('button', { name: 'Delete' }))
  const asked = within(await page.findByRole('alertdialog', { name: 'Delete user' }))
  expect(asked.getByText(/Seat 4 will be free/)).toBeTruthy()
  await page.user.click(asked.getByRole('button', { name: 'Delete' }))
  expect(await page.findByText('User deleted successfully!')).toBeTruthy()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/users')
  expect(await page.findByText('No users yet')).toBeTruthy()
})

const link = 'https://hall.example.org/reset#key=secret'
const resetLink = reply(accountsApi.makeResetLink, { link, expiresAt: '2026-11-22T13:00:00.000Z' })

test('shows a reset link once, selected and copied by a press, and never in a URL', async () => {
  const written = vi.fn(async () => {})
  const page = openPerson('superadmin', asha, resetLink)
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
  const dialog = await dialogOf(page)
  await page.user.click(dialog.getByRole('button', { name: 'Reset link' }))
  const field = await dialog.findByRole('textbox', { name: 'Link for Asha Devi to set a new password' })
  expect(field).toHaveProperty('value', link)
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect([(field as HTMLInputElement).selectionStart, (field as HTMLInputElement).selectionEnd]).toEqual([0, link.length])
  expect(dialog.getByText(/^Works once, until 22 Nov 2026/)).toBeTruthy()
  expect(sentBy(page)?.params).toEqual({ id: 'one' })
  await page.user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(written).toHaveBeenCalledExactlyOnceWith(link)
  expect(await page.findByText('Link copied!')).toBeTruthy()
  expect(page.address()).not.toContain('secret')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.click(page.getByRole('link', { name: 'Asha Devi' }))
  expect(page.queryByDisplayValue(link)).toBeNull()
})

test.each([
  ['https://hall.example.org', 'https://hall.example.org/reset#key=secret'],
  [undefined, '/reset#key=secret'],
])('completes a reset link that is a path with the URL of the page, if PUBLIC_URL is %s', async (publicUrl, whole) => {
  if (publicUrl) givenPublicUrl(publicUrl)
  const page = openPerson(
    'superadmin',
    asha,
    reply(accountsApi.makeResetLink, { link: '/reset#key=secret', expiresAt: '2026-11-22T13:00:00.000Z' }),
  )
  const dialog = await dialogOf(page)
  await page.user.click(dialog.getByRole('button', { name: 'Reset link' }))
  expect(await dialog.findByDisplayValue(whole)).toBeTruthy()
  expect(dialog.queryByText(/^Put the address of Carrel/) === null).toBe(publicUrl !== undefined)
})

test('only selects the link without a clipboard', async () => {
  const page = openPerson('superadmin', asha, resetLink)
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  const dialog = await dialogOf(page)
  await page.user.click(dialog.getByRole('button', { name: 'Reset link' }))
  expect(await dialog.findByDisplayValue(link)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Copy' })).toBeNull()
})

test('reports a reset link that cannot be created', async () => {
  const page = openPerson('superadmin', asha, reply(accountsApi.makeResetLink, refuse({ code: 'odd', status: 429, message: '' })))
  await page.user.click((await dialogOf(page)).getByRole('button', { name: 'Reset link' }))
  expect(await page.findByText('Failed to make a reset link')).toBeTruthy()
})
