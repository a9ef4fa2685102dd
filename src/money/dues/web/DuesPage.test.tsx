import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Due, duesApi, duesErrors } from '../dues.contract.ts'
import { DuesPage } from './DuesPage.tsx'

const due = (_id: string, name: string, more: Partial<Due> = {}, phone: string | null = '98765 43210'): Due => ({
  _id,
  student: { _id, name, email: `${_id}@example.org`, seatNumber: 4, slot: 'morning', profilePictureUrl: null, phone },
  owed: 2200,
  owedOfAge: 2200,
  since: addDays(today(), -103),
  lastReminder: null,
  ...more,
})
const listed = (items: Due[], more: Partial<Reply<typeof duesApi.list>> = {}) =>
  reply(duesApi.list, {
    items,
    nextCursor: null,
    total: items.length,
    owed: 2200 * items.length,
    deleted: { owed: 0, students: 0 },
    reminder: { template: 'Dear {name}, {amount} at {hall}. {upi}', hall: 'Saraswati Hall', upiId: 'hall@okbank' },
    ...more,
  })
const show = (replies: FakeReply[], at = '/fees/dues') => renderPage(<DuesPage />, { as: 'manager', at, replies })
const asked = ({ calls }: ReturnType<typeof show>) =>
  calls.filter(({ endpoint }) => endpoint === duesApi.list).map(({ received }) => received.query)
const noted = reply(duesApi.remind, { _id: 'r1', at: '2026-11-21T06:00:00.000Z', by: 'Mohan Rao', channel: 'whatsapp', owed: 2200 })

// jsdom goes nowhere.
beforeEach(() => document.addEventListener('click', stay))
afterEach(() => document.removeEventListener('click', stay))
const stay = (event: Event) => event.preventDefault()

test('a press opens WhatsApp with the text ready, and the reminder is noted', async () => {
  const page = show([listed([due('s1', 'आशा & Co')]), noted])
  const link = await screen.findByRole('link', { name: 'WhatsApp: आशा & Co' })
  const text = 'Dear आशा & Co, ₹2,200 at Saraswati Hall. UPI: hall@okbank'
  expect(link.getAttribute('href')).toBe(`https://wa.me/919876543210?text=${encodeURIComponent(text)}`)
  expect(link.getAttribute('target')).toBe('_blank')
  await page.user.click(link)
  await screen.findByText('Reminder noted for आशा & Co')
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.remind)?.received).toMatchObject({
    params: { id: 's1' },
    body: { channel: 'whatsapp' },
  })
})

test('who was reminded, how, when and by whom stands in the row', async () => {
  const lastReminder = { _id: 'r1', at: '2026-11-20T06:00:00.000Z', by: 'मीरा', channel: 'sms', owed: 2200 } as const
  show([listed([due('s1', 'Asha', { lastReminder }), due('s2', 'Bela', { since: addDays(today(), 3) })])])
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first as HTMLElement).getByText('SMS, by मीरा')).toBeTruthy()
  expect(within(first as HTMLElement).getByText('103 days')).toBeTruthy()
  expect([within(second as HTMLElement).getByText('Never'), within(second as HTMLElement).getByText('Not yet due')]).toBeTruthy()
})

test('a person who has no phone number is told in person', async () => {
  const page = show([listed([due('s1', 'Asha', {}, null)]), noted])
  await page.user.click(await screen.findByRole('button', { name: 'Told in person: Asha' }))
  expect([screen.getByText('No phone number'), screen.queryByRole('link', { name: /WhatsApp/ })]).toEqual([expect.anything(), null])
  await screen.findByText('Reminder noted for Asha')
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.remind)?.received.body).toEqual({ channel: 'other' })
})

test('a reminder that could not be noted is told, and the row is as it was', async () => {
  const page = show([listed([due('s1', 'Asha')]), reply(duesApi.remind, refuse(duesErrors.nothingOwed))])
  await page.user.click(await screen.findByRole('link', { name: 'WhatsApp: Asha' }))
  await screen.findByText('This student owes nothing any more.')
  await waitFor(() => expect(screen.getByText('Never')).toBeTruthy())
})

test('the age that a report counted is asked for, and what of the sum is of that age is said', async () => {
  const page = show([listed([due('s1', 'Asha', { owedOfAge: 700 })], { owed: 700 })], '/fees/dues?age=over-90')
  await screen.findByText('₹700 of it: Over 90 days')
  expect(screen.getByText('1 student owes ₹700')).toBeTruthy()
  expect(asked(page).at(-1)).toEqual({ limit: '50', age: 'over-90' })
  await page.user.click(screen.getByRole('switch', { name: 'Not reminded in the last 7 days' }))
  await waitFor(() => expect(asked(page).at(-1)).toEqual({ limit: '50', age: 'over-90', notReminded: 'true' }))
  expect(page.address()).toBe('/fees/dues?age=over-90&rested=true')
  await page.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(page.address()).toBe('/fees/dues')
})

test('a count of what is overdue leads to the people it counts', async () => {
  const page = show([listed([due('s1', 'Asha')])], '/fees/dues?age=overdue')
  await screen.findByText('Asha')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Due for' }).selectedOptions[0]?.textContent).toBe('Overdue')
  expect(asked(page).at(-1)).toEqual({ limit: '50', age: 'overdue' })
})

test('what deleted students owe is reached from the list, and nobody reminds them', async () => {
  const gone = { owed: 900, students: 1 }
  const page = show([
    reply(duesApi.list, ({ query }) => ({
      items: query.deleted ? [{ ...due('s9', ''), student: null }] : [due('s1', 'Asha')],
      nextCursor: null,
      total: 1,
      owed: query.deleted ? 900 : 2200,
      deleted: gone,
      reminder: { template: '', hall: '', upiId: '' },
    })),
  ])
  await page.user.click(await screen.findByRole('link', { name: 'Show them' }))
  await screen.findByText('Deleted user')
  expect(screen.queryAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Student', 'Owed', 'Since'])
})

test('where nobody owes anything, that is said', async () => {
  show([listed([])])
  expect(await screen.findByText('Nobody owes anything')).toBeTruthy()
  expect(screen.queryByText(/0 students/)).toBeNull()
})
