import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noFirstView } from '#people/users/web/testing/usersPage.tsx'
import { visitsApi } from '#people/visits/visits.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultHall } from '#system/customization/customization.settings.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import type { Seat } from '../../seats.contract.ts'
import { SeatMap } from '../SeatMap.tsx'
import { seatOf } from '../testing/seatOf.ts'
import { openHall, seatsOf } from '../testing/smallHall.tsx'

beforeEach(() => {
  // 09:00 in the hall.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:30:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type Opened = ReturnType<typeof openHall>

const choose = async (page: Opened, name: string) => {
  await page.user.click(await page.findByRole('button', { name: /^Free at/ }))
  await page.user.click(await page.findByRole('menuitem', { name }))
  await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
}

const count = async (page: Pick<Opened, 'findByText'>) => (await page.findByText(/seats free: /)).textContent
/** The numbers of the seats that the map shows as free. */
const freeSeats = (page: Pick<Opened, 'getByRole'>): string[] =>
  within(page.getByRole('grid'))
    .getAllByRole('button')
    .filter(({ className }) => !className.includes('border-transparent'))
    .map((tile) => tile.dataset.seat ?? '')

test.each([
  ['Now', '3 of 5 seats free: Now', ['2', '4', '5'], 'at=now'],
  ['Tonight, 21:00–05:00', '2 of 5 seats free: Tonight, 21:00–05:00', ['4', '5'], 'at=tonight'],
  ['Afternoon, 14:00–24:00', '3 of 5 seats free: Afternoon, 14:00–24:00', ['1', '4', '5'], 'at=slot-afternoon'],
])('finds the seats that are free: %s', async (name, sentence, free, address) => {
  const page = openHall('manager', { at: '&at=day' })
  expect(await count(page)).toBe('2 of 5 seats free: All day')
  await page.findByRole('group', { name: 'First day' })
  await choose(page, name)
  expect(await page.findByText(sentence)).toBeTruthy()
  expect(freeSeats(page)).toEqual(free)
  expect(page.address()).toBe(`/users?view=seats&${address}`)
})

test('shows the halves again for any time', async () => {
  const page = openHall('manager', { at: '&at=slot-morning&since=2026-12-01' })
  await page.user.click(await page.findByRole('button', { name: 'Clear time' }))
  await page.findByRole('tab', { name: 'Both' })
  expect(page.address()).toBe('/users?view=seats')
  expect(page.queryByText(/seats free: /)).toBeNull()
})

test('hides the other seats with Free only', async () => {
  const page = openHall('manager', { at: '&at=slot-morning&free=1' })
  expect(await count(page)).toBe('3 of 5 seats free: Morning, 00:00–14:00')
  const numbers = within(page.getByRole('grid')).getAllByRole('rowheader')
  expect(numbers.map(({ textContent }) => textContent)).toEqual(['Seat 22', 'Seat 44', 'Seat 55'])
})

test('takes other times, also over midnight', async () => {
  const page = openHall('manager')
  await choose(page, 'Other times')
  expect(await count(page)).toBe('3 of 5 seats free: 09:00–13:00')
  fireEvent.change(page.getByLabelText('From'), { target: { value: '13:00' } })
  fireEvent.change(page.getByLabelText('To'), { target: { value: '15:00' } })
  await waitFor(async () => expect(await count(page)).toBe('2 of 5 seats free: 13:00–15:00'))
  expect(page.address()).toBe('/users?view=seats&at=13%3A00-15%3A00')
})

test('a free seat opens the form with the seat and a fitting shift', async () => {
  const page = openHall('manager', { at: '&at=15:00-16:00' })
  await page.user.click(await page.findByRole('button', { name: /^Seat 1, afternoon: Free/ }))
  const form = within(await page.findByRole('dialog', { name: 'Add User' }))
  expect(form.getByLabelText('Seat number')).toHaveProperty('value', '1')
  expect(form.getByRole('radio', { name: /^Afternoon/, checked: true })).toBeTruthy()
})

const leaving: Seat = {
  ...seatOf({ seatNumber: 1, morning: null, afternoon: null }),
  holders: [
    {
      userId: 'asha',
      name: 'Asha Devi',
      phone: null,
      slot: 'morning',
      terminationDate: '2026-11-30',
      isExpired: false,
      owed: 0,
      parts: [{ from: '00:00', to: '14:00' }],
    },
  ],
}

test('counts from a day on the seats of those who leave before it, and says who has them until then', async () => {
  const page = openHall('manager', { at: '&at=day', replies: [seatsOf([leaving])] })
  expect(await count(page)).toBe('0 of 1 seats free: All day')
  const day = await page.findByRole('group', { name: 'First day' })
  await page.user.click(within(day).getAllByRole('spinbutton')[0] as HTMLElement)
  await page.user.keyboard('01122026')
  await waitFor(async () => expect(await count(page)).toBe('1 of 1 seats free: All day from 1 Dec 2026'))
  expect(page.address()).toBe('/users?view=seats&at=day&since=2026-12-01')
  expect(page.getByRole('button', { name: /^Seat 1, morning: Asha Devi until 30 Nov/ })).toBeTruthy()
  expect(page.getByText(/^A seat with a name is free after/)).toBeTruthy()
})

test('shows the halves if the URL names a time that the hall does not have', async () => {
  const page = openHall('manager', { at: '&at=slot-night' })
  expect(await page.findByRole('tab', { name: 'Both' })).toBeTruthy()
  expect(page.queryByText(/seats free: /)).toBeNull()
})

test.each(['2027-02-31', '2027-2-1', '2026-11-20'])('counts from today if the URL names %s as the first day', async (day) => {
  const page = openHall('manager', { at: `&at=day&since=${day}` })
  expect(await count(page)).toBe('2 of 5 seats free: All day')
})

const night: Shift = { key: 'night', name: 'Night', from: '22:00', to: '06:00', monthlyFee: null, colour: 'info', isArchived: false }
const SeatMapPage = () => {
  useCustomization()
  return <SeatMap onFree={() => {}} onPerson={() => {}} />
}

test('offers the shifts of the hall, with its night shift as tonight', async () => {
  const replies: FakeReply[] = [
    noFirstView,
    seatsOf([leaving]),
    reply(visitsApi.inside, { items: [], nextCursor: null, total: 0 }),
    reply(customizationApi.get, { ...untouched, hall: { ...defaultHall, shifts: [...defaultHall.shifts, night] } }),
  ]
  const page = renderPage(<SeatMapPage />, { as: 'manager', at: '/users?view=seats', replies })
  await page.findByRole('tab', { name: 'Night' })
  await page.user.click(page.getByRole('button', { name: 'Free at' }))
  const names = (await page.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Now',
    'Tonight, 22:00–06:00',
    'Morning, 00:00–14:00',
    'Afternoon, 14:00–24:00',
    'Full-day, 24 hours',
    'Night, 22:00–06:00',
    'All day',
    'Other times',
  ])
})

test('each tile shows how much of its day is sold, and says it in words', async () => {
  const page = openHall('manager')
  const tile = await page.findByRole('button', { name: /^Seat 1, morning/ })
  const described = document.getElementById(tile.getAttribute('aria-describedby') ?? '')
  expect(described?.getAttribute('aria-label')).toBe('Taken for 14 of 24 hours')
  const strips = page.getAllByRole('img', { name: /^Taken for / })
  expect(strips.map((strip) => strip.getAttribute('aria-label'))).toEqual(
    [14, 10, 24, 0, 0].map((hours) => `Taken for ${hours} of 24 hours`),
  )
  const widths = strips.map((strip) => Math.round(Number.parseFloat(strip.querySelector<HTMLElement>('[data-sold]')?.style.width ?? '0')))
  expect(widths).toEqual([58, 42, 100, 0, 0])
})
