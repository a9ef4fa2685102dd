import type { Role } from '#contract/actor.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { type FakeReply, type Received, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../../fees.contract.ts'
import type { Fee, FeeAccount, Payment, Refund, StudentCard } from '../../fees.shapes.contract.ts'
import { FeesPage } from '../FeesPage.tsx'
import { ChargeScreen, FeeDialogScreen, MarkUnpaidScreen } from '../feeDialogs.ts'
import { StudentChooser } from '../StudentField.tsx'
import { twelveMonths } from './months.ts'

export const asha: StudentCard = {
  _id: 'asha',
  name: 'Asha Devi',
  email: 'asha@example.org',
  seatNumber: 7,
  slot: 'full-day',
  profilePictureUrl: null,
}

export const fee = (fields: Partial<Fee> = {}): Fee => ({
  _id: 'november',
  student: asha,
  kind: 'monthly',
  month: 11,
  year: 2026,
  amount: 1_000,
  paidAmount: 0,
  paid: false,
  paidDate: null,
  dueOn: '2026-11-05',
  notes: '',
  ...fields,
})

export const paidFee = (fields: Partial<Fee> = {}): Fee =>
  fee({ paid: true, paidAmount: 1_000, paidDate: '2026-11-06T05:30:00.000Z', ...fields })

export const payment = (fields: Partial<Payment> = {}): Payment => ({
  _id: 'payment-1',
  studentId: 'asha',
  isVisitor: false,
  studentName: 'Asha Devi',
  receiptNumber: '2026-27/000001',
  amount: 1_000,
  credit: 0,
  method: 'cash',
  reference: '',
  receivedOn: '2026-11-06',
  enteredAt: '2026-11-06T05:30:00.000Z',
  enteredBy: 'Mohan Rao',
  voided: null,
  lines: [{ feeId: 'november', kind: 'monthly', month: 11, year: 2026, amount: 1_000 }],
  ...fields,
})

export const refund = (fields: Partial<Refund> = {}): Refund => ({
  _id: 'refund-1',
  studentId: 'asha',
  studentName: 'Asha Devi',
  voucherNumber: 'R/2026-27/000001',
  amount: 200,
  method: 'cash',
  reference: '',
  reason: 'Leaves early',
  paidOn: '2026-11-07',
  enteredAt: '2026-11-07T05:30:00.000Z',
  enteredBy: 'Mohan Rao',
  voided: null,
  ...fields,
})

export const account = (fields: Partial<FeeAccount> = {}): FeeAccount => ({
  student: asha,
  monthlyFee: 1_000,
  owed: 0,
  owedSince: null,
  credit: 0,
  deposits: 0,
  uncharged: [],
  months: twelveMonths,
  isComplete: true,
  open: [],
  payments: [],
  refunds: [],
  ...fields,
})

type Account = { student?: StudentCard; dateJoinedLibrary?: string | null; owed?: number }
export const students = (...items: Account[]) =>
  reply(feesApi.accounts, {
    items: items.map((each) => ({ student: asha, dateJoinedLibrary: null, monthlyFee: 1_000, owed: 0, credit: 0, ...each })),
    nextCursor: null,
    total: items.length,
  })

/** The months that "Generate" would charge. */
export const missingFees = (fees = 0) => {
  const months = fees > 0 ? { from: '2026-10', to: '2026-11' } : { from: null, to: null }
  return reply(feesApi.missing, { fees, students: Math.min(fees, 1), amount: 1_000 * fees, ...months })
}

/** The records on the server, which calls of the page change. */
export const records = (...start: Fee[]) => {
  let kept = start
  const one = (id: string | undefined) => kept.find(({ _id }) => _id === id) ?? fee()
  return [
    reply(feesApi.list, ({ query: { search = '', status, student } }) => {
      const items = kept.filter(
        (each) =>
          (each.student?.name ?? '').toLowerCase().includes(search.toLowerCase()) &&
          (!status || each.paid === (status === 'paid')) &&
          (!student || each.student?._id === student),
      )
      return { items, nextCursor: null, total: items.length }
    }),
    reply(feesApi.summary, () => ({
      totalAmount: kept.reduce((sum, { amount }) => sum + amount, 0),
      paidAmount: kept.reduce((sum, { paidAmount }) => sum + paidAmount, 0),
      paidCount: kept.filter(({ paid }) => paid).length,
      unpaidAmount: kept.reduce((sum, { amount, paidAmount }) => sum + amount - paidAmount, 0),
      unpaidCount: kept.filter(({ paid }) => !paid).length,
      students: new Set(kept.map(({ student }) => student?._id)).size,
      records: kept.length,
    })),
    reply(feesApi.update, ({ params, body }) => {
      const before = one(params.id)
      const { paid, amount = before.amount, notes = before.notes } = body as Partial<Fee>
      const marked =
        paid === undefined ? {} : { paid, paidAmount: paid ? before.amount : 0, paidDate: paid ? '2026-11-22T05:30:00.000Z' : null }
      kept = kept.map((each) => (each._id === params.id ? { ...each, amount, notes, ...marked } : each))
      return one(params.id)
    }),
    reply(feesApi.ofStudent, ({ params }) => {
      const items = kept.filter(({ student }) => student?._id === params.id)
      return { items, nextCursor: null, total: items.length }
    }),
  ]
}

type OpenOptions = { at?: string; as?: Role }

export const openFees = (replies: readonly FakeReply[], { at = '/fees', as = 'manager' }: OpenOptions = {}) => {
  const page = renderPage(<FeesPage />, {
    as,
    at,
    replies: [
      ...records(),
      locksReply(),
      students(),
      missingFees(),
      reply(feesApi.account, account()),
      reply(feesApi.payments, { items: [], nextCursor: null, adjustments: [] }),
      reply(usersApi.profile, person({ _id: 'asha', name: 'Asha Devi', seatNumber: 7, slot: 'full-day' })),
      ...replies,
    ],
  })
  /** Returns what the mutating calls sent. */
  const sent = (): Received[] => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received)
  const press = async (name: string | RegExp) => page.user.click(await page.findByRole('button', { name }))
  /** Expands a summary line. */
  const disclose = async (text: string | RegExp) => page.user.click(await page.findByText(text))
  return { ...page, sent, press, disclose }
}

/** Loads the code of all dialogs. */
export const prepareDialogs = async (): Promise<void> => {
  for (const dialog of [ChargeScreen, FeeDialogScreen, MarkUnpaidScreen, StudentChooser]) await dialog.load()
}
