import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { shiftErrors, shiftsApi } from '../shifts.contract.ts'
import { firstShifts, type Shift } from '../shifts.shapes.contract.ts'
import { ShiftsCard } from './ShiftsCard.tsx'

const evening: Shift = { key: 'evening', name: 'Evening', from: '18:00', to: '22:00', monthlyFee: 600, colour: 'accent', isArchived: false }

const open = (...replies: FakeReply[]) => {
  let kept = [...firstShifts, evening]
  const page = renderPage(<ShiftsCard />, {
    as: 'admin',
    replies: [
      reply(shiftsApi.list, () => ({ shifts: kept.map((shift) => ({ ...shift, students: shift.key === 'morning' ? 12 : 0 })) })),
      reply(shiftsApi.create, ({ body }) => ({ shifts: [...kept, { ...evening, ...(body as object), key: 'night' }] })),
      reply(shiftsApi.update, ({ params, body }) => {
        kept = kept.map((shift) => (shift.key === params.key ? { ...shift, ...(body as Partial<Shift>) } : shift))
        return { shifts: kept }
      }),
      reply(shiftsApi.remove, ({ params }) => {
        kept = kept.filter(({ key }) => key !== params.key)
        return undefined
      }),
      ...replies,
    ],
  })
  const sent = (endpoint: object) => page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received.body)
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, sent, press }
}

test('lists the shifts with their times, fees and students', async () => {
  open()
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Morning00:00–14:00Monthly fee of the hall12 students',
    'Afternoon14:00–24:00Monthly fee of the hall0 students',
    'Full-day24 hoursMonthly fee of the hall0 students',
    'Evening18:00–22:00₹600 a month0 students',
  ])
})

test('shows all who would meet when the times of a shift change, and saves nothing else', async () => {
  const message = shiftErrors.meet.text({ meetings: [{ seat: 7, names: ['Asha', 'Bela'], isKept: true }], more: 2 })
  const page = open(reply(shiftsApi.update, refuse(shiftErrors.meet, { message })))
  await page.press('Edit Evening')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Evening' }))
  expect(dialog.getByLabelText(/^From/)).toHaveProperty('value', '18:00')
  await page.user.clear(dialog.getByLabelText('Monthly fee (₹)'))
  await page.user.click(dialog.getByRole('button', { name: 'Save shift' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(message).toContain('Seat 7: Asha and Bela (kept for an account that has ended). And 2 more.')
  expect(page.sent(shiftsApi.update)).toEqual([{ name: 'Evening', from: '18:00', to: '22:00', monthlyFee: null, colour: 'accent' }])
})

test('shows an error beside the name that another shift has', async () => {
  const page = open(reply(shiftsApi.create, refuse(shiftErrors.nameTaken, { fields: { name: shiftErrors.nameTaken.message } })))
  await page.press('Add shift')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add shift' }))
  await page.user.fill(dialog.getByLabelText(/^Name/), 'Evening')
  await page.user.click(dialog.getByRole('button', { name: 'Save shift' }))
  expect(await dialog.findAllByText(/Please enter a time/)).toHaveLength(2)
})

test('archives a shift after a question, and deletes one without students', async () => {
  const page = open()
  await page.press('Archive Morning')
  await page.press('Archive')
  expect(await screen.findByText('Archived')).toBeTruthy()
  expect(page.sent(shiftsApi.update)).toEqual([{ isArchived: true }])
  expect(screen.queryByRole('button', { name: 'Delete Morning' })).toBeNull()
  await page.press('Delete Evening')
  await page.press('Delete')
  await screen.findByText('Evening was deleted.')
})
