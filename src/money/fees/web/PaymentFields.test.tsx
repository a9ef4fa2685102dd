import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { today } from '#web/api/timeZone.ts'
import { refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Payment } from '../fees.shapes.contract.ts'
import { usePayFee } from './fees.queries.ts'
import { PaymentFields } from './PaymentFields.tsx'
import { usePaymentForm } from './usePaymentForm.ts'

const payment: Payment = {
  _id: 'payment-1',
  studentId: 'one',
  isVisitor: false,
  studentName: 'Asha Devi',
  receiptNumber: '2026-27/000001',
  amount: 500,
  credit: 0,
  method: 'cash',
  reference: '',
  receivedOn: '2026-11-22',
  enteredAt: '2026-11-22T05:30:00.000Z',
  enteredBy: 'Mohan Rao',
  voided: null,
  lines: [],
}

const Form = () => {
  const pay = usePayFee()
  const form = usePaymentForm({
    amount: 1_000,
    send: (body) => pay.mutateAsync({ params: { id: 'fee-1' }, body }),
    onDone: () => undefined,
  })
  return (
    <FormDialog title="Take payment" isOpen onClose={() => undefined} form={form.form} submit="Save" submitting="Saving">
      <PaymentFields payment={form} balance={1_000} />
    </FormDialog>
  )
}

const show = async (answer: Parameters<typeof reply<typeof feesApi.payFee>>[1]) => {
  // The code of the date field is loaded when the first one is rendered.
  const page = await act(async () => renderPage(<Form />, { as: 'manager', replies: [locksReply(), reply(feesApi.payFee, answer)] }))
  const bodies = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.payFee).map(({ received }) => received.body)
  return { ...page, bodies, save: async () => page.user.click(await screen.findByRole('button', { name: 'Save' })) }
}

test('pays a part of the balance in cash today, without a reference number', async () => {
  const page = await show(payment)
  const amount = await screen.findByRole('textbox', { name: /^Amount/ })
  expect(screen.queryByLabelText(/Reference number/)).toBeNull()
  await page.user.clear(amount)
  await page.user.fill(amount, '₹ 1,500.50')
  await page.save()
  expect(page.bodies()).toEqual([{ amount: 1500.5, method: 'cash', receivedOn: today(), clientId: expect.any(String) }])
})

test('rejects an invalid amount before anything is sent', async () => {
  const page = await show(payment)
  const amount = await screen.findByRole('textbox', { name: /^Amount/ })
  await page.user.clear(amount)
  await page.user.fill(amount, 'much')
  await page.save()
  expect(screen.getByText('Please enter an amount above 0, such as 1000 or 999.50')).toBeTruthy()
  expect(page.bodies()).toEqual([])
})

test('accepts a reference that was used before only with a reason', async () => {
  let asked = 0
  const page = await show(() => {
    asked += 1
    return asked === 1 ? refuse(feeErrors.referenceUsed, { fields: { reference: 'Receipt 1 has this reference already.' } }) : payment
  })
  await page.user.selectOptions(await screen.findByLabelText('Method'), 'upi')
  await page.user.fill(screen.getByLabelText(/Reference number/), 'UTR 7')
  await page.save()
  expect(await screen.findByText('Receipt 1 has this reference already.')).toBeTruthy()
  await page.user.fill(screen.getByLabelText(/Reason for using it again/), 'Two sisters')
  await page.save()
  await expect.poll(page.bodies).toHaveLength(2)
  expect(page.bodies()[1]).toMatchObject({ method: 'upi', reference: 'UTR 7', referenceReason: 'Two sisters' })
})

test('sends a payment again with the same id after a broken connection', async () => {
  let asked = 0
  const page = await show(() => {
    asked += 1
    return asked === 1 ? unreachable() : payment
  })
  await page.save()
  expect(await screen.findByText(/Failed to save the payment/)).toBeTruthy()
  await page.save()
  await expect.poll(page.bodies).toHaveLength(2)
  const [first, second] = page.bodies()
  expect(second?.clientId).toBe(first?.clientId)
})

test('skips the reference of a transfer with one press, sends that, and still allows entering it', async () => {
  const page = await show({ ...payment, method: 'upi' })
  await page.user.selectOptions(await screen.findByRole('combobox', { name: /^Method/ }), 'upi')
  await page.user.click(screen.getByRole('button', { name: 'Skip the reference' }))
  expect(screen.queryByRole('textbox', { name: /^Reference number/ })).toBeNull()
  await page.save()
  expect(page.bodies()[0]).toMatchObject({ method: 'upi', referenceSkipped: true })
  expect(page.bodies()[0]).not.toHaveProperty('reference')
  await page.user.click(await screen.findByRole('button', { name: 'Enter a reference' }))
  await page.user.fill(screen.getByRole('textbox', { name: /^Reference number/ }), '123456')
  await page.save()
  expect(page.bodies()[1]).toMatchObject({ method: 'upi', reference: '123456' })
  expect(page.bodies()[1]).not.toHaveProperty('referenceSkipped')
})
