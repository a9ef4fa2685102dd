import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import { ReceiptNumbers } from './ReceiptNumbers.tsx'

type Answer = Parameters<typeof reply<typeof feesApi.confirmReceiptBook>>[1]

const open = (answer?: Answer, checkNeededSince: string | null = null) => {
  let book = { last: '2026-27/000040' as string | null, lastVoucher: null as string | null, checkNeededSince }
  const correct: Answer = ({ body }) => {
    book = { ...book, last: String(body.last || book.last), lastVoucher: String(body.lastVoucher || '') || book.lastVoucher }
    return book
  }
  const page = renderPage(<ReceiptNumbers />, {
    as: 'superadmin',
    at: '/system',
    replies: [reply(feesApi.receiptBook, () => book), reply(feesApi.confirmReceiptBook, answer ?? correct)],
  })
  const bodies = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.confirmReceiptBook).map(({ received: { body } }) => body)
  return { ...page, bodies }
}

const dialogOf = async ({ user }: ReturnType<typeof open>, name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  const field = dialog.getByRole<HTMLInputElement>('textbox')
  const enter = async (number: string) => {
    await user.clear(field)
    await user.type(field, number)
  }
  return { dialog, field, enter, save: () => user.click(dialog.getByRole('button', { name: 'Correct the number' })) }
}

test('corrects the last receipt number, and shows the skipped numbers', async () => {
  const page = open()
  const { dialog, field, enter, save } = await dialogOf(page, 'Correct the last receipt number')
  expect(field.value).toBe('2026-27/000040')
  await save()
  expect(dialog.getByText('This is already the last number. Please enter another one.')).toBeTruthy()
  await enter('43')
  await save()
  expect(dialog.getByText('Please enter a receipt number such as 2026-27/000123')).toBeTruthy()
  expect(page.bodies()).toEqual([])
  await enter('2026-27/000043')
  expect(dialog.getByText('The numbers 2026-27/000041 to 2026-27/000043 will be skipped.')).toBeTruthy()
  await save()
  expect(await screen.findByText('The next one follows 2026-27/000043.')).toBeTruthy()
  expect(page.bodies()).toEqual([{ last: '2026-27/000043' }])
  expect(await screen.findByText('2026-27/000043')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('corrects the last voucher number separately, even before the first voucher', async () => {
  const page = open()
  expect(await screen.findByText('None yet')).toBeTruthy()
  const { dialog, enter, save } = await dialogOf(page, 'Correct the last voucher number')
  await save()
  expect(dialog.getByText('Please enter the last voucher number')).toBeTruthy()
  await enter('R/2026-27/000001')
  expect(dialog.getByText('The number R/2026-27/000001 will be skipped.')).toBeTruthy()
  await save()
  expect(await screen.findByText('R/2026-27/000001')).toBeTruthy()
  expect(page.bodies()).toMatchObject([{ last: '', lastVoucher: 'R/2026-27/000001' }])
})

test('rejects a number below one in use at the field, and keeps the input', async () => {
  const used = '2026-27/000040 has been given already. The last number cannot be lower.'
  const page = open(refuse(feeErrors.wrongNumber, { message: used, fields: { last: used } }))
  const { dialog, field, enter, save } = await dialogOf(page, 'Correct the last receipt number')
  await enter('2026-27/000039')
  expect(dialog.queryByText(/will be skipped/)).toBeNull()
  await save()
  expect(await dialog.findByText(used)).toBeTruthy()
  expect(field.value).toBe('2026-27/000039')
})

test('offers no correction while the numbers must be checked after a restore', async () => {
  const page = open(undefined, '2026-11-21T06:00:00.000Z')
  await replied()
  expect(page.calls).toHaveLength(1)
  expect(screen.queryByText('Receipt and voucher numbers')).toBeNull()
})
