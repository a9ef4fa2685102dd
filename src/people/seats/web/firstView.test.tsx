import { act, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { openUsers, people, seats } from '#people/users/web/testing/usersPage.tsx'
import { visitsApi } from '#people/visits/visits.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { firstShifts, type Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import type { FirstView, Holder, Seat } from '../seats.contract.ts'
import { seatsApi } from '../seats.contract.ts'
import { fromFirstView } from './firstView.ts'
import { SeatMap } from './SeatMap.tsx'
import { seatOf } from './testing/seatOf.ts'

const plain = { terminationDate: null, isExpired: false, owed: 0, phone: null }
const asha: Holder = { ...plain, userId: 'asha', name: 'Asha Devi', slot: 'early', parts: [{ from: '06:00', to: '12:00' }] }
const bela: Holder = { ...plain, userId: 'bela', name: 'Bela Sen', slot: 'late', parts: [{ from: '12:00', to: '18:00' }] }

const early: Shift = { key: 'early', name: 'Early', from: '06:00', to: '12:00', monthlyFee: null, colour: 'info', isArchived: false }
const shifts: Shift[] = [early, { ...early, key: 'late', name: 'Late', from: '12:00', to: '18:00' }]
const twoShifts = reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, shifts } })

const whole: Seat = { ...seatOf({ seatNumber: 1, morning: null, afternoon: null }), holders: [asha, bela] }
const firstOf = ({ morning: _, afternoon: __, ...seat }: Seat, rest: Partial<FirstView['items'][number]> = {}) => ({
  ...seat,
  otherTimes: [],
  ...rest,
})
const { userId: _, phone: __, ...nameless } = asha
const first = reply(seatsApi.first, { shift: 'early', items: [firstOf(whole, { holders: [nameless], otherTimes: bela.parts })] })

const onPerson = vi.fn()
const SeatMapPage = () => useCustomization().data && <SeatMap onFree={undefined} onPerson={onPerson} />

const openSlowly = () => {
  const rest = Promise.withResolvers<void>()
  const all = reply(seatsApi.list, async () => {
    await rest.promise
    return { items: [whole], nextCursor: null, total: 1 }
  })
  const replies = [reply(visitsApi.inside, { items: [], nextCursor: null, total: 0 }), twoShifts, first, all]
  const page = renderPage(<SeatMapPage />, { as: 'manager', at: '/users?view=seats', replies })
  return { page, arrive: () => act(async () => rest.resolve()) }
}

test('a person who is pressed before the rest is loaded is opened then', async () => {
  const { page, arrive } = openSlowly()
  await page.user.click(await page.findByRole('button', { name: /Asha Devi/ }))
  expect(onPerson).not.toHaveBeenCalled()
  await arrive()
  await waitFor(() => expect(onPerson.mock.calls).toEqual([['asha']]))
  await page.user.click(await page.findByRole('button', { name: /Asha Devi/ }))
  expect(onPerson).toHaveBeenCalledTimes(2)
})

test('shows the first shift at once, and the others when everything is loaded', async () => {
  const { page, arrive } = openSlowly()
  const map = within(await page.findByRole('grid', { name: 'Seats' }))
  expect(map.getByRole('button', { name: /Asha Devi/ })).toBeTruthy()
  expect(map.getByRole('img', { name: 'Taken for 12 of 12 hours' })).toBeTruthy()
  // What is printed has everybody.
  expect(page.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true)
  await page.user.click(page.getByRole('tab', { name: 'Late' }))
  expect(page.queryByRole('grid')).toBeNull()
  await arrive()
  expect(await page.findByRole('button', { name: /Bela Sen/ })).toBeTruthy()
  expect(page.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false)
})

test('shows all seats if the first view fails', async () => {
  const page = openUsers(
    'manager',
    [people(), twoShifts, reply(seatsApi.first, refuse(commonErrors.notFound)), seats()],
    '/users?view=seats',
  )
  expect(await page.findByRole('grid', { name: 'Seats' })).toBeTruthy()
})

test('asks for nothing more in a hall whose shifts are the halves of the day', async () => {
  const free = firstOf(seatOf({ seatNumber: 1, morning: null, afternoon: null }))
  const page = openUsers('manager', [people(), reply(seatsApi.first, { shift: null, items: [free] })], '/users?view=seats')
  expect(await page.findByRole('grid', { name: 'Seats' })).toBeTruthy()
  expect(page.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false)
  expect(page.calls.filter(({ endpoint }) => endpoint.path === seatsApi.list.path)).toEqual([])
})

test('finds who has each half of the day, a student over midnight in the one that begins', () => {
  const [morning, , wholeDay] = firstShifts
  const at = (holders: Holder[]) => {
    const { morning: one, afternoon: other } = fromFirstView(firstOf({ ...whole, holders }))
    return [one?.name, other?.name]
  }
  const times = ({ from, to }: Pick<Shift, 'from' | 'to'>) => ({ parts: [{ from, to }] })
  expect(at([])).toEqual([undefined, undefined])
  expect(at([{ ...asha, ...times(morning as Shift) }])).toEqual(['Asha Devi', undefined])
  expect(at([{ ...asha, ...times(wholeDay as Shift) }])).toEqual(['Asha Devi', 'Asha Devi'])
  const night = { ...asha, parts: [{ from: '20:00', to: '02:00' }] }
  expect(at([night, bela])).toEqual(['Asha Devi', 'Bela Sen'])
})
