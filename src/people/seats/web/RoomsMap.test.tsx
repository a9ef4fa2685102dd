import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roomsApi } from '#people/rooms/rooms.contract.ts'
import type { Rooms } from '#people/rooms/rooms.shapes.contract.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { reply } from '#web/testing/fakeServer.ts'
import type { Seat } from '../seats.contract.ts'
import { hall, openHall, seatsOf } from './testing/smallHall.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const ground = { _id: 'ground', name: 'वाचनालय', floor: 'Ground', position: 1 }
const upper = { _id: 'upper', name: 'Upper hall', floor: 'First floor', position: 2 }
const broken = { from: '2026-11-20', to: '2026-12-02', reason: 'Chair is broken' }

/** Seats 1 and 2 are in the upper hall, 3 and 4 in the room below, and 5 in none. */
const details: Record<number, Partial<Seat>> = {
  1: { label: 'B1', room: upper, place: { x: 4, y: 1 } },
  2: { label: 'B2', room: upper, place: { x: 0, y: 0 }, outOfOrder: broken },
  3: { room: ground },
  4: { room: ground },
  5: { tags: ['women', 'ac'], label: 'W5' },
}
const seats = seatsOf(hall.map((seat) => ({ ...seat, ...details[seat.seatNumber] })))

/** For the question and the outages. */
const rooms: Rooms = {
  rooms: [],
  seats: [{ seatNumber: 5, roomId: null, label: 'W5', tags: ['women', 'ac'], place: null }],
  outages: [],
}

const open = (as: 'superadmin' | 'manager', at = '') =>
  openHall(as, {
    at,
    replies: [seats, reply(roomsApi.list, rooms), reply(usersApi.update, person())],
  })

test('shows each room in the order of the hall, and seats in no room last', async () => {
  open('manager')
  const upperHall = await screen.findByRole('region', { name: 'Upper hall' })
  const regions = screen.getAllByRole('region').map((region) => within(region).queryByRole('heading', { level: 2 })?.textContent)
  expect(regions.filter((text) => text !== undefined)).toEqual(['वाचनालयGround', 'Upper hallFirst floor', 'No room'])
  expect(within(upperHall).getByRole('grid', { name: 'Upper hall' })).toBeTruthy()
})

test('draws the plan of a room in the order of its places, by the labels', async () => {
  open('manager')
  const upperHall = await screen.findByRole('region', { name: 'Upper hall' })
  const heads = within(upperHall).getAllByRole('rowheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Seat B2B2', 'Seat B1B1'])
  expect(heads.map((head) => head.closest('tr')?.style.gridArea || head.closest('tr')?.style.gridColumn)).toEqual([
    expect.stringContaining('1'),
    expect.stringContaining('5'),
  ])
  const below = within(screen.getByRole('region', { name: 'वाचनालय' }))
  expect(below.getAllByRole('rowgroup', { name: 'Row A' })).toHaveLength(1)
})

test('says that a seat is out of order, and does not offer it', async () => {
  const page = open('manager')
  const upperHall = within(await screen.findByRole('region', { name: 'Upper hall' }))
  const free = upperHall.getByRole('button', { name: 'Seat B2, morning: Out of order until 2 Dec: Chair is broken' })
  expect(upperHall.getByRole('button', { name: /^Seat B2, afternoon: Ravi Kumar/ }).getAttribute('aria-label')).toContain('Out of order')
  expect(screen.getAllByText('Out of order').length).toBeGreaterThan(1)
  expect(free.textContent).toBe('Out of order')
  await page.user.click(free)
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats out of order' }))
  expect(dialog.getByLabelText(/^Seat number/)).toHaveProperty('value', '2')
})

test('asks before a seat for women is assigned by a move, and moves nobody after a no', async () => {
  const page = open('superadmin', '&move=asha')
  const target = await screen.findByRole('button', { name: /^Seat W5 \(Women, AC\), morning:.*Move Asha Devi here/ })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === usersApi.update).map(({ received }) => received.body)
  await page.user.click(target)
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another seat' }))
  expect(dialog.getByText('Asha Devi: seat 1 → seat W5, Morning')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Move' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Seat for women' }))
  expect(question.getByText('This seat is for women. Assign it to Asha Devi?')).toBeTruthy()
  await page.user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent()).toEqual([])
  await page.user.click(await dialog.findByRole('button', { name: 'Move' }))
  await page.user.click(await screen.findByRole('button', { name: 'Assign' }))
  await screen.findByText('Asha Devi now has seat W5.')
  expect(sent()).toMatchObject([{ seatNumber: '5' }])
})

test('asks before a new student gets a seat for women, and keeps the form after a no', async () => {
  const page = open('manager')
  await page.user.click(await screen.findByRole('button', { name: /^Seat W5 \(Women, AC\), morning: Free/ }))
  const form = within(await screen.findByRole('dialog', { name: 'Add User' }))
  await page.user.fill(form.getByLabelText(/^Name/), 'Bela Sen')
  await page.user.fill(form.getByLabelText(/^Phone/), '9876543210')
  await page.user.click(form.getByRole('button', { name: /^(?:Add|Create)/ }))
  expect(await screen.findByText('This seat is for women. Assign it to Bela Sen?')).toBeTruthy()
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(form.getByLabelText(/^Name/)).toHaveProperty('value', 'Bela Sen')
  expect(page.calls.filter(({ endpoint }) => endpoint === usersApi.create)).toEqual([])
})
