import { act, fireEvent, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { givenOrigin, givenPublicUrl } from '#web/testing/publicUrl.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type User, usersApi } from '../users.contract.ts'
import { AccountReadyDialog } from './AccountReadyDialog.tsx'
import { openCreate, openEdit, people, person, sentBy } from './testing/usersPage.tsx'

const address = 'https://hall.example.org'

beforeEach(() => {
  window.print = vi.fn()
})

const madePassword = /^[a-z]{4}-[a-z]{4}-[a-z]{4}-\d\d$/

const password = 'abcd-efgh-ijkl-12'

const Handover = ({ user }: { user: User }) => {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <AccountReadyDialog user={user} password={password} isNew onClose={() => setOpen(false)} />
}

/** The dialog alone, as it opens after a person is added. */
const handOver = async (user: User = person()) => {
  const page = renderPage(<Handover user={user} />, { as: 'admin', replies: [people()] })
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  return { ...page, ready }
}

test('shows a generated password, and generates another on a press', async () => {
  const page = await openCreate('admin')
  await page.openMore()
  const field = () => page.form.getByLabelText<HTMLInputElement>(/^Password/)
  const first = field().value
  expect(first).toMatch(madePassword)
  expect(field().type).toBe('text')
  await page.user.click(page.form.getByRole('button', { name: 'Generate a password' }))
  expect(field().value).toMatch(madePassword)
  expect(field().value).not.toBe(first)
})

test('hands a new account over once, with its URL, email and password', async () => {
  givenPublicUrl(address)
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  await page.openMore()
  const made = page.form.getByLabelText<HTMLInputElement>(/^Password/).value
  await page.submit()
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(sentBy(page)?.body).toMatchObject({ password: made })
  for (const text of ['Asha Devi', address, 'asha@example.org', made]) expect(ready.getByText(text)).toBeTruthy()
  expect(ready.getByText(/cannot see it again/)).toBeTruthy()
  await page.user.click(ready.getByRole('button', { name: 'Done' }))
  expect(page.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).not.toContain(made)
  await expect.poll(() => document.activeElement?.textContent).toBe('Add User')
})

const question = { name: 'Close without the password?' }

test.each([
  ['Escape', (page: Awaited<ReturnType<typeof handOver>>) => page.user.keyboard('{Escape}')],
  ['the cross', (page: Awaited<ReturnType<typeof handOver>>) => page.user.click(page.ready.getByRole('button', { name: 'Close' }))],
  ['Back', async () => act(() => window.history.back())],
])('asks before %s loses a password that was neither printed nor copied', async (_, leave) => {
  const page = await handOver()
  await leave(page)
  await page.user.click(within(await page.findByRole('alertdialog', question)).getByRole('button', { name: 'Stay' }))
  await expect.poll(() => page.queryByRole('alertdialog')).toBeNull()
  // The focus is back in the window, which receives the next key.
  await expect.poll(() => page.getByRole('dialog').contains(document.activeElement)).toBe(true)
  expect(page.ready.getByText(password)).toBeTruthy()
  await leave(page)
  await page.user.click(within(await page.findByRole('alertdialog', question)).getByRole('button', { name: 'Close anyway' }))
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).not.toContain(password)
})

test.each(['Print slip', 'Copy'])('closes at once after %s', async (name) => {
  const page = await handOver()
  await page.user.click(page.ready.getByRole('button', { name }))
  await page.user.keyboard('{Escape}')
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect(page.queryByRole('alertdialog', question)).toBeNull()
})

test('copies everything', async () => {
  givenPublicUrl(address)
  const page = await handOver()
  await page.user.click(page.ready.getByRole('button', { name: 'Copy' }))
  const copied = await navigator.clipboard.readText()
  expect(copied.split('\n')).toEqual(['Name: Asha Devi', `Open: ${address}`, 'Sign in as: asha@example.org', `Password: ${password}`])
})

test('selects the text without a clipboard, as on plain HTTP', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await page.submit()
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(ready.queryByRole('button', { name: 'Copy' })).toBeNull()
  fireEvent.click(ready.getByRole('button', { name: 'Select all' }))
  const selected = window.getSelection()?.toString()
  for (const text of ['Asha Devi', 'asha@example.org', String(sentBy(page)?.body.password)]) expect(selected).toContain(text)
})

test('prints a slip and nothing else', async () => {
  givenPublicUrl(address)
  const page = await handOver(person({ seatNumber: 12, slot: 'morning' }))
  const slip = document.querySelector<HTMLElement>('body > .alone-on-paper')
  expect(slip?.textContent).toContain(password)
  expect(slip?.textContent).toContain('Seat 12')
  expect(slip?.textContent).toContain(address)
  await page.user.click(page.ready.getByRole('button', { name: 'Print slip' }))
  expect(window.print).toHaveBeenCalledTimes(1)
})

test('sends the URL and the email by WhatsApp, and never the password', async () => {
  givenPublicUrl(address)
  const page = await handOver(person({ phone: '98765 43210' }))
  const link = page.ready.getByRole<HTMLAnchorElement>('link', { name: 'Send on WhatsApp' })
  const to = new URL(link.href)
  expect(to.origin + to.pathname).toBe('https://wa.me/919876543210')
  expect(to.searchParams.get('text')).toBe(
    `Your account at Library System is ready. Open ${address} and sign in as asha@example.org. You will get your password at the counter.`,
  )
  expect(decodeURIComponent(link.href)).not.toContain(password)
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

test('uses the URL of the page without PUBLIC_URL', async () => {
  givenOrigin('http://192.168.1.20:5000')
  const page = await handOver()
  expect(page.ready.getByText('http://192.168.1.20:5000')).toBeTruthy()
  expect(document.querySelector('body > .alone-on-paper')?.textContent).toContain('http://192.168.1.20:5000')
})

test.each([[undefined], ['http://localhost:5000']])(
  'never hands over a URL of this computer only, with PUBLIC_URL %s',
  async (publicUrl) => {
    if (publicUrl) givenPublicUrl(publicUrl)
    const page = await handOver(person({ phone: '98765 43210' }))
    expect(page.ready.getByText(/^The address is left out.* PUBLIC_URL\.$/)).toBeTruthy()
    const link = page.ready.getByRole<HTMLAnchorElement>('link', { name: 'Send on WhatsApp' })
    expect(new URL(link.href).searchParams.get('text')).toBe(
      'Your account at Library System is ready. Sign in as asha@example.org. You will get your password at the counter.',
    )
    await page.user.click(page.ready.getByRole('button', { name: 'Copy' }))
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      'Name: Asha Devi',
      'Sign in as: asha@example.org',
      `Password: ${password}`,
    ])
    const slip = document.querySelector('body > .alone-on-paper')?.textContent
    expect(slip).toContain(password)
    expect(slip).not.toMatch(/localhost|Open/)
  },
)

test.each([null, '12'])('offers no WhatsApp for the phone %s', async (phone) => {
  const page = await handOver(person({ phone }))
  expect(page.ready.queryByRole('link')).toBeNull()
})

test('hands over a new password of an existing account too, but no other change', async () => {
  const page = await openEdit('superadmin', person(), reply(usersApi.update, person()))
  await page.paste(/^Password/, 'quiet reading')
  await page.submit()
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(ready.getByText('quiet reading')).toBeTruthy()
})
