import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { cashboxApi } from '#money/cashbox/cashbox.contract.ts'
import { BoxSection } from '#money/cashbox/web/BoxSection.tsx'
import { BoxEntryScreen } from '#money/cashbox/web/cashboxScreens.ts'
import { boxReply, cashReply, entry } from '#money/cashbox/web/testing/box.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { account, fee, openFees, paidFee, payment, prepareDialogs, records, refund } from '#money/fees/web/testing/feesPage.tsx'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { typeDate } from '#web/testing/typeDate.ts'
import { lockErrors } from '../locks.contract.ts'
import { locksReply, monthLock } from './testing/locks.ts'

beforeAll(async () => {
  await prepareDialogs()
  await BoxEntryScreen.load()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T06:00:00.000Z') })
})

const october = monthLock({ month: 10, lockedBy: 'Anita Singh' })
const entered = reply(feesApi.payFee, payment())
const WEEK = 'You can go back at most 7 days. Please enter 14 Nov 2026 or a later date, or ask an admin.'
const REASON = /^Why is this entered so late\?/

/** The dialog that takes a payment of one fee. */
const takePayment = async (as: Role, ...replies: FakeReply[]) => {
  const page = openFees([...records(fee()), ...replies], { as })
  await page.press(/^Details: /)
  await page.press('Take payment')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take payment' }))
  const date = (day: string) => typeDate(page.user, dialog, 'Day received', day)
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Take payment' }))
  return { ...page, dialog, date, save }
}

test('a manager is told at the field that a payment goes back at most 7 days, and nothing is sent', async () => {
  const { dialog, date, save, sent, user } = await takePayment('manager', locksReply(), entered)
  await date('2026-11-13')
  await user.click(dialog.getByRole('textbox', { name: /^Amount/ }))
  expect(await dialog.findByText(WEEK)).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: REASON })).toBeNull()
  await save()
  expect(sent()).toEqual([])
  await date('2026-11-14')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ receivedOn: '2026-11-14' })
})

test('an admin gives a reason for a day that is further back, and for no other', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(), entered)
  expect(dialog.queryByRole('textbox', { name: REASON })).toBeNull()
  await date('2026-11-13')
  await save()
  expect(await dialog.findByText('Please enter a reason for a date more than 7 days back')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: REASON }), 'ok')
  await save()
  expect(await dialog.findByText('Please enter a reason of at least 3 characters')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Was written on paper' }))
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ receivedOn: '2026-11-13', reason: 'Was written on paper' })
})

test('a reason that was typed is not sent with a day that needs none', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(), entered)
  await date('2026-11-13')
  await user.click(dialog.getByRole('button', { name: 'Forgotten that day' }))
  await date('2026-11-20')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).not.toHaveProperty('reason')
})

test('a date in a locked month is told at the field before anything is sent, to admins too', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(october), entered)
  await date('2026-10-31')
  await user.click(dialog.getByRole('textbox', { name: /^Amount/ }))
  expect(await dialog.findByText('October 2026 is locked. Please enter 1 Nov 2026 or a later date.')).toBeTruthy()
  await save()
  expect(sent()).toEqual([])
})

test('where the server knows of a lock first, its answer is at the field and everything typed stays', async () => {
  const { dialog, date, save, user } = await takePayment(
    'manager',
    locksReply(),
    reply(feesApi.payFee, refuse(lockErrors.monthLocked, { fields: { receivedOn: lockErrors.monthLocked.message } })),
  )
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  await user.clear(amount)
  await user.type(amount, '450')
  await date('2026-11-16')
  await save()
  expect(await dialog.findByText('This month is locked. Please enter a later date.')).toBeTruthy()
  expect(dialog.getByRole('group', { name: 'Day received' }).getAttribute('aria-describedby')).toBeTruthy()
  expect(amount.value).toBe('450')
})

test('where the server asks for a reason that the page saw no need for, the field for it appears', async () => {
  let asked = 0
  const { dialog, save, sent, user } = await takePayment(
    'admin',
    locksReply(),
    reply(feesApi.payFee, () => {
      asked += 1
      const fields = { reason: lockErrors.reasonForDate.message }
      return asked === 1 ? refuse(lockErrors.reasonForDate, { fields }) : payment()
    }),
  )
  await save()
  await user.type(await dialog.findByRole('textbox', { name: REASON }), 'The clock was wrong')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({ reason: 'The clock was wrong' })
})

test('a refund that is dated far back has a reason for the date beside its own', async () => {
  const page = openFees([...records(paidFee()), reply(feesApi.account, account()), locksReply(), reply(feesApi.refund, refund())], {
    as: 'admin',
  })
  await page.press(/^Details: /)
  await page.press('Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await page.user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Left the hall')
  await typeDate(page.user, dialog, 'Day paid out', '2026-11-10')
  await page.user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('Please enter a reason for a date more than 7 days back')).toBeTruthy()
  await page.user.type(dialog.getByRole('textbox', { name: REASON }), 'Signed on paper')
  await page.user.click(dialog.getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.body).toMatchObject({ paidOn: '2026-11-10', reason: 'Left the hall', dateReason: 'Signed on paper' })
})

const enterBox = async (as: Role, ...replies: FakeReply[]) => {
  const page = renderPage(<BoxSection />, { as, replies: [cashReply(), boxReply(), ...replies] })
  await page.user.click(await screen.findByRole('button', { name: 'Paid out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Money paid out' }))
  await page.user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '60')
  await page.user.click(dialog.getByRole('button', { name: 'Tea and snacks' }))
  const bodies = () => page.calls.filter(({ endpoint }) => endpoint === cashboxApi.enterBox).map(({ received }) => received.body)
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...page, dialog, bodies, save }
}
const boxed = reply(cashboxApi.enterBox, { ...entry(), inBox: 2340 })

test('an entry of the cash box goes back a week for a manager', async () => {
  const { dialog, bodies, save, user } = await enterBox('manager', locksReply(), boxed)
  await typeDate(user, dialog, 'Date', '2026-11-01')
  await save()
  expect(await dialog.findByText(WEEK)).toBeTruthy()
  expect(bodies()).toEqual([])
})

test('an entry of the cash box goes further back for an admin with a reason', async () => {
  const { dialog, bodies, save, user } = await enterBox('admin', locksReply(october), boxed)
  await typeDate(user, dialog, 'Date', '2026-11-01')
  await user.click(dialog.getByRole('button', { name: 'No power or network' }))
  await save()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({ paidOn: '2026-11-01', purpose: 'Tea and snacks', reason: 'No power or network' })
})
