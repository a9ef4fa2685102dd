import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { givenPublicUrl } from '#web/testing/publicUrl.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { usersApi } from '../users.contract.ts'
import { openUsers, people, person, sentBy } from './testing/usersPage.tsx'
import { UsersPage } from './UsersPage.tsx'

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

test('the name in a row opens the person beside the filters, and closing leads back to the row', async () => {
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

test('a press anywhere in the row opens the person, one on the phone or a button does not', async () => {
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

test('text that is marked in a row opens nobody', async () => {
  const page = openUsers('manager', [people(asha)])
  const email = await page.findByText('asha@example.org')
  vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  await page.user.click(email)
  expect(page.address()).toBe('/users')
})

test('whom the list shows is there before the server has answered', async () => {
  const page = openUsers('manager', [people(asha), reply(usersApi.profile, () => new Promise(() => {}))])
  await page.user.click(await page.findByRole('link', { name: 'Asha Devi' }))
  expect((await dialogOf(page)).getByText('5 Jan 2004')).toBeTruthy()
})

test('the person says seat, phone and last day, and the rest', async () => {
  const dialog = await dialogOf(openPerson('manager'))
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent?.replaceAll('\u00a0', ' ')])
  expect(facts).toEqual([
    ['Seat', '4 · Afternoon'],
    ['Phone', '98765 43210'],
    ['Until', '21 Feb 2027'],
    ['Email', 'asha@example.org'],
    ['Joined', '22 Aug 2026'],
    ['Date of birth', '5 Jan 2004'],
    ['Monthly fee', '₹900'],
    ['Account created', '21 Nov 2026'],
  ])
  expect(dialog.getByRole('link', { name: 'Call 98765 43210' }).getAttribute('href')).toBe('tel:9876543210')
  expect(dialog.getByText('Student')).toBeTruthy()
})

test('staff have no seat and no phone, and an account may have no end', async () => {
  const dialog = await dialogOf(openPerson('manager', person({ role: 'admin' })))
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Until', 'Email', 'Account created'])
  expect(dialog.getByText('No end date')).toBeTruthy()
})

test.each<[Role, Role, string[]]>([
  ['manager', 'student', ['Reset link', 'Renew']],
  ['admin', 'student', ['Delete', 'Reset link', 'Edit', 'Renew']],
  ['admin', 'manager', []],
  ['superadmin', 'student', ['Delete', 'Reset link', 'Move or exchange seat', 'Edit', 'Renew']],
  ['superadmin', 'admin', ['Delete', 'Reset link', 'Edit']],
])('a %s has for a %s the buttons %j', async (role, of, buttons) => {
  const dialog = await dialogOf(openPerson(role, person({ role: of })))
  const shown = dialog.queryAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))
  expect(shown.filter((name) => name !== 'Close')).toEqual(buttons)
})

test('nobody makes a reset link for the own account', async () => {
  const dialog = await dialogOf(openPerson('superadmin', person({ _id: 'superadmin-1', role: 'superadmin' })))
  expect(dialog.getByRole('button', { name: 'Edit' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Reset link' })).toBeNull()
})

test('what a student owes stands there', async () => {
  const dues = eagerScreen(({ name }: { userId: string; name: string }) => <p>{name} owes ₹900</p>)
  const page = renderPage(<UsersPage slots={{ dues }} />, {
    as: 'manager',
    at: '/users?person=one',
    replies: [people(asha), reply(usersApi.profile, asha)],
  })
  expect(await page.findByText('Asha Devi owes ₹900')).toBeTruthy()
})

test('who was deleted, or never was, is not there, and nothing is asked again', async () => {
  const page = openUsers(
    'manager',
    [people(), reply(usersApi.profile, refuse({ code: 'not_found', status: 404, message: 'Not found.' }))],
    '/users?person=nobody',
  )
  const dialog = await dialogOf(page, 'Person')
  expect(await dialog.findByText('This person is no longer here')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('a person who cannot be loaded can be tried again', async () => {
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

test('a person who is deleted here is asked about first, and the person closes', async () => {
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

test('a reset link is shown once, marked and copied by a press, and is in no address', async () => {
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
])('a reset link that is a path is made whole by the address of the page, where PUBLIC_URL is %s', async (publicUrl, whole) => {
  if (publicUrl) givenPublicUrl(publicUrl)
  const page = openPerson(
    'superadmin',
    asha,
    reply(accountsApi.makeResetLink, { link: '/reset#key=secret', expiresAt: '2026-11-22T13:00:00.000Z' }),
  )
  const dialog = await dialogOf(page)
  await page.user.click(dialog.getByRole('button', { name: 'Reset link' }))
  expect(await dialog.findByDisplayValue(whole)).toBeTruthy()
  expect(dialog.queryByText(/^Put the address that people use/) === null).toBe(publicUrl !== undefined)
})

test('where there is no clipboard the link is only marked', async () => {
  const page = openPerson('superadmin', asha, resetLink)
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  const dialog = await dialogOf(page)
  await page.user.click(dialog.getByRole('button', { name: 'Reset link' }))
  expect(await dialog.findByDisplayValue(link)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Copy' })).toBeNull()
})

test('a reset link that cannot be made says so', async () => {
  const page = openPerson('superadmin', asha, reply(accountsApi.makeResetLink, refuse({ code: 'odd', status: 429, message: '' })))
  await page.user.click((await dialogOf(page)).getByRole('button', { name: 'Reset link' }))
  expect(await page.findByText('Failed to make a reset link')).toBeTruthy()
})
