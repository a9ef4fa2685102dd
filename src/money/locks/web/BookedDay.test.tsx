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
import { pasteDate } from '#web/testing/typeDate.ts'
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

/** The payment dialog of one fee. */
const takePayment = async (as: Role, ...replies: FakeReply[]) => {
  const page = openFees([...records(fee()), ...replies], { as })
  await page.press(/^Details: /)
  await page.press('Take payment')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take payment' }))
  const date = (day: string) => pasteDate(page.user, dialog, 'Day received', day)
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Take payment' }))
  return { ...page, dialog, date, save }
}

test('tells a manager at the field that a payment goes back at most 7 days, and sends nothing', async () => {
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

test('asks an admin for a reason only for days more than a week back', async () => {
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

test('does not check a typed reason with a day that needs none', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(), entered)
  await date('2026-11-13')
  await user.type(dialog.getByRole('textbox', { name: REASON }), 'x')
  await date('2026-11-20')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).not.toHaveProperty('reason')
})

test('does not send a typed reason with a day that needs none', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(), entered)
  await date('2026-11-13')
  await user.click(dialog.getByRole('button', { name: 'Forgot that day' }))
  await date('2026-11-20')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).not.toHaveProperty('reason')
})

test('rejects a date in a locked month at the field before sending, also for admins', async () => {
  const { dialog, date, save, sent, user } = await takePayment('admin', locksReply(october), entered)
  await date('2026-10-31')
  await user.click(dialog.getByRole('textbox', { name: /^Amount/ }))
  expect(await dialog.findByText('October 2026 is locked. Please enter 1 Nov 2026 or a later date.')).toBeTruthy()
  await save()
  await date('2026-11-20')
  await save()
  await waitFor(() => expect(sent().map(({ body }) => body.receivedOn)).toEqual(['2026-11-20']))
})

test('shows a lock that only the server knows at the field, and keeps the input', async () => {
  const { dialog, date, save, user } = await takePayment(
    'manager',
    locksReply(),
    reply(feesApi.payFee, refuse(lockErrors.monthLocked, { fields: { receivedOn: lockErrors.monthLocked.message } })),
  )
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  await user.clear(amount)
  await user.fill(amount, '450')
  await date('2026-11-16')
  await save()
  expect(await dialog.findByText('This month is locked. Please enter a later date.')).toBeTruthy()
  expect(dialog.getByRole('group', { name: 'Day received' }).getAttribute('aria-describedby')).toBeTruthy()
  expect(amount.value).toBe('450')
})

test('shows the reason field if only the server requires a reason', async () => {
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
  await user.fill(await dialog.findByRole('textbox', { name: REASON }), 'The clock was wrong')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({ reason: 'The clock was wrong' })
})

test('asks for a reason of the date next to the reason of an earlier refund', async () => {
  const page = openFees(
    [...records(paidFee()), reply(feesApi.account, account()), locksReply(), cashReply(), reply(feesApi.refund, refund())],
    {
      as: 'admin',
    },
  )
  await page.press(/^Details: /)
  await page.press('Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await page.user.fill(dialog.getByRole('textbox', { name: /^Reason/ }), 'Left the hall')
  await pasteDate(page.user, dialog, 'Day paid out', '2026-11-10')
  await page.user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('Please enter a reason for a date more than 7 days back')).toBeTruthy()
  await page.user.fill(dialog.getByRole('textbox', { name: REASON }), 'Signed on paper')
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

test('lets a manager date an entry of the cash box up to a week back', async () => {
  const { dialog, bodies, save, user } = await enterBox('manager', locksReply(), boxed)
  await pasteDate(user, dialog, 'Date', '2026-11-01')
  await save()
  expect(await dialog.findByText(WEEK)).toBeTruthy()
  expect(bodies()).toEqual([])
})

test('lets an admin with a reason date an entry of the cash box further back', async () => {
  const { dialog, bodies, save, user } = await enterBox('admin', locksReply(october), boxed)
  await pasteDate(user, dialog, 'Date', '2026-11-01')
  await user.click(dialog.getByRole('button', { name: 'No power or network' }))
  await save()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({ paidOn: '2026-11-01', purpose: 'Tea and snacks', reason: 'No power or network' })
})

test('shows the reason field of a cash box entry if the server requires a reason', async () => {
  let asked = 0
  const once = reply(cashboxApi.enterBox, () => {
    asked += 1
    const fields = { reason: lockErrors.reasonForDate.message }
    return asked === 1 ? refuse(lockErrors.reasonForDate, { fields }) : { ...entry(), inBox: 2340 }
  })
  const { dialog, bodies, save, user } = await enterBox('admin', locksReply(), once)
  await save()
  await user.click(await dialog.findByRole('button', { name: 'No power or network' }))
  await save()
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1]).toMatchObject({ purpose: 'Tea and snacks', reason: 'No power or network' })
})
