import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { twelveMonths } from '#money/fees/web/testing/months.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { PersonPanel } from '#people/users/web/panel/PersonPanel.tsx'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Due, duesApi, duesErrors } from '../dues.contract.ts'
import { DuesPage } from './DuesPage.tsx'
import { ReminderRunScreen } from './dueScreens.ts'

const due = (_id: string, name: string, more: Partial<Due> = {}, phone: string | null = '98765 43210'): Due => ({
  _id,
  student: { _id, name, email: `${_id}@example.org`, seatNumber: 4, slot: 'morning', profilePictureUrl: null, phone },
  owed: 2200,
  owedOfAge: 2200,
  since: addDays(today(), -103),
  months: twelveMonths,
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

// The page loads it once a student is chosen, and here that is done before.
await ReminderRunScreen.load()

test('shows the last twelve months of each student in the row, which does not open on a press there', async () => {
  const page = show([listed([due('asha', 'Asha Rao')])])
  const strip = await screen.findByRole('slider', { name: 'Fees of twelve months' })
  expect(strip.getAttribute('aria-valuetext')).toBe('Nov 2026: ₹1,000 due')
  await page.user.click(strip)
  expect(page.address()).toBe('/fees/dues')
})

// jsdom cannot navigate.
beforeEach(() => document.addEventListener('click', stay))
afterEach(() => document.removeEventListener('click', stay))
const stay = (event: Event) => event.target instanceof Element && event.target.closest('a') && event.preventDefault()

test('opens WhatsApp with the text filled in, and records the reminder', async () => {
  const page = show([listed([due('s1', 'आशा & Co')]), noted])
  const link = await screen.findByRole('link', { name: 'WhatsApp: आशा & Co' })
  const text = 'Dear आशा & Co, ₹2,200 at Saraswati Hall. UPI: hall@okbank'
  expect(link.getAttribute('href')).toBe(`https://wa.me/919876543210?text=${encodeURIComponent(text)}`)
  expect(link.getAttribute('target')).toBe('_blank')
  await page.user.click(link)
  await screen.findByText('WhatsApp opened: आशा & Co')
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.remind)?.received).toMatchObject({
    params: { id: 's1' },
    body: { channel: 'whatsapp' },
  })
})

test('shows in the row who was reminded, how, when and by whom', async () => {
  const lastReminder = { _id: 'r1', at: '2026-11-20T06:00:00.000Z', by: 'मीरा', channel: 'sms', owed: 2200 } as const
  show([listed([due('s1', 'Asha', { lastReminder }), due('s2', 'Bela', { since: addDays(today(), 3) })])])
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first as HTMLElement).getByText('SMS opened, by मीरा')).toBeTruthy()
  expect(within(first as HTMLElement).getByText('103 days')).toBeTruthy()
  expect([within(second as HTMLElement).getByText('Never'), within(second as HTMLElement).getByText('Not yet due')]).toBeTruthy()
})

test('offers only a reminder in person without a phone number', async () => {
  const page = show([listed([due('s1', 'Asha', {}, null)]), noted])
  await page.user.click(await screen.findByRole('button', { name: 'Told in person: Asha' }))
  expect([screen.getByText('No phone number'), screen.queryByRole('link', { name: /WhatsApp/ })]).toEqual([expect.anything(), null])
  await screen.findByText('Told in person: Asha')
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.remind)?.received.body).toEqual({ channel: 'other' })
})

test('reports a reminder that could not be saved, and restores the row', async () => {
  const page = show([listed([due('s1', 'Asha')]), reply(duesApi.remind, refuse(duesErrors.nothingOwed))])
  await page.user.click(await screen.findByRole('link', { name: 'WhatsApp: Asha' }))
  await screen.findByText('This student owes nothing any more.')
  await waitFor(() => expect(screen.getByText('Never')).toBeTruthy())
})

