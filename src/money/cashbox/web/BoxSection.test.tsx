import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { cashboxApi } from '../cashbox.contract.ts'
import { BoxSection } from './BoxSection.tsx'
import { BoxEntryScreen } from './cashboxScreens.ts'
import { boxReply, cashReply, entry } from './testing/box.ts'

beforeAll(() => BoxEntryScreen.load())

const voided = { at: '2026-11-20T10:00:00.000Z', by: 'Ravi', reason: 'Entered twice' }
const entries = boxReply(
  entry({ photoUrl: '/api/user/fees/box/b1/photo?day=2026-11-20&signature=x' }),
  entry({ _id: 'b2', kind: 'in', amount: 300, purpose: 'Old books sold', voided }),
)
const show = (replies: FakeReply[] = [], at = '/fees/month-end') =>
  renderPage(<BoxSection />, { as: 'manager', at, replies: [cashReply(), locksReply(), entries, ...replies] })

const enterReply = reply(cashboxApi.enterBox, { ...entry(), inBox: 2340 })
const sentBy = (page: ReturnType<typeof show>, endpoint: unknown) =>
  page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received)

test('lists money paid out with its bill, and a voided entry with the person who voided it', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: 'Paid out and other money in' }))
  expect(table.getByRole('link', { name: 'Bill of Water' }).getAttribute('href')).toContain('/photo?day=')
  expect(table.getByText('-₹60')).toBeTruthy()
  expect(table.getByText(/^Voided by Ravi, .*: Entered twice$/)).toBeTruthy()
  expect(table.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Void Water, ₹60'])
})

test('records money paid out with two presses and an amount', async () => {
  const page = show([enterReply])
  await page.user.click(await screen.findByRole('button', { name: 'Paid out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Money paid out' }))
  await page.user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '60')
  await page.user.click(dialog.getByRole('button', { name: 'Tea and snacks' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  const clientId = expect.stringMatching(/^[0-9a-f]{32}$/)
  await waitFor(() =>
    expect(sentBy(page, cashboxApi.enterBox).map(({ body }) => body)).toEqual([
      { kind: 'out', amount: '60', purpose: 'Tea and snacks', paidOn: today(), clientId },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('accepts a custom purpose and a bill, and warns about more than is in the box without blocking it', async () => {
  const page = show([enterReply])
  await page.user.click(await screen.findByRole('button', { name: 'Paid out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Money paid out' }))
  await page.user.fill(dialog.getByRole('textbox', { name: /^Amount/ }), '2400')
  expect(dialog.queryByRole('alert')).toBeNull()
  await page.user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '.5')
  expect(dialog.getByText('Only ₹2,400 should be in the box. Check the amount before you save it.')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter what it was for')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Other' }))
  await page.user.fill(dialog.getByRole('textbox', { name: /^What was it for/ }), 'Fan')
  const bill = new File([new Uint8Array(9)], 'bill.png', { type: 'image/png' })
  await page.user.upload(dialog.getByLabelText('Picture of the bill'), bill)
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentBy(page, cashboxApi.enterBox)).toHaveLength(1))
  const [sent] = sentBy(page, cashboxApi.enterBox)
  expect([sent?.body, sent?.file?.name]).toEqual([expect.objectContaining({ amount: '2400.5', purpose: 'Fan' }), 'bill.png'])
})

test('asks for the source of other money in', async () => {
  const page = show([enterReply])
  await page.user.click(await screen.findByRole('button', { name: 'Other money in' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Other money in' }))
  expect(dialog.getByRole('textbox', { name: /^Where is it from/ })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Water' })).toBeNull()
})

test('voids an entry with a typed reason', async () => {
  const page = show([reply(cashboxApi.voidBox, entry({ voided }))])
  await page.user.click(await screen.findByRole('button', { name: 'Void Water, ₹60' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void Water' }))
  await page.user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  expect(await dialog.findByText('Please enter a reason of at least 3 characters')).toBeTruthy()
  await page.user.fill(dialog.getByRole('textbox', { name: /^Reason/ }), 't mine')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  await waitFor(() => expect(sentBy(page, cashboxApi.voidBox)).toMatchObject([{ params: { id: 'b1' }, body: { reason: 'Not mine' } }]))
})

test('voids an entry with a preset reason in one press', async () => {
  const page = show([reply(cashboxApi.voidBox, entry({ voided }))])
  await page.user.click(await screen.findByRole('button', { name: 'Void Water, ₹60' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void Water' }))
  await page.user.click(dialog.getByRole('button', { name: 'Entered twice' }))
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  await waitFor(() => expect(sentBy(page, cashboxApi.voidBox)).toMatchObject([{ body: { reason: 'Entered twice' } }]))
})

test('requests the month in the URL', async () => {
  const page = show([], '/fees/month-end?box-month=2026-11')
  await screen.findByRole('table')
  expect(sentBy(page, cashboxApi.box)[0]?.query).toMatchObject({ month: '2026-11' })
})

test('keeps the chosen month in the URL next to other parameters, and ignores a month that does not exist', async () => {
  const page = show([], '/fees/month-end?day=2026-11-20&box-month=2026-13')
  await screen.findByRole('table')
  expect(sentBy(page, cashboxApi.box)[0]?.query).toEqual({ limit: '30' })
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-10' } })
  await waitFor(() => expect(page.address()).toBe('/fees/month-end?day=2026-11-20&box-month=2026-10'))
  await waitFor(() => expect(sentBy(page, cashboxApi.box).at(-1)?.query).toEqual({ limit: '30', month: '2026-10' }))
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '' } })
  await waitFor(() => expect(page.address()).toBe('/fees/month-end?day=2026-11-20'))
})

test('explains entries if there are none', async () => {
  show([boxReply()])
  expect(await screen.findByText('Nothing was paid out')).toBeTruthy()
})
