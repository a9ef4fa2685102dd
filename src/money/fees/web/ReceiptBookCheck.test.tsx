import { expect, test } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { feesApi } from '../fees.contract.ts'
import { ReceiptBookCheck } from './ReceiptBookCheck.tsx'

const since = '2026-11-21T06:00:00.000Z'

const open = (checkNeededSince: string | null = since) => {
  let book = { last: '2026-27/000040' as string | null, lastVoucher: null as string | null, checkNeededSince }
  return renderPage(<ReceiptBookCheck />, {
    as: 'superadmin',
    at: '/system',
    replies: [
      reply(feesApi.receiptBook, () => book),
      reply(feesApi.confirmReceiptBook, ({ body }) => {
        book = { last: String(body.last || book.last), lastVoucher: String(body.lastVoucher || '') || null, checkNeededSince: null }
        return book
      }),
    ],
  })
}

test('asks a superadmin for the last receipt on paper after a restore', async () => {
  const page = open()
  expect(await page.findByText(/The newest one here is 2026-27\/000040/)).toBeTruthy()
  const number = page.getByLabelText(/^Last receipt number on paper/)
  await page.user.type(number, '43')
  await page.user.click(page.getByRole('button', { name: 'Confirm' }))
  expect(page.getByText('Please enter a receipt number such as 2026-27/000123')).toBeTruthy()
  await page.user.clear(number)
  await page.user.fill(number, '2026-27/000043')
  await page.user.click(page.getByRole('button', { name: 'Confirm' }))
  expect(await page.findByText('The next receipt follows 2026-27/000043.')).toBeTruthy()
  expect(page.queryByLabelText(/^Last receipt number on paper/)).toBeNull()
})

test('asks nobody if no backup was restored', async () => {
  const page = open(null)
  await replied()
  expect(page.calls).toHaveLength(1)
  expect(page.queryByRole('button', { name: 'Confirm' })).toBeNull()
})
