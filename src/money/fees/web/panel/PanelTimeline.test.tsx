import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../../fees.contract.ts'
import type { FeeAccount } from '../../fees.shapes.contract.ts'
import { account, fee, payment, refund } from '../testing/feesPage.tsx'
import { PanelTimeline } from './PanelTimeline.tsx'

const show = async (fields: Partial<FeeAccount>) => {
  renderPage(<PanelTimeline user={person({ dateJoinedLibrary: '2026-01-05' })} />, {
    as: 'manager',
    replies: [reply(feesApi.account, account(fields))],
  })
  const list = within(await screen.findByRole('region', { name: 'Timeline' }))
  return list.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('shows payments with their receipts, refunds, unpaid fees and the day of joining, newest first', async () => {
  const paid = payment({ _id: 'p1', receivedOn: '2026-09-05', amount: 900, receiptNumber: '2026-27/000007', voided: null })
  const voided = { at: '2026-09-02T05:30:00.000Z', by: 'Meera', reason: 'Wrong student' }
  expect(
    await show({
      payments: [paid, { ...paid, _id: 'p2', receivedOn: '2026-09-01', receiptNumber: '2026-27/000006', voided }],
      refunds: [refund({ paidOn: '2026-10-02', amount: 100, voided: null })],
      open: [fee({ _id: 'f1', kind: 'monthly', year: 2026, month: 11, amount: 900, paidAmount: 400, dueOn: '2026-11-05' })],
    }),
  ).toEqual([
    '5 Nov 2026₹500 due for Nov',
    '2 Oct 2026Refunded ₹100',
    '5 Sep 2026Paid ₹9002026-27/000007',
    '1 Sep 2026Payment of ₹900, voided2026-27/000006',
    '5 Jan 2026Joined',
  ])
  expect(screen.getByRole('link', { name: '2026-27/000007' }).getAttribute('href')).toBe('/receipts/p1')
})

test('shows the six newest events', async () => {
  const days = ['2026-02-05', '2026-03-05', '2026-04-05', '2026-05-05', '2026-06-05', '2026-07-05']
  const payments = days.map((receivedOn, at) => payment({ _id: `p${at}`, receivedOn, amount: 900, voided: null }))
  const shown = await show({ payments, refunds: [], open: [] })
  expect([shown.length, shown[0]?.startsWith('5 Jul 2026'), shown.at(-1)?.startsWith('5 Feb 2026')]).toEqual([6, true, true])
})
