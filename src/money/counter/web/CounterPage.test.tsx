import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { termsEn } from '#contract/terms.en.ts'
import { isTransfer, paymentMethods } from '#contract/terms.ts'
import { cashReply } from '#money/cashbox/web/testing/box.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { figuresApi } from '#money/figures/figures.contract.ts'
import type { MonthLock } from '#money/locks/locks.contract.ts'
import { locksReply, monthLock } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { account, asha, payment, receipt } from '#money/receipts/web/testing/papers.ts'
import { UpiPayment } from '#money/receipts/web/upi.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { pasteDate } from '#web/testing/typeDate.ts'
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

const figures = { ending: 4, ended: 2, owes: 1_200, freeSeats: 9, uncharged: 0 }

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
      reply(figuresApi.figures, figures),
      cashReply(),
      reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, ...hall } }),
    ],
  })
  const bodies = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.pay).map(({ received }) => received.body)
  const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  return { ...page, print, bodies, amount }
}

test('preselects the student of a link from the list of dues, and then searches for the next one', async () => {
  const { user, amount } = open({ at: `/fees/counter?student=${asha._id}` })
  expect((await amount()).value).toBe('1500')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('combobox', { name: 'Student' })).toBeTruthy()
})

test('enters the payment with two letters, Enter, Enter, and prints the receipt with the next Enter', async () => {
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

test('says before the payment which amount will be paid in advance', async () => {
  const { user, amount } = open({ at: `/fees/counter?student=${asha._id}` })
  await user.clear(await amount())
  await user.fill(await amount(), '5000')
  expect(await screen.findByText('₹1,500 is due. ₹3,500 will be kept as paid in advance.')).toBeTruthy()
  await user.clear(await amount())
  await user.fill(await amount(), '500')
  expect(await screen.findByText('₹1,500 is due. You can enter part of the amount.')).toBeTruthy()
})

test('links the figures to their lists and shows the cash since the last closing, while the search has the focus', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T14:29:00.000Z') })
  open()
  const strip = within(await screen.findByRole('group', { name: 'Students and seats' }))
  await strip.findByRole('link', { name: 'Ends this week 4' })
  expect(strip.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ends this week 4', '/users?view=list&role=student&status=expiring-7&hasSeat=true'],
    ['Ended 2', '/users?view=list&role=student&status=expired&hasSeat=true'],
    ['Owes 1,200', '/users?view=list&only=owes'],
    ['Free seats 9', '/users?view=seats&free=1'],
    ['Not charged 0', '/users?view=list&only=uncharged'],
  ])
  expect(screen.getByText('₹1,900 cash since the last closing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close day' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Student' }))
})

test('replaces the proposed amount by typing', async () => {
  const { user, bodies, amount } = open()
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('700{Enter}')
  await expect.poll(bodies).toMatchObject([{ amount: 700 }])
})

test('lists the key of each payment method, which selects it', async () => {
  await UpiPayment.load()
  const { user, amount } = open()
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  const listed = screen.getByText(/^Keys in the amount field: /).textContent?.replaceAll('\u00a0', ' ') ?? ''
  const keys = [...listed.replace(/^.*: /, '').matchAll(/(?:^| · )(\S) ([^·]+?)(?= ·|$)/g)]
  expect(keys.map(([, , name]) => name)).toEqual(paymentMethods.map((method) => termsEn.methods[method]))
  for (const [at, [, key = '', name = '']] of keys.entries()) {
    await user.click(await amount())
    await user.keyboard(key.toLowerCase())
    await expect.poll(() => screen.getByLabelText<HTMLSelectElement>('Method').selectedOptions[0]?.textContent).toBe(name)
    if (isTransfer(paymentMethods[at])) await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('reference')
  }
})

test('selects another result with the arrow keys', async () => {
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

test('shows the owed amount by month, and the expiry of the account', async () => {
  const { user, amount } = open()
  await user.keyboard('as{Enter}')
  await amount()
  expect(screen.getByText('Monthly fee, October 2026').parentElement?.textContent).toContain('₹500')
  expect(screen.getByText('Due').parentElement?.textContent).toContain('₹1,500')
  expect(await screen.findByText('Until 31 Mar 2099')).toBeTruthy()
})

test('sends a payment again with the same id if no response came, and says that it is entered only once', async () => {
  let asked = 0
  const { user, bodies, amount } = open({ pay: () => (asked++ === 0 ? unreachable() : payment) })
  await user.keyboard('as{Enter}')
  await expect.poll(async () => document.activeElement === (await amount())).toBe(true)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/the payment is saved only once/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findAllByText('2026-27/000001')).not.toEqual([])
  expect(bodies()[1]?.clientId).toBe(bodies()[0]?.clientId)
})

test('selects UPI by a letter in the amount, moves to the reference, and shows a code to scan', async () => {
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

test('asks for a reason next to a reference that was used before', async () => {
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

test('returns to the search with Escape, also from the receipt', async () => {
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

test('warns about a day in a locked month before Enter submits the payment, and keeps the amount', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T06:00:00.000Z') })
  const page = open({ at: `/fees/counter?student=${asha._id}`, locks: [monthLock({ month: 10, lockedBy: 'Anita Singh' })] })
  const field = await page.amount()
  await page.user.clear(field)
  await page.user.fill(field, '450')
  await pasteDate(page.user, screen, 'Day received', '2026-10-31')
  await page.user.click(screen.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findByText('October 2026 is locked. Please enter 1 Nov 2026 or a later date.')).toBeTruthy()
  expect([page.bodies(), field.value]).toEqual([[], '450'])
  await pasteDate(page.user, screen, 'Day received', '2026-11-01')
  await page.user.click(screen.getByRole('button', { name: 'Take payment' }))
  await waitFor(() => expect(page.bodies()).toMatchObject([{ amount: 450, receivedOn: '2026-11-01' }]))
})

test('proposes no amount for a student who owes nothing', async () => {
  const { user, amount } = open({ of: { ...account, owed: 0, owedSince: null, open: [] } })
  await user.keyboard('as{Enter}')
  expect((await amount()).value).toBe('')
  expect(screen.getByText(/Nothing is due. The monthly fee is ₹1,000/)).toBeTruthy()
})

test('shows that no student has this name', async () => {
  const { user } = open()
  await user.keyboard('zz{Enter}')
  expect(await screen.findByText('No student is called “zz”')).toBeTruthy()
})

const entered = (number: string, enteredAt: string, isVoid = false) => ({
  _id: `payment-${number.slice(-1)}`,
  number,
  isVisitor: false,
  studentId: asha._id,
  studentName: `Payer of ${number}`,
  amount: 1_000,
  method: 'cash' as const,
  reference: '',
  day: '2026-11-22',
  enteredAt,
  isVoid,
})

test('shows the payments of today below the search until students are found', async () => {
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

test('says that there are no payments yet, and retries a list that fails to load', async () => {
  let isDown = true
  const { user } = open({ latest: () => (isDown ? refuse({ code: 'odd', status: 500, message: '' }) : { items: [], nextCursor: null }) })
  await screen.findByText('Failed to load today’s payments')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No payments yet today.')).toBeTruthy()
})

test('opens the panel of the student next to the form, which keeps its input', async () => {
  const page = open({ at: `/fees/counter?student=${asha._id}` })
  const amount = await screen.findByRole('textbox', { name: /^Amount/ })
  await page.user.clear(amount)
  await page.user.fill(amount, '700')
  const name = screen.getByRole('link', { name: asha.name })
  name.focus()
  await page.user.keyboard('{Enter}')
  expect(page.address()).toBe(`/fees/counter?student=${asha._id}&person=${asha._id}`)
  expect(screen.getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '700')
})
