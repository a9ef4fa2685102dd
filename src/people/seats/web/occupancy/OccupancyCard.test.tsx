import { fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { seatsApi } from '../../seats.contract.ts'
import { OccupancyCard } from './OccupancyCard.tsx'

beforeEach(() => {
  // 09:30 in the hall.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const hours = Array.from({ length: 24 }, (_, hour) => (hour === 22 ? 31 : hour))

const open = () =>
  renderPage(<OccupancyCard />, {
    as: 'admin',
    replies: [
      reply(seatsApi.occupancy, {
        seats: 38,
        shifts: [
          { key: 'morning', taken: 19 },
          { key: 'afternoon', taken: 0 },
          { key: 'full-day', taken: 38 },
        ],
        hours,
      }),
    ],
  })

test('says for each shift how many of the seats are taken', async () => {
  const page = open()
  const card = within(await page.findByRole('region', { name: 'Occupancy by shift' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Morning 00:00–14:00 19 of 38 seats, 50%',
    'Afternoon 14:00–24:00 0 of 38 seats, 0%',
    'Full-day 24 hours 38 of 38 seats, 100%',
  ])
})

test('names the hour under the pointer and at the arrow keys, and the current one before', async () => {
  const page = open()
  const strip = await page.findByRole('slider', { name: 'Occupancy by hour' })
  const said = () => strip.getAttribute('aria-valuetext')
  expect(said()).toBe('At 09:00: 9 of 38 seats')
  vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 240 } as DOMRect)
  fireEvent.pointerMove(strip, { clientX: 325, pointerType: 'mouse' })
  expect(said()).toBe('At 22:00: 31 of 38 seats')
  expect(page.getByText('At 22:00: 31 of 38 seats')).toBeTruthy()
  fireEvent.pointerLeave(strip, { pointerType: 'mouse' })
  expect(said()).toBe('At 09:00: 9 of 38 seats')
  await page.user.tab()
  await page.user.keyboard('{ArrowRight}')
  expect(said()).toBe('At 10:00: 10 of 38 seats')
  await page.user.keyboard('{End}{ArrowRight}')
  expect(said()).toBe('At 23:00: 23 of 38 seats')
})

test('has the hours as a table for screen readers', async () => {
  const page = open()
  const table = within(await page.findByRole('table', { name: 'Occupancy by hour' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toHaveLength(25)
  expect(rows[0]).toEqual(['Hour', 'Seats taken'])
  expect(rows[23]).toEqual(['22:00', '31 of 38 seats, 82%'])
})

test('says that it could not be loaded, with Retry', async () => {
  const page = renderPage(<OccupancyCard />, { as: 'admin', replies: [reply(seatsApi.occupancy, refuse(commonErrors.internal))] })
  expect(await page.findByRole('button', { name: /retry/i })).toBeTruthy()
})
