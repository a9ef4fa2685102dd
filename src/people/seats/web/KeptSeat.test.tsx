import { within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { openHall } from './testing/smallHall.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const openKept = async (as: Role) => {
  const page = openHall(as)
  await page.user.click(await page.findByRole('button', { name: 'Seat 4, morning: Expired 10 Nov · Sunil Das' }))
  return { ...page, panel: within(await page.findByRole('dialog', { name: 'Sunil Das' })) }
}

test.each<Role>(['manager', 'admin', 'superadmin'])(
  'a kept seat opens the student panel for a %s, to renew or to give it away',
  async (role) => {
    const { panel } = await openKept(role)
    expect(await panel.findByText(/^4 · Morning/)).toBeTruthy()
    expect(panel.getByRole('link', { name: 'Call 98765 44444' }).getAttribute('href')).toBe('tel:9876544444')
    expect(await panel.findByRole('button', { name: 'Renew' })).toBeTruthy()
    expect(await panel.findByRole('button', { name: 'Give away the seat' })).toBeTruthy()
  },
)

test('assigns it to a new person, and the form names who loses it', async () => {
  const { panel, user, findByRole } = await openKept('manager')
  await user.click(await panel.findByRole('button', { name: 'Give away the seat' }))
  const form = within(await findByRole('dialog', { name: 'Add User' }))
  expect(form.getByLabelText('Seat number')).toHaveProperty('value', '4')
  expect(form.getByText(/^Kept for Sunil Das, whose account/)).toBeTruthy()
})

test('lets a superadmin move an existing person there, with the same warning', async () => {
  const { panel, user, findByRole, findByText } = await openKept('superadmin')
  await user.click(await panel.findByRole('button', { name: 'Give away the seat' }))
  await findByRole('button', { name: 'Add someone new' })
  expect(await findByText(/^Kept for Sunil Das, whose account/)).toBeTruthy()
  await user.click(await findByRole('option', { name: /^Asha Devi/ }))
  expect(await findByText('Asha Devi: seat 1 → seat 4, Morning')).toBeTruthy()
  expect(await findByText(/^Kept for Sunil Das, whose account/)).toBeTruthy()
})

test('renews from a press on the seat', async () => {
  const { panel, user, findByRole } = await openKept('admin')
  await user.click(await panel.findByRole('button', { name: 'Renew' }))
  expect(await findByRole('dialog', { name: 'Renew Sunil Das' })).toBeTruthy()
})

test('offers nothing about a seat that is not kept', async () => {
  const page = openHall('superadmin')
  await page.user.click(await page.findByRole('button', { name: /^Seat 1, morning: Asha Devi/ }))
  const panel = within(await page.findByRole('dialog', { name: 'Asha Devi' }))
  await panel.findByRole('button', { name: 'Move or exchange seat' })
  expect(panel.queryByRole('button', { name: 'Give away the seat' })).toBeNull()
})
