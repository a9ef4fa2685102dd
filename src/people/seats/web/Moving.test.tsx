import { waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usersApi } from '#people/users/users.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { person, sentBy } from '#people/users/web/testing/usersPage.tsx'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { seatsApi } from '../seats.contract.ts'
import { hall, openHall, seatsOf, sitting } from './testing/smallHall.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

type Page = ReturnType<typeof openHall>
const press = async (page: Page, name: RegExp) => page.user.click(await page.findByRole('button', { name }))

test('moves a student for a superadmin who presses the seat, after showing the result', async () => {
  const page = openHall('superadmin', { replies: [reply(usersApi.update, person())] })
  await press(page, /^Seat 1, morning/)
  await page.user.click(await page.findByRole('button', { name: 'Move or exchange seat' }))
  expect(await page.findByText('Moving Asha Devi (Seat 1, Morning).')).toBeTruthy()
  expect(page.address()).toBe('/users?view=seats&move=asha')
  await press(page, /^Seat 5, morning: Free Move Asha Devi here/)
  const dialog = within(await page.findByRole('dialog', { name: 'Move to another seat' }))
  expect(dialog.getByText('Asha Devi: seat 1 → seat 5, Morning')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await page.findByText('Asha Devi now has seat 5.')).toBeTruthy()
  expect(sentBy(page)).toMatchObject({ params: { id: 'asha' }, body: { seatNumber: '5' } })
  expect(sentBy(page)?.body).not.toHaveProperty('slot')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  expect(page.queryByRole('region', { name: 'Moving' })).toBeNull()
})

test('says that the shift changes too if the other half is free', async () => {
  const page = openHall('superadmin', { at: '&move=asha', replies: [reply(usersApi.update, person())] })
  await press(page, /^Seat 5, afternoon: Free Move Asha/)
  expect(await page.findByText('Morning → Afternoon')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Move' }))
  await page.findByText('Asha Devi now has seat 5.')
  expect(sentBy(page)?.body).toMatchObject({ seatNumber: '5', slot: 'afternoon' })
})

test('exchanges two people by pressing one, and names both', async () => {
  const page = openHall('superadmin', { at: '&move=asha', replies: [reply(seatsApi.exchange, undefined as never)] })
  await press(page, /^Seat 2, afternoon: Ravi Kumar No end date Exchange with Asha Devi/)
  const dialog = within(await page.findByRole('dialog', { name: 'Exchange seats' }))
  expect(dialog.getByText('Asha Devi: seat 1 → seat 2, Morning')).toBeTruthy()
  expect(dialog.getByText('Ravi Kumar: seat 2 → seat 1, Afternoon')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Exchange' }))
  expect(await page.findByText('Asha Devi and Ravi Kumar have exchanged seats.')).toBeTruthy()
  expect(sentBy(page)?.body).toEqual({ first: 'asha', second: 'ravi' })
})

test('names the seat and the day of a visitor in the way', async () => {
  const visitor = { passId: 'pass', paymentId: 'paid', name: 'Meera Nair', shiftName: 'Morning', from: '00:00', to: '14:00' }
  const seats = hall.map((seat) => (seat.seatNumber === 5 ? { ...seat, label: 'B24', visitors: [visitor] } : seat))
  const page = openHall('superadmin', { at: '&move=asha', replies: [seatsOf(seats)] })
  await press(page, /^Seat B24, morning: Meera Nair Day pass until 14:00/)
  expect(await page.findByText('Meera Nair has a day pass for seat B24 on 21 Nov. Press another seat.')).toBeTruthy()
})

test('reports a seat that someone else has taken since, and accepts another one', async () => {
  const taken = refuse(userErrors.seatTaken, { message: 'Seat 5 (morning) is taken by Nisha Jain' })
  const page = openHall('superadmin', { at: '&move=asha', replies: [reply(usersApi.update, taken)] })
  await press(page, /^Seat 5, morning/)
  await page.user.click(await page.findByRole('button', { name: 'Move' }))
  expect(await page.findByText('Seat 5 (morning) is taken by Nisha Jain')).toBeTruthy()
  await page.user.keyboard('{Escape}')
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.getByText('Moving Asha Devi (Seat 1, Morning).')).toBeTruthy()
  expect(page.calls.filter(({ endpoint }) => endpoint.path === seatsApi.list.path).length).toBeGreaterThan(1)
})

test('works by keyboard: Enter asks, and Escape cancels', async () => {
  const page = openHall('superadmin', { at: '&move=asha' })
  await page.findByText('Moving Asha Devi (Seat 1, Morning).')
  const own = page.getByRole('button', { name: 'Seat 1, morning: Asha Devi No end date Being moved' })
  own.focus()
  await page.user.keyboard('{Enter}')
  expect(await page.findByText('Asha Devi already has this seat.')).toBeTruthy()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  expect(page.queryByRole('region', { name: 'Moving' })).toBeNull()
})

test('lets only superadmins move people', async () => {
  const page = openHall('admin', { at: '&move=asha' })
  await press(page, /^Seat 1, morning: Asha Devi No end date$/)
  expect(await page.findByRole('button', { name: 'Renew' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Move or exchange seat' })).toBeNull()
  expect(page.queryByRole('region', { name: 'Moving' })).toBeNull()
})

test('assigns a free seat to a new person, or to one found by a few letters', async () => {
  const page = openHall('superadmin', { replies: [reply(usersApi.update, person())] })
  await press(page, /^Seat 5, afternoon/)
  const dialog = within(await page.findByRole('dialog', { name: 'Seat 5, Afternoon' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add someone new' })))
  await page.user.fill(dialog.getByRole('searchbox', { name: 'Name, phone or seat' }), '98765')
  await page.user.click(await dialog.findByRole('option', { name: /^Asha Devi\s?Seat 1, Morning · 98765 11111$/ }))
  expect(await page.findByText('Asha Devi: seat 1 → seat 5, Afternoon')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Move' }))
  await page.findByText('Asha Devi now has seat 5.')
  expect(sentBy(page)?.body).toEqual({ seatNumber: '5', slot: 'afternoon' })
  expect(page.queryByRole('dialog')).toBeNull()
})

test('offers no exchange to a person without a seat', async () => {
  const seatless = { ...sitting.asha, seatNumber: null } as (typeof sitting)[string]
  const page = openHall('superadmin', { at: '&move=asha', replies: [reply(usersApi.profile, seatless)] })
  await page.findByText('Moving Asha Devi (No seat).')
  await press(page, /^Seat 2, afternoon/)
  expect(await page.findByText('Press a free seat. Asha Devi has no seat to exchange with Ravi Kumar.')).toBeTruthy()
})
