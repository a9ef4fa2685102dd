import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountSlots } from '#chat/encryption/web/accountSlots.ts'
import { commonErrors } from '#contract/errors.ts'
import { AccountMenu } from '#people/accounts/web/AccountMenu.tsx'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type AuditEntry, auditApi } from '../audit.contract.ts'
import { AuditPage } from './AuditPage.tsx'

const entry = (_id: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  _id,
  at: '2026-11-21T05:30:00.000Z',
  actorId: 'superadmin-1',
  actorName: 'Sunil Kumar',
  action: 'users.update',
  targetId: 's1',
  targetName: 'आशा शर्मा',
  changes: [],
  ...more,
})

const people = reply(auditApi.people, { items: [{ _id: 'superadmin-1', name: 'Sunil Kumar' }], nextCursor: null })
const listed = (...items: AuditEntry[]) => reply(auditApi.list, { items, nextCursor: null })
const show = (replies: FakeReply[], at = '/audit') => renderPage(<AuditPage />, { as: 'superadmin', at, replies: [people, ...replies] })
const asked = ({ calls }: ReturnType<typeof show>) =>
  calls.filter(({ endpoint }) => endpoint === auditApi.list).map(({ received }) => received.query)

// jsdom cannot download files.
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:made'
})
afterEach(() => vi.restoreAllMocks())

test('shows a change in plain words: who, what, whom, and each field before and after', async () => {
  const changes = [
    { field: 'dob', before: null, after: '"2008-03-09"' },
    { field: 'isActive', before: 'true', after: 'false' },
    { field: 'monthlyFee', before: '1000', after: '123456.5' },
    { field: 'phone', before: '"98765"', after: 'null' },
    { field: 'landing.openingHours', before: '"a"', after: '"b"' },
    { field: 'receiptNumber', before: '"2026-27/000123"', after: null },
    { field: 'targetUsers', before: '"all"', after: '["Ravi","Meera"]' },
  ]
  const page = show([
    listed(entry('1', { changes }), entry('2', { actorId: null, actorName: '', action: 'fees.unheardOf', targetName: null })),
  ])
  const [, first, second] = await screen.findAllByRole('row')
  const row = within(first as HTMLElement)
  expect([row.getByText('Changed a person'), row.getByText('“आशा शर्मा”'), row.getByText('Sunil Kumar')]).toBeTruthy()
  const told = () => row.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
  expect(told()).toEqual(['Date of birth: 9 Mar 2008', 'Active: Yes → No', 'Monthly fee: ₹1,000 → ₹1,23,456.50', 'Phone: 98765 → blank'])
  await page.user.click(row.getByRole('button', { name: 'Show 3 more fields' }))
  expect(told().slice(4)).toEqual(['Landing: opening hours: a → b', 'Receipt number: 2026-27/000123', 'For: Everyone → Ravi, Meera'])
  const other = within(second as HTMLElement)
  expect([other.getByText('fees.unheardOf'), other.getByText('Carrel itself'), other.getByText('No details')]).toBeTruthy()
})

test('a day in the address that no calendar has is not sent', async () => {
  const page = show([listed(entry('1'))], '/audit?from=2026-11-01&to=2026-11-31')
  await screen.findByText('“आशा शर्मा”')
  expect(asked(page).at(-1)).toEqual({ limit: '50', from: '2026-11-01' })
})

test('the filters are part of the address and sent to the server', async () => {
  const page = show([listed(entry('1'))], '/audit?from=2026-11-01&kind=nonsense')
  await screen.findByText('“आशा शर्मा”')
  expect(asked(page).at(-1)).toEqual({ limit: '50', from: '2026-11-01' })
  await page.user.selectOptions(screen.getByLabelText('Kind of change'), 'users.update')
  await page.user.click(screen.getByRole('button', { name: 'Show only changes by Sunil Kumar' }))
  await waitFor(() => expect(asked(page).at(-1)).toEqual({ limit: '50', from: '2026-11-01', kind: 'users.update', actor: 'superadmin-1' }))
  expect(page.address()).toBe('/audit?from=2026-11-01&kind=users.update&actor=superadmin-1')
  expect((screen.getByLabelText('Person') as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('Sunil Kumar')
})

test('the export uses the filters of the screen, and shows a failure', async () => {
  const page = show([listed(entry('1')), reply(auditApi.download, undefined)], '/audit?kind=users')
  const exportAs = async (format: string) => {
    await page.user.click(await screen.findByRole('button', { name: 'Export' }))
    await page.user.click(await screen.findByRole('menuitem', { name: format }))
  }
  await exportAs('Excel (.xlsx)')
  await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalled())
  expect(page.calls.at(-1)).toMatchObject({ endpoint: auditApi.download, received: { query: { kind: 'users', format: 'xlsx' } } })
})

test('shows why the server rejects an export', async () => {
  const page = show([listed(entry('1')), reply(auditApi.download, refuse(commonErrors.unavailable))])
  await page.user.click(await screen.findByRole('button', { name: 'Export' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
})

test('offers to clear the filters if nothing was found', async () => {
  const page = show([listed()], '/audit?kind=users')
  expect(await screen.findByText('No changes found')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(page.address()).toBe('/audit')
  expect(await screen.findByText('Nothing yet')).toBeTruthy()
})

test('a failed load can be retried', async () => {
  let fails = true
  const page = show([reply(auditApi.list, () => (fails ? refuse(commonErrors.notAllowed) : { items: [entry('1')], nextCursor: null }))])
  const retry = await screen.findByRole('button', { name: 'Retry' })
  fails = false
  await page.user.click(retry)
  expect(await screen.findByText('“आशा शर्मा”')).toBeTruthy()
})

test.each([
  ['superadmin', true],
  ['admin', false],
] as const)('the account menu of a %s has a link to it: %s', async (role, leads) => {
  const user = { _id: 'one', name: 'Asha Devi', email: 'asha@example.org', role }
  const page = renderPage(<AccountMenu user={user} slots={accountSlots} />, { as: role, at: '/dashboard' })
  await page.user.click(page.getByRole('button', { name: /^Account\s*Asha Devi/ }))
  await page.findByRole('menuitem', { name: 'Logout' })
  expect(page.queryByRole('menuitem', { name: 'Audit' }) !== null).toBe(leads)
  if (!leads) return
  await page.user.click(page.getByRole('menuitem', { name: 'Audit' }))
  expect(page.address()).toBe('/audit')
})
