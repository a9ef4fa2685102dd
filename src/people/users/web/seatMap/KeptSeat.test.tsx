import { within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { openHall } from '../testing/smallHall.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const openKept = async (as: Role) => {
  const page = openHall(as)
  await page.user.click(await page.findByRole('button', { name: 'Seat 4, morning: Expired 10 Nov · Sunil Das' }))
  return { ...page, dialog: within(await page.findByRole('dialog', { name: 'Seat 4, Morning' })) }
}

test.each<[Role, string[]]>([
  ['manager', ['Open person', 'Give away', 'Renew']],
  ['admin', ['Open person', 'Give away', 'Renew']],
  ['superadmin', ['Open person', 'Give away', 'Renew']],
])('a seat that is kept says for whom and offers a %s %j', async (role, offered) => {
  const { dialog } = await openKept(role)
  expect(await dialog.findByText('Kept for Sunil Das, whose account expired on 10 Nov 2026.')).toBeTruthy()
  expect(dialog.getByRole('link', { name: '98765 44444' }).getAttribute('href')).toBe('tel:9876544444')
  const names = dialog.getAllByRole('button').map((button) => button.textContent)
  expect(names.filter((name) => name)).toEqual(offered)
})

test('staff give it to someone new, and the form says who loses it', async () => {
  const { dialog, user, findByRole } = await openKept('manager')
  await user.click(await dialog.findByRole('button', { name: 'Give away' }))
  const form = within(await findByRole('dialog', { name: 'Add User' }))
  expect(form.getByLabelText('Seat number')).toHaveProperty('value', '4')
  expect(form.getByText(/^Kept for Sunil Das until now/)).toBeTruthy()
})

test('a superadmin may seat someone there who is here already, and is told the same', async () => {
  const { dialog, user, findByRole, findByText } = await openKept('superadmin')
  await user.click(await dialog.findByRole('button', { name: 'Give away' }))
  await findByRole('button', { name: 'Add someone new' })
  expect(await findByText(/^Kept for Sunil Das until now/)).toBeTruthy()
  await user.click(await findByRole('option', { name: /^Asha Devi/ }))
  expect(await findByText('Asha Devi: seat 1 → seat 4, Morning')).toBeTruthy()
  expect(await findByText(/^Kept for Sunil Das until now/)).toBeTruthy()
})

test('renewing starts where the seat was pressed', async () => {
  const { dialog, user, findByRole } = await openKept('admin')
  await user.click(await dialog.findByRole('button', { name: 'Renew' }))
  expect(await findByRole('dialog', { name: 'Renew Sunil Das' })).toBeTruthy()
})
