import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { receipt } from '#money/receipts/web/testing/papers.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type DayPass, type Offer, passesApi } from '../passes.contract.ts'
import { DayPassButton } from './DayPassButton.tsx'
import { DayPassScreen } from './passScreens.ts'

beforeAll(async () => {
  await DayPassScreen.load()
  await import('#web/ui/DateEntry.tsx')
})

const day = '2026-11-26'
const shift = (slot: string, name: string, more: object = {}) => ({
  slot,
  name,
  from: '06:00',
  to: '14:00',
  day,
  isRunning: false,
  freeSeats: [4, 7],
  ...more,
})
const offer: Offer = {
  price: 60,
  shifts: [
    shift('morning', 'Morning'),
    shift('afternoon', 'Afternoon', { from: '14:00', to: '22:00', isRunning: true, freeSeats: [7, 9] }),
  ],
  seats: [],
}
const pass: DayPass = {
  _id: 'pass-1',
  visitorId: 'visitor-1',
  name: 'Meera Nair',
  phone: '98765 43210',
  day,
  slot: 'afternoon',
  shiftName: 'Afternoon',
  from: '14:00',
  to: '22:00',
  seatNumber: 7,
  amount: 60,
  price: 60,
  reason: '',
  method: 'cash',
  paymentId: 'payment-1',
  receiptNumber: '2026-27/000005',
  soldAt: '2026-11-26T09:30:00.000Z',
  soldBy: 'Mohan Rao',
  voided: null,
  voucherNumber: null,
}
const paper = {
  ...receipt,
  studentId: pass.visitorId,
  isVisitor: true,
  studentName: pass.name,
  seatNumber: 7,
  pass: { day, shiftName: 'Afternoon', from: '14:00', to: '22:00' },
  lines: [],
  months: [],
  credit: 0,
  owed: 0,
}
const meera = { _id: 'visitor-1', name: 'Meera Nair', phone: '98765 43210', passes: 3, lastDay: '2026-11-20' }

/** Every page loads the customization, which has the price. */
const Counter = () => {
  const { data } = useCustomization()
  return (
    <>
      {data?.systemName}
      <DayPassButton />
    </>
  )
}

const open = async (...replies: FakeReply[]) => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const page = renderPage(<Counter />, {
    as: 'manager',
    replies: [
      reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, dayPassFee: 60 } }),
      reply(passesApi.offer, offer),
      reply(passesApi.visitors, ({ query }) => ({ items: query.search?.startsWith('9876') ? [meera] : [], nextCursor: null })),
      reply(passesApi.sell, pass),
      reply(receiptsApi.receipt, paper),
      ...replies,
    ],
  })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === passesApi.sell).map(({ received }) => received.body)
  return { ...page, print, sent }
}

const start = async (...replies: FakeReply[]) => {
  const page = await open(...replies)
  await page.user.click(await screen.findByRole('button', { name: 'Day pass' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mobile number' })))
  return page
}
const sellButton = () => screen.getByRole('button', { name: 'Sell and print receipt' })
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

test('sells in two presses: the shift that is running, its first free seat and the price are filled in, and the receipt is printed', async () => {
  const { user, sent, print } = await start()
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera Nair')
  expect([select('Shift').value, select('Seat').value, select('Method').value]).toEqual(['afternoon', '7', 'cash'])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('60')
  await user.click(sellButton())
  expect(await screen.findByText('Receipt 2026-27/000005')).toBeTruthy()
  expect(screen.getByText('Seat 7, Afternoon, 14:00–22:00')).toBeTruthy()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(sent()).toMatchObject([
    {
      name: 'Meera Nair',
      phone: '9820011111',
      day,
      slot: 'afternoon',
      seatNumber: 7,
      amount: 60,
      method: 'cash',
      clientId: expect.any(String),
    },
  ])
  // The dialog hides it from screen readers.
  expect(screen.getByLabelText('Receipt 2026-27/000001').textContent).toContain('Day pass26 Nov 2026, Afternoon, 14:00–22:00')
})

test('finds the earlier visitor while the number is typed, and fills in the name', async () => {
  const { user, sent } = await start()
  await user.keyboard('98765')
  const earlier = await screen.findByRole('button', { name: /Meera Nair/ })
  expect(earlier.textContent).toMatch(/3\sday\spasses\s·\slast\son\s20\sNov\s2026/)
  await user.click(earlier)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Meera Nair')
  expect(screen.queryByRole('list', { name: 'Earlier visitors with this number' })).toBeNull()
  await user.click(sellButton())
  await expect.poll(sent).toMatchObject([{ name: 'Meera Nair', phone: '98765 43210' }])
})

test('changes the seat with the shift, and keeps a chosen seat that is free in it', async () => {
  const { user } = await start()
  await user.selectOptions(select('Shift'), 'morning')
  expect(select('Seat').value).toBe('4')
  await user.selectOptions(select('Seat'), '7')
  await user.selectOptions(select('Shift'), 'afternoon')
  expect(select('Seat').value).toBe('7')
})

test('asks for a reason if less than the price is paid, and for a reference of a transfer', async () => {
  const { user, sent } = await start()
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera')
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await user.clear(amount)
  await user.type(amount, '50')
  await user.fill(screen.getByRole('textbox', { name: 'Why less than ₹60?' }), 'Came late')
  await user.selectOptions(select('Method'), 'upi')
  await user.fill(screen.getByRole('textbox', { name: 'Reference number' }), '402233445566')
  await user.click(sellButton())
  await expect.poll(sent).toMatchObject([{ amount: 50, reason: 'Came late', method: 'upi', reference: '402233445566' }])
})

test('forgets a reason for less than the price when the price is paid after all', async () => {
  const { user, sent } = await start()
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera')
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await user.clear(amount)
  await user.type(amount, '50')
  await user.type(screen.getByRole('textbox', { name: 'Why less than ₹60?' }), 'x')
  await user.clear(amount)
  await user.type(amount, '60')
  expect(screen.queryByRole('textbox', { name: 'Why less than ₹60?' })).toBeNull()
  await user.click(sellButton())
  await expect.poll(sent).toMatchObject([{ amount: 60 }])
})

test('says who has the seat now, and sends a repeated call with the same id', async () => {
  const sold = refuse(seatErrors.soldForDay, { message: seatErrors.soldForDay.text({ seat: 7, name: 'Arun Nair', day }) })
  const answers = [() => sold, unreachable, () => pass]
  const { user, sent } = await start(reply(passesApi.sell, () => (answers.shift() ?? (() => pass))()))
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera')
  await user.click(sellButton())
  expect(await screen.findByText(/Seat 7 is sold to Arun Nair for 26 Nov 2026/)).toBeTruthy()
  await user.click(sellButton())
  await expect.poll(() => sent().length).toBe(2)
  await waitFor(() => expect(sellButton()).toBeTruthy())
  await user.click(sellButton())
  expect(await screen.findByText('Receipt 2026-27/000005')).toBeTruthy()
  const ids = sent().map((body) => (body as { clientId: string }).clientId)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Next visitor' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mobile number' })).value).toBe('')
})

