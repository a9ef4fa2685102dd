import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { feesApi } from '#money/fees/fees.contract.ts'
import { fee } from '#money/fees/web/testing/feesPage.tsx'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { hall, seatsOf, sitting } from '#people/seats/web/testing/smallHall.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { openUsers, people, sentBy } from '#people/users/web/testing/usersPage.tsx'
import { reply } from '#web/testing/fakeServer.ts'
import { shiftChangeApi } from '../shift-change.contract.ts'
import { shiftChangeOnUsers } from '../shift-change.pages.tsx'
import { moved, priceReply } from './testing/shiftChange.ts'

beforeAll(async () => {
  await shiftChangeOnUsers.changeShift?.load()
  await shiftChangeOnUsers.shiftHint?.load()
})

const { asha } = sitting
if (!asha) throw new Error('nobody sits there')

const replies = [
  seatsOf(hall),
  people(asha),
  locksReply(),
  reply(usersApi.profile, asha),
  reply(usersApi.update, asha),
  reply(feesApi.ofStudent, { items: [fee()], nextCursor: null, total: 1 }),
  priceReply,
  reply(shiftChangeApi.change, moved),
]

const open = (at: string) => openUsers('superadmin', replies, at, shiftChangeOnUsers)
const shiftDialog = async () => within(await screen.findByRole('dialog', { name: 'Change the shift of Asha Devi' }))

test('a move on the map to another shift shows the price, with the pressed seat', async () => {
  const page = open('/users?view=seats&move=asha')
  await page.user.click(await page.findByRole('button', { name: /^Seat 5, afternoon: Free Move Asha/ }))
  const dialog = await shiftDialog()
  expect(await dialog.findByText('Asha Devi pays ₹100 more for November 2026')).toBeTruthy()
  expect(dialog.getByLabelText(/^Seat/)).toHaveProperty('value', '5')
  await page.user.click(dialog.getByRole('button', { name: 'Change and charge ₹100' }))
  await screen.findByText('Asha Devi is now in Afternoon.')
  expect(sentBy(page)?.body).toMatchObject({ slot: 'afternoon', seatNumber: 5, expected: 100 })
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
})

test('the form of a student offers the price for another shift, and still saves other changes', async () => {
  const page = open('/users?view=list')
  await page.user.click(await page.findByRole('button', { name: 'Edit Asha Devi' }))
  const form = within(await page.findByRole('dialog', { name: 'Edit User' }))
  expect(form.queryByRole('button', { name: 'Change shift' })).toBeNull()
  await page.user.selectOptions(form.getByLabelText(/^Shift/), 'afternoon')
  await page.user.click(await form.findByRole('button', { name: 'Change shift' }))
  const dialog = await shiftDialog()
  await dialog.findByText(/pays ₹100 more/)
  await page.user.click(dialog.getByRole('button', { name: 'Change and charge ₹100' }))
  expect(await form.findByText('The shift was changed.')).toBeTruthy()
  expect(page.calls.filter(({ endpoint }) => endpoint.path === usersApi.update.path && endpoint.method === 'PUT')).toEqual([])
  await page.user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ slot: 'afternoon' }))
})