test('requests the age that a report links to, and shows the part of the total of that age', async () => {
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

test('shows the people behind a count of overdue fees', async () => {
  const page = show([listed([due('s1', 'Asha')])], '/fees/dues?age=overdue')
  await screen.findByText('Asha')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Due for' }).selectedOptions[0]?.textContent).toBe('Overdue')
  expect(asked(page).at(-1)).toEqual({ limit: '50', age: 'overdue' })
})

test('links to the dues of deleted students, who cannot be reminded', async () => {
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
  expect(screen.queryAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Student',
    'Last 12 months',
    'Owed',
    'Since',
  ])
})

test('says so if there are no dues', async () => {
  show([listed([])])
  expect(await screen.findByText('Nobody owes anything')).toBeTruthy()
  expect(screen.queryByText(/0 students/)).toBeNull()
})

/** Records the arguments of `window.open`. */
const watchWindows = (isBlocked = false) => {
  const opened: [url: string, name: string][] = []
  vi.spyOn(window, 'open').mockImplementation((url, name) => {
    opened.push([String(url), String(name)])
    return isBlocked ? null : ({ focus: () => {} } as Window)
  })
  return opened
}
const reminders = reply(duesApi.remind, ({ params }) => ({
  ...{ _id: `r-${params.id}`, at: new Date().toISOString(), by: 'Mohan Rao', channel: 'whatsapp' as const, owed: 2200 },
}))
const remindedIds = ({ calls }: ReturnType<typeof show>) =>
  calls.filter(({ endpoint }) => endpoint === duesApi.remind).map(({ received }) => received.params.id)

test('opens the message of each selected student in the same window on Next, and skips students without a phone', async () => {
  const opened = watchWindows()
  const page = show([listed([due('s1', 'आशा'), due('s2', 'Bela', {}, '12345'), due('s3', 'Chand', {}, '91234 56780')]), reminders])
  for (const name of ['आशा', 'Bela', 'Chand']) await page.user.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  const bar = within(screen.getByRole('region', { name: 'Chosen students' }))
  expect(bar.getByText('3 students chosen')).toBeTruthy()
  await page.user.click(bar.getByRole('button', { name: 'Remind by WhatsApp' }))
  const run = within(await screen.findByRole('dialog'))
  expect([
    run.getByText('1 student has no ten-digit phone number and is skipped.'),
    run.getByText('Skipped: no ten-digit phone number'),
  ]).toBeTruthy()
  await page.user.click(run.getByRole('button', { name: 'Next: आशा (1 of 2)' }))
  await run.findByText('Opened')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(run.getAllByText('Opened')).toHaveLength(2))
  expect(run.queryByRole('button', { name: /^Next/ })).toBeNull()
  expect(opened.map(([url, name]) => [url.slice(0, 29), name])).toEqual([
    ['https://wa.me/919876543210?te', 'carrel-whatsapp'],
    ['https://wa.me/919123456780?te', 'carrel-whatsapp'],
  ])
  expect(remindedIds(page)).toEqual(['s1', 's3'])
  await page.user.click(run.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen students' })).toBeNull())
})

test('deletes a reminder that was not sent, and can open the message again', async () => {
  watchWindows()
  const page = show([listed([due('s1', 'Asha'), due('s2', 'Bela')]), reminders, reply(duesApi.takeBack, undefined)])
  for (const name of ['Asha', 'Bela']) await page.user.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  await page.user.click(screen.getByRole('button', { name: 'Remind by WhatsApp' }))
  const run = within(await screen.findByRole('dialog'))
  await page.user.click(run.getByRole('button', { name: 'Next: Asha (1 of 2)' }))
  await page.user.click(await run.findByRole('button', { name: 'Not sent: Asha' }))
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.takeBack)?.received.params).toEqual({ id: 'r-s1' })
  await page.user.click(await run.findByRole('button', { name: 'Open again: Asha' }))
  await run.findByText('Opened')
  expect(remindedIds(page)).toEqual(['s1', 's1'])
  await page.user.click(run.getByRole('button', { name: 'Done' }))
  expect(await screen.findAllByText('1 student chosen')).toHaveLength(2)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Bela' }).checked).toBe(true)
})

