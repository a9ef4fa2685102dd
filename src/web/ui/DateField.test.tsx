import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day, orNone } from '#contract/fields.ts'
import { call } from '../api/call.ts'
import { reply } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { clearDate, dateIn, typeDate } from '../testing/typeDate.ts'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { useForm } from './useForm.ts'

const lend = endpoint({
  method: 'POST',
  path: '/loans',
  access: 'anyone',
  changes: [],
  summary: 'Lends a book',
  body: z.object({ due: orNone(Day) }),
  reply: z.object({ ok: z.boolean() }),
})

const Loan = ({ due, min, max }: { due?: string; min?: string; max?: string }) => {
  const form = useForm(lend, { initial: { due: due ?? '' }, send: ({ body }) => call(lend, { body }), failure: 'Failed to lend' })
  return (
    <form {...form.props}>
      <DateField label="Due" {...(min && { min })} {...(max && { max })} {...form.field('due')} />
      <Button type="submit">Save</Button>
    </form>
  )
}

const open = async (props: Parameters<typeof Loan>[0] = {}) => {
  const page = renderPage(<Loan {...props} />, { replies: [reply(lend, { ok: true })] })
  await page.findByRole('group', { name: 'Due' })
  return {
    ...page,
    save: () => page.user.click(page.getByRole('button', { name: 'Save' })),
    sent: () => page.calls.at(-1)?.received.body,
    figure: (name: string) => page.getByRole('spinbutton', { name: `${name}, Due` }),
  }
}

test('types a date as day, month and year, and sends a plain day', async () => {
  const page = await open()
  expect(await dateIn(page, 'Due')).toBe('dd/mm/yyyy')
  await typeDate(page.user, page, 'Due', '2027-02-21')
  expect(await dateIn(page, 'Due')).toBe('21/02/2027')
  await page.save()
  expect(page.sent()).toEqual({ due: '2027-02-21' })
})

test.each(['1/3/2027', '1.3.2027', '01 03 2027', '5/3/2027', '31-12-2027'])('types %s with its separators', async (typed) => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.keyboard(typed)
  const [day, month, year] = typed.split(/\D/).map(Number)
  await page.save()
  expect(page.sent()).toEqual({ due: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` })
})

test('reports a half-typed date when the form is sent, and keeps it', async () => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.keyboard('2102{Enter}')
  await page.save()
  expect(page.getByText('Please enter a whole date: day, month and year')).toBeTruthy()
  expect(page.calls).toEqual([])
  expect(await dateIn(page, 'Due')).toBe('21/02/yyyy')
  expect(page.figure('year').getAttribute('aria-invalid')).toBe('true')
  await page.user.click(page.figure('year'))
  await page.user.keyboard('2027')
  expect(page.queryByText(/whole date/)).toBeNull()
  await page.save()
  expect(page.sent()).toEqual({ due: '2027-02-21' })
})

test('does not send an earlier date after half was deleted', async () => {
  const page = await open({ due: '2027-02-21' })
  await page.user.click(page.figure('month'))
  await page.user.keyboard('{Backspace}{Backspace}')
  await page.save()
  expect(page.getByText('Please enter a whole date: day, month and year')).toBeTruthy()
  expect(page.calls).toEqual([])
})

test('focuses the first missing figure', async () => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.keyboard('21')
  await page.save()
  await expect.poll(() => document.activeElement).toBe(page.figure('month'))
})

test('requires four digits of a year, and says so when the date is left', async () => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.keyboard('210227')
  expect(page.queryByText(/four digits/)).toBeNull()
  await page.user.tab()
  expect(await page.findByText('Please enter the year with four digits')).toBeTruthy()
})

test('does not send a day that does not exist, and reports it where it is corrected', async () => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.keyboard('31022027{Enter}')
  await page.user.tab()
  expect(await page.findByText('This month does not have that day, so it was changed to 28 Feb 2027.')).toBeTruthy()
  expect(page.calls).toEqual([])
  expect(await dateIn(page, 'Due')).toBe('28/02/2027')
})

test.each([
  ['2026-12-31', 'Please enter 1 Jan 2027 or a later date'],
  ['2028-01-01', 'Please enter 31 Dec 2027 or an earlier date'],
])('rejects %s, which is outside the bounds of the field', async (date, sentence) => {
  const page = await open({ min: '2027-01-01', max: '2027-12-31' })
  await typeDate(page.user, page, 'Due', date)
  await page.save()
  expect(page.getByText(sentence)).toBeTruthy()
  expect(page.calls).toEqual([])
})

test.each(['21/02/2027', '2027-02-21'])('accepts a pasted %s', async (text) => {
  const page = await open()
  await page.user.click(page.figure('day'))
  await page.user.paste(text)
  expect(await dateIn(page, 'Due')).toBe('21/02/2027')
})

test('ignores pasted text that is not a date, and loses nothing', async () => {
  const page = await open({ due: '2027-02-21' })
  await page.user.click(page.figure('day'))
  await page.user.paste('tomorrow')
  expect(page.getByText('What you pasted is not a date. Please enter day, month and year')).toBeTruthy()
  expect(await dateIn(page, 'Due')).toBe('21/02/2027')
})

test('clears a date, even half of one, and accepts another', async () => {
  const page = await open({ due: '2027-02-21' })
  await clearDate(page.user, page, 'Due')
  expect(await dateIn(page, 'Due')).toBe('dd/mm/yyyy')
  await waitFor(() => expect(document.activeElement).toBe(page.figure('day')))
  await page.user.keyboard('05')
  await clearDate(page.user, page, 'Due')
  expect(await dateIn(page, 'Due')).toBe('dd/mm/yyyy')
  expect(page.queryByRole('button', { name: 'Clear: Due' })).toBeNull()
  await page.save()
  expect(page.sent()).toEqual({})
})

test('focuses the first figure on a press on the label', async () => {
  const page = await open()
  await page.user.click(page.getByText('Due'))
  await waitFor(() => expect(document.activeElement).toBe(page.figure('day')))
})

test('chooses a date from the calendar', async () => {
  const page = await open({ due: '2027-02-21' })
  await page.user.click(page.getByRole('button', { name: 'Choose from a calendar: Due' }))
  const calendar = within(await screen.findByRole('dialog', { name: 'Choose from a calendar: Due' }))
  await page.user.selectOptions(calendar.getByLabelText('month'), 'March')
  await page.user.click(calendar.getByRole('button', { name: /15 March 2027/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await dateIn(page, 'Due')).toBe('15/03/2027')
})

const FromOutside = () => {
  const [day, setDay] = useState('')
  return (
    <>
      <DateField label="Due" value={day} onChange={setDay} />
      <Button onPress={() => setDay('2027-02-21')}>Set</Button>
    </>
  )
}

test('shows a date that is set from outside', async () => {
  const page = renderPage(<FromOutside />)
  await page.user.click(page.getByRole('button', { name: 'Set' }))
  expect(await dateIn(page, 'Due')).toBe('21/02/2027')
})
