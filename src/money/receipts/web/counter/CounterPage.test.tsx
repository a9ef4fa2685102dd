import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { feeErrors, feesApi } from '#money/fees/fees.contract.ts'
import type { MonthLock } from '#money/locks/locks.contract.ts'
import { locksReply, monthLock } from '#money/locks/web/testing/locks.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { customizationApi } from '#system/settings/customization.contract.ts'
import { untouched } from '#system/settings/web/testing/customization.ts'
import { refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { typeDate } from '#web/testing/typeDate.ts'
import { receiptsApi } from '../../receipts.contract.ts'
import { account, asha, payment, receipt } from '../testing/papers.ts'
import { UpiPayment } from '../upi.ts'
import { CounterPage } from './CounterPage.tsx'

const person = {
  _id: asha._id,
  name: asha.name,
  email: asha.email,
  role: 'student',
  terminationDate: '2099-03-31',
  dob: null,
  dateJoinedLibrary: '2026-09-15',
  slot: 'morning',
  seatNumber: 4,
  phone: null,
  monthlyFee: null,
  profilePictureUrl: null,
  createdAt: '2026-09-15T05:30:00.000Z',
} as const

const others = ['Asmita Rao', 'Aslam Khan'].map((name, index) => ({ ...asha, _id: `other-${index}`, name }))
const found = [asha, ...others].map((student, index) => ({
  student,
  dateJoinedLibrary: '2026-09-15',
  monthlyFee: 1_000,
  owed: index === 0 ? 1_500 : 0,
  credit: 0,
}))

type LatestAnswer = Parameters<typeof reply<typeof receiptsApi.list>>[1]
type PayAnswer = Parameters<typeof reply<typeof feesApi.pay>>[1]

const open = ({
  pay = payment,
  hall = {},
  of = account,
  at = '/fees/counter',
  latest = { items: [], nextCursor: null },
  locks = [],
}: {
  pay?: PayAnswer
  hall?: object
  of?: typeof account
  at?: string
  latest?: LatestAnswer
  locks?: MonthLock[]
} = {}) => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const page = renderPage(<CounterPage />, {
    as: 'manager',
    at,
    replies: [
      reply(feesApi.accounts, ({ query }) => {
        const items = found.filter(({ student }) => student.name.toLowerCase().includes((query.search ?? '').toLowerCase()))
        return { items, nextCursor: null, total: items.length }
      }),
      reply(feesApi.account, of),
      reply(usersApi.profile, person),
      locksReply(...locks),
      reply(feesApi.pay, pay),
      reply(receiptsApi.receipt, receipt),
      reply(receiptsApi.list, latest),
      reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, ...hall } }),
    ],
  })
  const bodies = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.pay).map(({ received }) => received.body)
  const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  return { ...page, print, bodies, amount }
}

test('a person who comes from the list of dues finds the student chosen, and the next one is searched for', async () => {
  const { user, amount } = open({ at: `/fees/counter?student=${asha._id}` })
  expect((await amount()).value).toBe('1500')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('combobox', { name: 'Student' })).toBeTruthy()
})

test('two letters, Enter, Enter: the payment is entered and the next Enter prints the receipt', async () => {
  const { user, bodies, amount, print } = open()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Student' })))
  await user.keyboard('as{Enter}')
  expect((await amount()).value).toBe('1500')
  await expect.poll(() => document.activeElement).toBe(await amount())
  await user.keyboard('{Enter}')
  expect(await screen.findAllByText('2026-27/000001')).not.toEqual([])
  expect(bodies()).toMatchObject([{ studentId: asha._id, amount: 1_500, method: 'cash' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print receipt' })))
  await user.keyboard('{Enter}')
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(screen.getByRole('article', { name: 'Receipt 2026-27/000001', hidden: true })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next student' })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Student' })))
})

test('typing replaces the amount that is proposed', async () => {
  const { user, bodies, amount } = open()
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('700{Enter}')
  await expect.poll(bodies).toMatchObject([{ amount: 700 }])
})

test('arrows choose another one of those who are found', async () => {
  const { user, calls } = open()
  await user.keyboard('as')
  const list = screen.getByRole('listbox', { name: 'Students found' })
  await within(list).findAllByRole('option')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  const chosen = within(list).getByRole('option', { selected: true })
  expect(chosen.textContent).toContain('Asmita Rao')
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(chosen.id)
  await user.keyboard('{Enter}')
  await expect.poll(() => calls.find(({ endpoint }) => endpoint === feesApi.account)?.received.params).toEqual({ id: 'other-0' })
})

test('what is owed is told month by month, and until when the account works', async () => {
  const { user, amount } = open()
  await user.keyboard('as{Enter}')
  await amount()
  expect(screen.getByText('Monthly fee, October 2026').parentElement?.textContent).toContain('₹500')
  expect(screen.getByText('Due').parentElement?.textContent).toContain('₹1,500')
  expect(await screen.findByText('Until 31 Mar 2099')).toBeTruthy()
})

