import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { hall, seatsOf } from '#people/seats/web/testing/smallHall.tsx'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { UserSlotsProvider } from '#people/users/web/userSlots.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { today } from '#web/api/timeZone.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { type ShiftPrice, shiftChangeApi, shiftChangeErrors } from '../shift-change.contract.ts'
import { shiftChangeOnUsers } from '../shift-change.pages.tsx'
import { ShiftAction } from './ShiftAction.tsx'
import { ShiftHint } from './ShiftHint.tsx'
import { moved, priceOf, priceReply } from './testing/shiftChange.ts'

beforeAll(() => shiftChangeOnUsers.changeShift?.load())

/** Asha has seat 1 in the morning. Another student has seat 2 in the afternoon. */
const asha = person({ _id: 'asha', name: 'Asha Devi', seatNumber: 1, slot: 'morning', terminationDate: null })

/** Shows the student as another screen has changed them. */
let hear: (user: typeof asha) => void
const Page = ({ user: first = asha }: { user?: typeof asha }) => {
  const [user, setUser] = useState(first)
  hear = setUser
  useCustomization()
  return (
    <UserSlotsProvider value={shiftChangeOnUsers}>
      <ShiftAction user={user} />
    </UserSlotsProvider>
  )
}

const open = (replies: readonly FakeReply[] = [], as: Role = 'superadmin', user = asha) => {
  const page = renderPage(<Page user={user} />, {
    as,
    replies: [
      seatsOf(hall),
      locksReply(),
      reply(customizationApi.get, untouched),
      priceReply,
      reply(shiftChangeApi.change, moved),
      ...replies,
    ],
  })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received.body)
  return { ...page, sent }
}

