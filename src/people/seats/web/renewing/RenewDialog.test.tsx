import { act, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { PaymentHere } from '#money/counter/web/PaymentHere.tsx'
import { feesApi } from '#money/fees/fees.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { account, payment, receipt } from '#money/receipts/web/testing/papers.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { sentBy } from '#people/users/web/testing/usersPage.tsx'
import { type UserSlots, UserSlotsProvider } from '#people/users/web/userSlots.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import type { Seat } from '../../seats.contract.ts'
import { seatOf } from '../testing/seatOf.ts'
import { hall, meena, seatsOf, sitting } from '../testing/smallHall.tsx'
import { RenewDialog } from './RenewDialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const sunil = sitting.sunil as User
const renewed = { ...sunil, terminationDate: '2026-12-20' }
const done = reply(usersApi.updateTermination, renewed)
type Given = { user?: User; seats?: readonly Seat[]; replies?: readonly FakeReply[]; slots?: UserSlots }

const open = async (as: Role, { user = sunil, seats = hall, replies = [done], slots = {} }: Given = {}) => {
  const onClose = vi.fn()
  // The date field is loaded when it is first rendered.
  const page = await act(async () =>
    renderPage(
      <UserSlotsProvider value={slots}>
        <RenewDialog user={user} onClose={onClose} />
      </UserSlotsProvider>,
      { as, replies: [seatsOf(seats), ...replies] },
    ),
  )
  return { ...page, onClose }
}

/** Meena has taken Sunil's seat in the meantime. */
const given = hall.map((seat) => (seat.seatNumber === 4 ? seatOf({ ...seat, morning: meena }) : seat))

test('offers a month from today with one press if the account is over', async () => {
  const page = await open('admin')
  expect(page.getByText('Expired on 10 Nov 2026 · Seat 4, Morning')).toBeTruthy()
  expect(page.getByText('Until 20 Dec 2026')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Renew' }))
  expect(await page.findByText('Sunil Das is renewed until 20 Dec 2026.')).toBeTruthy()
  expect(sentBy(page)?.body).toEqual({ terminationDate: '2026-12-20', chargeGap: false })
  expect(page.onClose).toHaveBeenCalled()
})

test('asks about the months of a gap', async () => {
  const page = await open('admin', { user: { ...sunil, terminationDate: '2026-08-31' } })
  await page.user.click(page.getByRole('switch', { name: 'Charge the months in between' }))
  await page.user.click(page.getByRole('button', { name: '+3 months' }))
  await page.user.click(page.getByRole('button', { name: 'Renew' }))
  await page.findByText(/is renewed/)
  expect(sentBy(page)?.body).toEqual({ terminationDate: '2027-02-20', chargeGap: true })
})

test('warns about a seat that is no longer free, and an admin renews without it', async () => {
  const page = await open('admin', { seats: given, replies: [reply(usersApi.updateTermination, { ...renewed, seatNumber: null })] })
  expect(await page.findByText('Seat 4 is taken by Meena Rao.')).toBeTruthy()
  expect(page.queryByLabelText('Seat')).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Renew without a seat' }))
  await page.findByText(/is renewed/)
  expect(sentBy(page)?.body).toMatchObject({ withoutSeat: true })
})

test('lets a superadmin renew on a free seat', async () => {
  const page = await open('superadmin', { seats: given, replies: [reply(usersApi.update, { ...renewed, seatNumber: 5 })] })
  await page.user.selectOptions(await page.findByLabelText('Seat'), 'Seat 5')
  await page.user.click(page.getByRole('button', { name: 'Renew on seat 5' }))
  await page.findByText(/is renewed/)
  expect(sentBy(page)?.body).toMatchObject({ terminationDate: '2026-12-20', seatNumber: '5', slot: 'morning' })
})

test('names seats by their labels', async () => {
  const labels = new Map([
    [4, 'B24'],
    [5, 'B25'],
  ])
  const labelled = given.map((seat) => ({ ...seat, label: labels.get(seat.seatNumber) ?? null }))
  const page = await open('superadmin', { user: { ...sunil, seatLabel: 'B24' }, seats: labelled })
  expect(page.getByText('Expired on 10 Nov 2026 · Seat B24, Morning')).toBeTruthy()
  expect(await page.findByText('Seat B24 is taken by Meena Rao.')).toBeTruthy()
  await page.user.selectOptions(page.getByLabelText('Seat'), 'Seat B25')
  expect(page.getByRole('button', { name: 'Renew on seat B25' })).toBeTruthy()
})

test('handles a seat that is taken at this moment', async () => {
  let calls = 0
  const answer = reply(usersApi.updateTermination, () => {
    calls += 1
    return calls === 1 ? refuse(userErrors.seatTaken, { message: 'Seat 4 (morning) is taken by Nisha Jain' }) : renewed
  })
  const page = await open('admin', { replies: [answer] })
  await page.user.click(page.getByRole('button', { name: 'Renew' }))
  expect(await page.findByText('Seat 4 (morning) is taken by Nisha Jain')).toBeTruthy()
  expect(page.getByText('Until 20 Dec 2026')).toBeTruthy()
  await page.user.click(await page.findByRole('button', { name: 'Renew without a seat' }))
  await page.findByText(/is renewed/)
  expect(sentBy(page)?.body).toMatchObject({ withoutSeat: true })
})

test('renews a non-student without seat or payment', async () => {
  const mohan = { ...sunil, role: 'manager', seatNumber: null, slot: null } as User
  const page = await open('superadmin', {
    user: mohan,
    replies: [reply(usersApi.updateTermination, mohan)],
    slots: { payment: eagerScreen(PaymentHere) },
  })
  await page.user.click(page.getByRole('button', { name: '1 year' }))
  await page.user.click(page.getByRole('button', { name: 'Renew' }))
  await waitFor(() => expect(page.onClose).toHaveBeenCalled())
  expect(sentBy(page)?.body).toEqual({ terminationDate: '2027-11-20', chargeGap: false })
})

test('takes the payment in the same dialog, with dues included, and shows its receipt', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const replies = [
    done,
    reply(customizationApi.get, untouched),
    reply(feesApi.account, account),
    locksReply(),
    reply(feesApi.pay, payment),
    reply(receiptsApi.receipt, receipt),
  ]
  const page = await open('admin', { replies, slots: { payment: eagerScreen(PaymentHere) } })
  await page.user.click(page.getByRole('button', { name: 'Renew' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Renew Sunil Das' }))
  expect(await dialog.findByText('Sunil Das is renewed until 20 Dec 2026.')).toBeTruthy()
  expect(await dialog.findByLabelText(/^Amount/)).toHaveProperty('value', String(account.owed))
  await page.user.click(dialog.getByRole('button', { name: 'Take payment' }))
  expect(await dialog.findByText(payment.receiptNumber)).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Open receipt' }).getAttribute('href')).toBe(`/receipts/${payment._id}`)
  expect(sentBy(page)?.body).toMatchObject({ studentId: 'sunil', amount: account.owed })
})