test('a payment whose answer did not come is sent again as the same one, and says that it is entered only once', async () => {
  let asked = 0
  const { user, bodies, amount } = open({ pay: () => (asked++ === 0 ? unreachable() : payment) })
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/the payment is entered only once/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findAllByText('2026-27/000001')).not.toEqual([])
  expect(bodies()[1]?.clientId).toBe(bodies()[0]?.clientId)
})

test('a letter in the amount chooses UPI and goes on to the reference, with a code to scan beside it', async () => {
  await UpiPayment.load()
  const { user, bodies, amount } = open({ hall: { upiId: 'hall@okbank' } })
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('u')
  const reference = await screen.findByRole('textbox', { name: /^Reference number/ })
  await expect.poll(() => document.activeElement).toBe(reference)
  expect(await screen.findByRole('img', { name: 'QR code to pay ₹1,500 to hall@okbank' })).toBeTruthy()
  await user.keyboard('UTR7{Enter}')
  await expect.poll(bodies).toMatchObject([{ amount: 1_500, method: 'upi', reference: 'UTR7' }])
})

test('a reference that was used before asks for the reason beside it', async () => {
  let asked = 0
  const { user, bodies, amount } = open({
    pay: () =>
      asked++ === 0 ? refuse(feeErrors.referenceUsed, { fields: { reference: 'Receipt 1 has this reference already.' } }) : payment,
  })
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('u')
  await expect.poll(() => document.activeElement).toBe(await screen.findByRole('textbox', { name: /^Reference number/ }))
  await user.keyboard('UTR7{Enter}')
  expect(await screen.findByText('Receipt 1 has this reference already.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Reason for using it again/ }), 'Two sisters{Enter}')
  await expect.poll(bodies).toHaveLength(2)
  expect(bodies()[1]).toMatchObject({ referenceReason: 'Two sisters' })
})

test('Escape goes back to the search, and so does Escape from the receipt', async () => {
  const { user, amount } = open()
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('combobox'))
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('{Enter}')
  await screen.findAllByText('2026-27/000001')
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('combobox'))
})

test('a day in a locked month is told at the counter before Enter takes the payment, and the amount stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T06:00:00.000Z') })
  const page = open({ at: `/fees/counter?student=${asha._id}`, locks: [monthLock({ month: 10, lockedBy: 'Anita Singh' })] })
  const field = await page.amount()
  await page.user.clear(field)
  await page.user.type(field, '450')
  await typeDate(page.user, screen, 'Day received', '2026-10-31')
  await page.user.click(screen.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findByText('October 2026 is locked. Please enter 1 Nov 2026 or a later date.')).toBeTruthy()
  expect([page.bodies(), field.value]).toEqual([[], '450'])
  await typeDate(page.user, screen, 'Day received', '2026-11-01')
  await page.user.click(screen.getByRole('button', { name: 'Take payment' }))
  await waitFor(() => expect(page.bodies()).toMatchObject([{ amount: 450, receivedOn: '2026-11-01' }]))
})

test('a person who owes nothing has no amount proposed', async () => {
  const { user, amount } = open({ of: { ...account, owed: 0, owedSince: null, open: [] } })
  await user.keyboard('as{Enter}')
  expect((await amount()).value).toBe('')
  expect(screen.getByText(/Nothing is due. A month costs ₹1,000/)).toBeTruthy()
})

test('a name that nobody has says so', async () => {
  const { user } = open()
  await user.keyboard('zz{Enter}')
  expect(await screen.findByText('No student is called “zz”')).toBeTruthy()
})

const entered = (number: string, enteredAt: string, isVoid = false) => ({
  _id: `payment-${number.slice(-1)}`,
  number,
  studentId: asha._id,
  studentName: `Payer of ${number}`,
  amount: 1_000,
  method: 'cash' as const,
  reference: '',
  day: '2026-11-22',
  enteredAt,
  isVoid,
})

test('below the search stands what was entered today, and gives way to the students found', async () => {
  const now = new Date().toISOString()
  const items = [
    entered('2026-27/000003', now),
    entered('2026-27/000002', now, true),
    entered('2026-27/000001', '2020-01-01T05:30:00.000Z'),
  ]
  const { user } = open({ latest: { items, nextCursor: null } })
  const list = within(await screen.findByRole('region', { name: 'Entered today' }))
  const [newest, voided, ...more] = await list.findAllByRole('listitem')
  expect(more).toEqual([])
  expect(newest?.textContent).toBe('2026-27/000003Payer of 2026-27/000003₹1,000')
  expect(voided?.textContent).toContain('Void')
  expect(list.getByRole('link', { name: '2026-27/000003' }).getAttribute('href')).toBe('/receipts/payment-3')
  await user.keyboard('as')
  expect(await screen.findByRole('option', { name: /Asha Devi/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Entered today' })).toBeNull()
})

test('a morning without a payment says so, and a list that does not come can be asked for again', async () => {
  let isDown = true
  const { user } = open({ latest: () => (isDown ? refuse({ code: 'odd', status: 500, message: '' }) : { items: [], nextCursor: null }) })
  await screen.findByText('Failed to load the payments of today')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No payments yet today.')).toBeTruthy()
})
