import { act, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { openUsers, people, person, seats } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { seatsApi } from '../seats.contract.ts'
import { type HalvedSeat, seatOf } from './testing/seatOf.ts'
import { openHall } from './testing/smallHall.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const asha = { userId: 'one', name: 'Asha Devi', slot: 'morning', terminationDate: null, isExpired: false, owed: 0, phone: null } as const
const ravi = {
  userId: 'two',
  name: 'Ravi Kumar',
  slot: 'afternoon',
  terminationDate: '2026-11-25',
  isExpired: false,
  owed: 0,
  phone: null,
} as const
const taken: HalvedSeat = { seatNumber: 12, morning: asha, afternoon: ravi }

const openMap = (as: Role, ...replies: FakeReply[]) => openUsers(as, [people(person()), seats(taken), ...replies], '/users?view=seats')

/** Returns the name in a tile, and the days left, which the style sheet shows. */
const shownIn = (tile: HTMLElement) => [tile.textContent, tile.querySelector('[data-days]')?.getAttribute('data-days')]

test('opens the map by its tab, and stores it in the URL next to the search', async () => {
  const page = openUsers('manager', [people(person()), seats()], '/users?q=asha')
  await page.user.click(await page.findByRole('tab', { name: 'Seat map' }))
  expect(await page.findByRole('grid', { name: 'Seats' })).toBeTruthy()
  expect(page.address()).toBe('/users?q=asha&view=seats')
  await page.user.click(page.getByRole('tab', { name: 'List' }))
  expect(await page.findByText('Asha Devi')).toBeTruthy()
  expect(page.address()).toBe('/users?q=asha')
})

test('shows who has each half of each seat, and how many are taken', async () => {
  const page = openMap('manager')
  const map = within(await page.findByRole('grid', { name: 'Seats' }))
  expect(map.getAllByRole('row')).toHaveLength(39)
  expect(map.getByRole('button', { name: 'Seat 12, morning: Asha Devi No end date' })).toBeTruthy()
  const ending = map.getByRole('button', { name: 'Seat 12, afternoon: Ravi Kumar Ends 25 Nov, 4 days' })
  expect(shownIn(ending)).toEqual(['Ravi', '4d'])
  expect(map.getByRole('button', { name: 'Seat 13, morning: Free Add a user here' })).toBeTruthy()
  expect(page.getByText('1 of 38 seats taken in the morning')).toBeTruthy()
  expect(page.getByText('1 of 38 seats taken in the afternoon')).toBeTruthy()
  const legend = within(page.getByRole('list', { name: 'What the colors mean' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Free',
    'Taken',
    '3dEnds within 7 days',
    '−5dExpired, seat kept',
    'Owes fees',
    'Taken for part of the day',
  ])
})

test('draws rows of ten seats with letters, and an aisle after the fifth', async () => {
  const page = openMap('manager')
  const map = within(await page.findByRole('grid', { name: 'Seats' }))
  const rows = map.getAllByRole('rowgroup').slice(1)
  expect(rows.map((row) => [row.getAttribute('aria-label'), within(row).getAllByRole('row').length])).toEqual([
    ['Row A', 10],
    ['Row B', 10],
    ['Row C', 10],
    ['Row D', 8],
  ])
  const seat = (n: number) => map.getByRole('rowheader', { name: `Seat ${n}` }).closest('tr')
  expect([6, 16].every((n) => seat(n)?.className.includes('ml-6'))).toBe(true)
  expect([5, 7, 11].some((n) => seat(n)?.className.includes('ml-6'))).toBe(false)
})

test('marks who owes fees with a dot, and says the amount in the name and the tooltip', async () => {
  const page = openUsers(
    'manager',
    [people(person()), seats({ seatNumber: 12, morning: { ...asha, owed: 1500 }, afternoon: ravi })],
    '/users?view=seats',
  )
  const owing = await page.findByRole('button', { name: 'Seat 12, morning: Asha Devi No end date, owes ₹1,500' })
  expect(owing.title).toBe('Seat 12, morning: Asha Devi No end date, owes ₹1,500')
  expect(owing.querySelector('[data-dues]')).not.toBeNull()
  expect(page.getByRole('button', { name: /^Seat 12, afternoon/ }).querySelector('[data-dues]')).toBeNull()
})

test('shows three digits of days in a half', async () => {
  const long = { ...taken, afternoon: { ...ravi, terminationDate: '2027-03-01' } }
  const page = openUsers('manager', [people(person()), seats(long)], '/users?view=seats')
  expect(shownIn(await page.findByRole('button', { name: /^Seat 12, afternoon: Ravi Kumar/ }))).toEqual(['Ravi', '100d'])
})

test('shows the first name and the days left in a whole tile, and how long ago an account expired', async () => {
  const page = openHall('manager', { at: '&half=morning' })
  const tile = (name: RegExp) => page.findByRole('button', { name })
  expect(shownIn(await tile(/^Seat 3, morning: Meena Rao/))).toEqual(['Meena', 'No end'])
  expect(shownIn(await tile(/^Seat 4, morning: Expired 10 Nov · Sunil Das/))).toEqual(['Sunil', '11 d ago'])
  expect((await tile(/^Seat 5, morning: Free/)).textContent).toBe('Free')
})

test('labels the panel with the tab of its half, whichever was shown before', async () => {
  const page = openMap('manager')
  for (const name of ['Morning', 'Both']) {
    await page.user.click(await page.findByRole('tab', { name }))
    const tab = page.getByRole('tab', { name, selected: true })
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    expect(panel?.contains(page.getByRole('grid', { name: 'Seats' }))).toBe(true)
    expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id)
  }
})

test('opens the form with seat and slot filled in from a free half', async () => {
  const page = openMap('manager')
  await page.user.click(await page.findByRole('button', { name: /^Seat 7, afternoon: Free/ }))
  const form = within(await page.findByRole('dialog', { name: 'Add User' }))
  expect(form.getByLabelText('Seat number')).toHaveProperty('value', '7')
  expect(form.getByRole('radio', { name: 'Afternoon 14:00–24:00 Free', checked: true })).toBeTruthy()
})

test('offers nothing on a free half to staff who may not create accounts', async () => {
  const page = openMap('student', reply(usersApi.profile, person({ seatNumber: 12, slot: 'morning' })))
  await page.user.click(await page.findByRole('button', { name: 'Seat 7, afternoon: Free' }))
  await page.user.click(page.getByRole('button', { name: /^Seat 12, morning/ }))
  await page.findByRole('dialog', { name: 'Asha Devi' })
  expect(page.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
})

test.each<[Role, boolean]>([
  ['manager', false],
  ['admin', true],
])('shows who has a taken half, and a %s may edit: %s', async (role, mayEdit) => {
  const page = openMap(role, reply(usersApi.profile, person({ phone: '98765', seatNumber: 12, slot: 'morning' })))
  await page.user.click(await page.findByRole('button', { name: /^Seat 12, morning/ }))
  const card = within(await page.findByRole('dialog', { name: 'Asha Devi' }))
  expect(await card.findByText('98765')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Edit' }) !== null).toBe(mayEdit)
  expect(page.address()).toBe('/users?view=seats&person=one')
  await page.user.click(card.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  expect(page.queryByRole('dialog')).toBeNull()
})

test('opens the form over the card of the person', async () => {
  const page = openMap('superadmin', reply(usersApi.profile, person({ seatNumber: 12, slot: 'morning' })))
  await page.user.click(await page.findByRole('button', { name: /^Seat 12, morning/ }))
  await page.user.click(await page.findByRole('button', { name: 'Edit' }))
  expect(await page.findByRole('dialog', { name: 'Edit User' })).toBeTruthy()
  await page.user.keyboard('{Escape}')
  expect(await page.findByRole('dialog', { name: 'Asha Devi' })).toBeTruthy()
})

test('reports a person who has left in the meantime', async () => {
  const page = openMap('manager', reply(usersApi.profile, refuse({ code: 'odd', status: 404, message: '' })))
  await page.user.click(await page.findByRole('button', { name: /^Seat 12, morning/ }))
  expect(await page.findByText('This account no longer exists')).toBeTruthy()
})

test('makes the map one Tab stop, with arrow keys inside', async () => {
  const page = openMap('manager')
  const first = await page.findByRole('button', { name: /^Seat 1, morning/ })
  expect(page.getAllByRole('button', { name: /^Seat/ }).filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
  first.focus()
  await page.user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  const second = page.getByRole('button', { name: /^Seat 2, afternoon/ })
  await waitFor(() => expect(document.activeElement).toBe(second))
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
  await page.user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: /^Seat 38, afternoon/ })))
})

test('reports a map that fails to load, and retries it', async () => {
  let calls = 0
  const page = openMap(
    'manager',
    reply(seatsApi.list, () => {
      calls += 1
      return calls === 1 ? refuse({ code: 'odd', status: 429, message: '' }) : { items: [seatOf(taken)], nextCursor: null, total: 1 }
    }),
  )
  expect(await page.findByText('Failed to load seats')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByRole('button', { name: /^Seat 12, morning/ })).toBeTruthy()
})

test('stores Free only in the URL, shows kept seats, and says if none is free', async () => {
  const page = openHall('manager')
  await page.user.click(await page.findByRole('switch', { name: 'Free only' }))
  expect(page.address()).toBe('/users?view=seats&free=1')
  const rows = () => page.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(rows()).toEqual(['Seat 11', 'Seat 22', 'Seat 44', 'Seat 55'])
  expect(page.queryByRole('button', { name: /Asha Devi/ })).toBeNull()
  expect(page.getByRole('button', { name: /Sunil Das/ })).toBeTruthy()
})

test('shows one half alone, also from a link, and a full day as one place', async () => {
  const page = openHall('manager', { at: '&half=afternoon&free=1' })
  await page.findByRole('grid', { name: 'Seats' })
  expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Seat 11', 'Seat 44', 'Seat 55'])
  await page.user.click(page.getByRole('switch', { name: 'Free only' }))
  await page.user.click(page.getByRole('tab', { name: 'Both' }))
  expect(page.address()).toBe('/users?view=seats')
  const whole = page.getByRole('button', { name: 'Seat 3, full-day: Meena Rao No end date' })
  expect(whole.closest('td')?.getAttribute('aria-colspan')).toBe('2')
})

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })
  const shownHalves = async (page: ReturnType<typeof openHall>) =>
    within(await page.findByRole('grid', { name: 'Seats' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  const chosen = (page: ReturnType<typeof openHall>) =>
    within(page.getByRole('tablist', { name: 'Time of day' })).getByRole('tab', { selected: true }).textContent

  test('shows one half, and every free place of both halves where free seats are asked for', async () => {
    const page = openHall('manager')
    expect(await shownHalves(page)).toEqual(['Seat', 'Morning'])
    await page.user.click(page.getByRole('switch', { name: 'Free only' }))
    expect([await shownHalves(page), chosen(page)]).toEqual([['Seat', 'Morning', 'Afternoon'], 'Both'])
    expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Seat 11', 'Seat 22', 'Seat 44', 'Seat 55'])
    await page.user.click(page.getByRole('switch', { name: 'Free only' }))
    expect([await shownHalves(page), chosen(page)]).toEqual([['Seat', 'Morning'], 'Morning'])
  })

  test('opens as many free seats as the figure counts, which has one free half at least', async () => {
    const page = openHall('manager', { at: '&free=1' })
    expect(await shownHalves(page)).toEqual(['Seat', 'Morning', 'Afternoon'])
    expect(page.getAllByRole('rowheader')).toHaveLength(4)
    await page.user.click(page.getByRole('tab', { name: 'Afternoon' }))
    expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Seat 11', 'Seat 44', 'Seat 55'])
  })
})

test('renders every seat for printing, and only while printing', async () => {
  const page = openHall('manager', { replies: [reply(customizationApi.get, untouched)] })
  await page.findByRole('grid', { name: 'Seats' })
  expect(document.querySelectorAll('.seat-sheet')).toHaveLength(0)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelectorAll('.seat-sheet')).toHaveLength(1)
  expect(document.querySelector('.seat-sheet')?.textContent).toContain('Sunil Das(10 Nov)98765 44444')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(document.querySelectorAll('.seat-sheet')).toHaveLength(0)
})
