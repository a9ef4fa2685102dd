import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultHall } from '#system/customization/customization.settings.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import type { Seat } from '../seats.contract.ts'
import { SeatSheet } from './SeatSheet.tsx'
import { hall } from './testing/smallHall.tsx'

const night: Shift = { key: 'night', name: 'Night', from: '22:00', to: '06:00', monthlyFee: null, colour: 'info', isArchived: false }
const ground = { _id: 'ground', name: 'वाचनालय', floor: 'Ground', position: 1 }
const upper = { _id: 'upper', name: 'Upper hall', floor: 'First floor', position: 2 }

const Page = ({ seats }: { seats: readonly Seat[] }) => (
  <>
    <p>{`${useCustomization().data?.hall.shifts.length} shifts`}</p>
    <SeatSheet seats={seats} />
  </>
)

/** Prints the seats of a hall with a night shift, and returns the lines of the sheet. */
const printed = async (seats: readonly Seat[]): Promise<(string | null)[]> => {
  const shifts = [...defaultHall.shifts, night]
  const page = renderPage(<Page seats={seats} />, {
    as: 'manager',
    replies: [reply(customizationApi.get, { ...untouched, hall: { ...defaultHall, shifts } })],
  })
  await page.findByText('4 shifts')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  await waitFor(() => expect(document.querySelector('.seat-sheet')).toBeTruthy())
  return [...document.querySelectorAll('.seat-lines > *')].map(({ textContent }) => textContent)
}

test('prints each room in the order of the hall, and its seats by their labels', async () => {
  const details: Record<number, Partial<Seat>> = { 1: { label: 'B1', room: upper }, 2: { label: 'B2', room: upper }, 3: { room: ground } }
  expect(await printed(hall.slice(0, 4).map((seat) => ({ ...seat, ...details[seat.seatNumber] })))).toEqual([
    'वाचनालय',
    '324 hoursMeena Rao',
    'Upper hall',
    'B100:00–14:00Asha Devi',
    'B214:00–24:00Ravi Kumar',
    'No room',
    expect.stringMatching(/^400:00–14:00Sunil Das/),
  ])
})

test('prints the seats of a hall without rooms under no title', async () => {
  expect(await printed(hall.slice(0, 2))).toEqual(['100:00–14:00Asha Devi', '214:00–24:00Ravi Kumar'])
})