test('records no reminder if the browser blocks the window', async () => {
  watchWindows(true)
  const page = show([listed([due('s1', 'Asha')])])
  await page.user.click(await screen.findByRole('checkbox', { name: 'Choose Asha' }))
  await page.user.click(screen.getByRole('button', { name: 'Remind by WhatsApp' }))
  await page.user.click(await screen.findByRole('button', { name: 'Next: Asha (1 of 1)' }))
  expect(await screen.findByText(/^The browser blocked the WhatsApp window/)).toBeTruthy()
  expect([remindedIds(page), screen.getByText('Waiting')]).toEqual([[], expect.anything()])
})

test('shows a rejected reminder in its row', async () => {
  watchWindows()
  const page = show([listed([due('s1', 'Asha')]), reply(duesApi.remind, refuse(duesErrors.nothingOwed))])
  await page.user.click(await screen.findByRole('checkbox', { name: 'Choose Asha' }))
  await page.user.click(screen.getByRole('button', { name: 'Remind by WhatsApp' }))
  const run = within(await screen.findByRole('dialog'))
  await page.user.click(run.getByRole('button', { name: 'Next: Asha (1 of 1)' }))
  expect(await run.findByText(duesErrors.nothingOwed.message)).toBeTruthy()
})

test('selects ten with one press, without those reminded lately, and no more than ten', async () => {
  const lastReminder = { _id: 'r1', at: new Date().toISOString(), by: 'Meera', channel: 'sms', owed: 2200 } as const
  const many = Array.from({ length: 14 }, (_, n) =>
    due(`s${n}`, `Student ${n}`, n === 1 ? { lastReminder } : {}, n === 2 ? null : undefined),
  )
  const page = show([listed(many)])
  await page.user.click(await screen.findByRole('button', { name: 'Choose the next 10' }))
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose Student/ }).flatMap(({ checked }, n) => (checked ? [n] : []))
  expect(chosen()).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await page.user.click(screen.getByRole('checkbox', { name: 'Choose Student 13' }))
  expect(await screen.findByText('You can choose up to 10 students at a time.')).toBeTruthy()
  expect(chosen()).toHaveLength(10)
})

test('deletes a reminder of today in the list, but not an earlier one', async () => {
  const of = (_id: string, at: string) => ({ _id, at, by: 'Meera', channel: 'whatsapp', owed: 2200 }) as const
  const page = show([
    listed([
      due('s1', 'Asha', { lastReminder: of('r1', new Date().toISOString()) }),
      due('s2', 'Bela', { lastReminder: of('r2', '2026-01-05T06:00:00.000Z') }),
    ]),
    reply(duesApi.takeBack, undefined),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Not sent: Asha' }))
  expect(await screen.findByText('The reminder of Asha was taken back')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Not sent: Bela' })).toBeNull()
  expect(page.calls.find(({ endpoint }) => endpoint === duesApi.takeBack)?.received.params).toEqual({ id: 'r1' })
})

test('opens the panel of a student by keyboard, and returns to the row on Escape', async () => {
  const asha = person({ _id: 's1', name: 'Asha' })
  const page = renderPage(
    <>
      <DuesPage />
      <PersonPanel />
    </>,
    { as: 'manager', at: '/fees/dues', replies: [listed([due('s1', 'Asha'), due('s2', 'Bela')]), reply(usersApi.profile, asha)] },
  )
  const name = await screen.findByRole('link', { name: 'Asha' })
  name.focus()
  await page.user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: 'Asha' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(page.address()).toBe('/fees/dues?person=s1')
  expect(name.closest('tr')?.getAttribute('aria-current')).toBe('true')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/fees/dues'))
  expect(document.activeElement).toBe(name)
})