const opened = async (...given: Parameters<typeof open>) => {
  const page = open(...given)
  await page.user.click(await screen.findByRole('button', { name: 'Change shift' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the shift of Asha Devi' }))
  const choose = (label: string | RegExp, option: string | RegExp) =>
    page.user.selectOptions(dialog.getByLabelText(label), within(dialog.getByLabelText(label)).getByRole('option', { name: option }))
  const press = async (name: string | RegExp) => page.user.click(await dialog.findByRole('button', { name }))
  return { ...page, dialog, choose, press }
}

test('shows the price of another shift before anything changes, and keeps the seat if it is free', async () => {
  const page = await opened()
  await page.choose(/^New shift/, /^Full-day/)
  expect(await page.dialog.findByText('Asha Devi pays ₹100 more for November 2026')).toBeTruthy()
  for (const text of ['₹600 → ₹900', '₹600 → ₹700', /10 of 30 days left/]) expect(page.dialog.getByText(text)).toBeTruthy()
  expect(page.dialog.getByLabelText(/^Seat/)).toHaveProperty('value', '1')
  expect(page.sent()).toEqual([])
  await page.press('Change and charge ₹100')
  expect(await screen.findByText('Asha Devi is now in Full-day.')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ studentId: 'asha', slot: 'full-day', seatNumber: 1, from: today(), expected: 100 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The server refuses the price of a change that is made.
  expect(page.calls.filter(({ endpoint }) => endpoint === shiftChangeApi.price)).toHaveLength(1)
})

test('offers only free seats, and names who has the present one', async () => {
  const ravi = { ...asha, seatNumber: 2 }
  const page = await opened([], 'superadmin', ravi)
  await page.choose(/^New shift/, /^Afternoon/)
  expect(await page.dialog.findByText('Seat 2 is not free in this shift: Ravi Kumar')).toBeTruthy()
  const seat = page.dialog.getByLabelText(/^Seat/)
  expect(seat).toHaveProperty('value', '')
  expect(within(seat).queryByRole('option', { name: /^Seat [23]/ })).toBeNull()
  await page.dialog.findByText(/pays ₹100 more/)
  await page.press('Change and charge ₹100')
  expect(await page.dialog.findByText('Please choose a seat')).toBeTruthy()
  await page.choose(/^Seat/, 'Seat 5')
  await page.dialog.findByText(/pays ₹100 more/)
  await page.press('Change and charge ₹100')
  await screen.findByText('Asha Devi is now in Afternoon.')
  expect(page.sent()).toMatchObject([{ slot: 'afternoon', seatNumber: 5 }])
})

test.each<[string, Partial<ShiftPrice>, (string | RegExp)[]]>([
  [
    'less and the credit',
    { amount: -150, credit: 150, fees: [{ feeId: 'november', month: 11, year: 2026, before: 900, after: 750 }] },
    ['Asha Devi pays ₹150 less for November 2026', '₹150 was already paid and becomes credit.', 'Change and reduce by ₹150'],
  ],
  [
    'a fee of their own',
    { amount: 0, fees: [], hasOwnFee: true, after: { slot: 'full-day', seatNumber: 1, monthlyFee: 700 } },
    ['This student has their own monthly fee of ₹700. It does not change.', 'The fees do not change'],
  ],
  [
    'a month without a fee',
    { amount: 0, fees: [], month: { ...priceOf().month, state: 'not-charged' } },
    ['No fee for November 2026 yet. If you charge it later, it will be ₹900.'],
  ],
  [
    'a month paid on paper',
    { amount: 0, fees: [], month: { ...priceOf().month, state: 'paid-before' } },
    [/^November 2026 was paid before this hall used Carrel/],
  ],
])('says %s', async (_, price, texts) => {
  const page = await opened([reply(shiftChangeApi.price, priceOf(price))])
  await page.choose(/^New shift/, /^Full-day/)
  for (const text of texts) expect(await page.dialog.findByText(text)).toBeTruthy()
})

test('refetches a price that has changed, and sends the new one', async () => {
  let amount = 100
  const page = await opened([
    reply(shiftChangeApi.price, () => priceOf({ amount })),
    reply(shiftChangeApi.change, (received) => (received.body.expected === 120 ? moved(received) : refuse(shiftChangeErrors.changed))),
  ])
  await page.choose(/^New shift/, /^Full-day/)
  await page.dialog.findByText(/pays ₹100 more/)
  amount = 120
  await page.press('Change and charge ₹100')
  expect(await page.dialog.findByText(shiftChangeErrors.changed.message)).toBeTruthy()
  await page.press('Change and charge ₹120')
  expect(await screen.findByText('Asha Devi is now in Full-day.')).toBeTruthy()
})

test('keeps the dialog if the seat was taken since, and sends the same id again only without a response', async () => {
  let tries = 0
  const page = await opened([
    reply(shiftChangeApi.change, (received) => {
      tries++
      if (tries === 1) return unreachable()
      if (tries === 2) return refuse(userErrors.seatTaken, { message: 'Seat 1 (afternoon) is taken by Ravi Kumar' })
      return moved(received)
    }),
  ])
  await page.choose(/^New shift/, /^Full-day/)
  await page.dialog.findByText(/pays ₹100 more/)
  await page.press('Change and charge ₹100')
  await page.dialog.findByText(/saved only once/)
  await page.press('Change and charge ₹100')
  await page.dialog.findByText('Seat 1 (afternoon) is taken by Ravi Kumar')
  await page.choose(/^Seat/, 'Seat 5')
  await page.dialog.findByText(/pays ₹100 more/)
  await page.press('Change and charge ₹100')
  await screen.findByText('Asha Devi is now in Full-day.')
  const [first, second, third] = page.sent().map(({ clientId }) => clientId)
  expect(first).toBe(second)
  expect(third).not.toBe(first)
})

test('a change whose response was lost can be sent again, though the student is in the new shift by then', async () => {
  let isMade = false
  const page = await opened([
    reply(shiftChangeApi.price, () => (isMade ? refuse(shiftChangeErrors.sameShift) : priceOf())),
    reply(shiftChangeApi.change, (received) => {
      if (isMade) return moved(received)
      isMade = true
      return unreachable()
    }),
  ])
  await page.choose(/^New shift/, /^Full-day/)
  await page.press('Change and charge ₹100')
  await page.dialog.findByText(/saved only once/)
  act(() => hear({ ...asha, slot: 'full-day' }))
  expect(page.dialog.getByLabelText(/^New shift/)).toHaveProperty('value', 'full-day')
  await page.press('Change and charge ₹100')
  expect(await screen.findByText('Asha Devi is now in Full-day.')).toBeTruthy()
  const [one, other] = page.sent()
  expect(other).toEqual(one)
})

test.each<[string, Role, typeof asha]>([
  ['an admin', 'admin', asha],
  ['a manager', 'manager', asha],
  ['an account that has ended', 'superadmin', { ...asha, terminationDate: '2020-01-31' }],
])('shows no button to or for %s', async (_, as, user) => {
  const page = open([], as, user)
  await replied()
  expect(page.queryByRole('button', { name: 'Change shift' })).toBeNull()
})

const hinted = (items: readonly object[]) => {
  const Hint = eagerScreen(ShiftHint).Component
  return renderPage(<Hint userId="asha" isDone={false} onChangeShift={() => undefined} />, {
    as: 'superadmin',
    replies: [reply(feesApi.ofStudent, { items: items as never, nextCursor: null, total: items.length })],
  })
}

test('the form of a student without fees says nothing about them', async () => {
  const page = hinted([])
  await replied()
  expect(page.queryByRole('button', { name: 'Change shift' })).toBeNull()
})