test('repeats a sale without a reply for the same seat, although the seat is not offered any more', async () => {
  let sold = false
  const answers = [unreachable, () => pass]
  const { user, sent, calls } = await start(
    reply(passesApi.offer, () => (sold ? { ...offer, shifts: offer.shifts.map((one) => ({ ...one, freeSeats: [9] })) } : offer)),
    reply(passesApi.sell, () => {
      sold = true
      return (answers.shift() ?? (() => pass))()
    }),
  )
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera')
  await user.click(sellButton())
  expect(await screen.findByText(/^The server did not reply\. Press the button again/)).toBeTruthy()
  const asked = () => calls.filter(({ endpoint }) => endpoint === passesApi.offer).length
  const before = asked()
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  expect(select('Seat').selectedOptions[0]?.textContent).toMatch(/^Seat\s7$/)
  await user.click(sellButton())
  expect(await screen.findByText('Receipt 2026-27/000005')).toBeTruthy()
  const [first, second] = sent()
  expect(second).toEqual(first)
})

test('is not there in a hall without a price', async () => {
  await open(reply(customizationApi.get, untouched))
  expect(await screen.findByText(untouched.systemName)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Day pass' })).toBeNull()
})

test('asks why a reference is used again, until another one is entered', async () => {
  const { user, sent } = await start(
    reply(passesApi.sell, ({ body }) => (body.reference === '402233445566' ? refuse(feeErrors.referenceUsed) : pass)),
  )
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera')
  await user.selectOptions(select('Method'), 'upi')
  const reference = screen.getByRole('textbox', { name: 'Reference number' })
  await user.fill(reference, '402233445566')
  await user.click(sellButton())
  await user.fill(await screen.findByRole('textbox', { name: 'Reason for using it again' }), 'Two sisters')
  await user.clear(reference)
  await user.fill(reference, '402233445577')
  expect(screen.queryByRole('textbox', { name: 'Reason for using it again' })).toBeNull()
  await user.click(sellButton())
  expect(await screen.findByText('Receipt 2026-27/000005')).toBeTruthy()
  expect(sent()[1]).toMatchObject({ reference: '402233445577' })
  expect(sent()[1]).not.toHaveProperty('referenceReason')
})

test('names the seat by its label, with the room in the choice', async () => {
  const { user } = await start(
    reply(passesApi.offer, { ...offer, seats: [{ seatNumber: 7, label: 'B24', room: 'Room 2' }] }),
    reply(passesApi.sell, { ...pass, seatLabel: 'B24' }),
  )
  const options = [...select('Seat').options].map(({ text }) => text.replaceAll('\u00a0', ' '))
  expect(options).toEqual(['Seat B24 · Room 2', 'Seat 9'])
  await user.paste('9820011111')
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Meera Nair')
  await user.click(sellButton())
  expect(await screen.findByText('Seat B24, Afternoon, 14:00–22:00')).toBeTruthy()
})
