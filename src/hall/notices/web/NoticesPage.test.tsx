import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { clearDate, dateIn, pasteDate } from '#web/testing/typeDate.ts'
import { noticesApi } from '../notices.contract.ts'
import { type NoticePerson, noticeErrors } from '../notices.shapes.contract.ts'
import { NoticesPage } from './NoticesPage.tsx'
import { listOf, managed } from './testing/notices.ts'

const person = (name: string, more: Partial<NoticePerson> = {}): NoticePerson => ({
  _id: name,
  name,
  email: `${name.toLowerCase()}@example.org`,
  role: 'student',
  slot: null,
  seatNumber: null,
  terminationDate: null,
  ...more,
})

const asha = person('Asha', { slot: 'morning', seatNumber: 7 })
const open = (...replies: FakeReply[]) =>
  renderPage(<NoticesPage />, {
    as: 'manager',
    replies: [reply(noticesApi.all, listOf(managed('Holiday', { priority: 9, readCount: 3 }))), ...replies],
  })

const sent = (page: ReturnType<typeof open>, endpoint: FakeReply['endpoint']) =>
  page.calls.find((each) => each.endpoint === endpoint)?.received.body

test('lists the type, recipients and number of readers of each notice', async () => {
  const targetUsers = [{ _id: 'a', name: 'Asha', email: 'asha@example.org' }]
  const page = open(
    reply(
      noticesApi.all,
      listOf(
        managed('Holiday', {
          priority: 8,
          status: 'scheduled',
          publishAt: '2026-11-21T18:30:00.000Z',
          expiresAt: '2026-11-30T18:29:59.999Z',
        }),
        managed('Tea', { priority: 4, status: 'expired', targetAllUsers: false, targetUsers, type: 'marquee' }),
        managed('Fans', { status: 'inactive', isActive: false }),
      ),
    ),
  )
  await page.findByText('3 notices')
  const row = (name: string) => within(page.getByRole('row', { name: new RegExp(name) }))
  for (const text of ['Scheduled', 'High', 'Everyone', 'From 22 Nov 2026', 'Until 30 Nov 2026'])
    expect(row('Holiday').getByText(text)).toBeTruthy()
  for (const text of ['Expired', 'Low', '1 person', 'Marquee', 'No expiry']) expect(row('Tea').getByText(text)).toBeTruthy()
  for (const text of ['Inactive', 'Medium']) expect(row('Fans').getByText(text)).toBeTruthy()
})

test('creates a notice for everyone without sending an empty date', async () => {
  const page = open(reply(noticesApi.create, managed('Closed')))
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  for (const text of ['Title is required', 'Content is required']) expect(await form.findByText(text)).toBeTruthy()
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await page.user.selectOptions(form.getByLabelText('Priority'), '8')
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await page.findByText('Notice saved.')).toBeTruthy()
  expect(sent(page, noticesApi.create)).toEqual({
    title: 'Closed',
    content: 'On Monday',
    type: 'banner',
    priority: '8',
    isActive: 'true',
    targetAllUsers: 'true',
    targetUsers: '[]',
  })
  expect(page.queryByRole('dialog')).toBeNull()
})

test('rejects a new notice that expired before today', async () => {
  const page = open()
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await pasteDate(page.user, form, 'Expires on', '2020-01-01')
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await form.findByText(/^Please enter .* or a later date$/)).toBeTruthy()
  expect(sent(page, noticesApi.create)).toBeUndefined()
})

test('chooses people by shift and individually, and sends their ids', async () => {
  const page = open(
    reply(noticesApi.people, ({ query }) => ({ ...listOf(...(query.slot ? [asha, person('Ravi')] : [asha, person('Zoya')])), total: 2 })),
    reply(noticesApi.create, managed('Closed')),
  )
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await page.user.click(form.getByRole('switch', { name: 'For everyone' }))
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await form.findByText('Please choose at least one person, or everyone')).toBeTruthy()
  await page.user.click(form.getByRole('button', { name: 'Morning shift' }))
  expect(await form.findByText('2 people added')).toBeTruthy()
  await page.user.click(await form.findByRole('checkbox', { name: /Zoya/ }))
  expect(form.getByText('3 people chosen')).toBeTruthy()
  await page.user.click(form.getByRole('button', { name: 'Remove Ravi' }))
  await page.user.type(form.getByRole('searchbox'), 'as{Enter}')
  expect(page.calls.some(({ endpoint }) => endpoint === noticesApi.create)).toBe(false)
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await page.findByText('Notice saved.')).toBeTruthy()
  expect(sent(page, noticesApi.create)).toMatchObject({ targetAllUsers: 'false', targetUsers: JSON.stringify(['Asha', 'Zoya']) })
})

test('a notice changed to everyone names no people', async () => {
  const page = open(reply(noticesApi.people, { ...listOf(asha), total: 1 }), reply(noticesApi.create, managed('Closed')))
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await page.user.click(form.getByRole('switch', { name: 'For everyone' }))
  await page.user.click(await form.findByRole('checkbox', { name: /Asha/ }))
  await page.user.click(form.getByRole('switch', { name: 'For everyone' }))
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await page.findByText('Notice saved.')).toBeTruthy()
  expect(sent(page, noticesApi.create)).toMatchObject({ targetAllUsers: 'true', targetUsers: '[]' })
})

test('loads people again in the form after a failure, without a message over the page', async () => {
  let calls = 0
  const page = open(
    reply(noticesApi.people, () => {
      calls += 1
      return calls === 1 ? refuse(commonErrors.notAllowed) : { ...listOf(asha), total: 1 }
    }),
  )
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.click(form.getByRole('switch', { name: 'For everyone' }))
  await page.user.click(await form.findByRole('button', { name: 'Try again' }))
  expect(await form.findByRole('checkbox', { name: /Asha/ })).toBeTruthy()
  expect(page.queryByText(commonErrors.notAllowed.message)).toBeNull()
})

test('asks before closing a notice whose recipients were changed', async () => {
  const targetUsers = [{ _id: 'Ravi', name: 'Ravi', email: 'ravi@example.org' }]
  const page = open(
    reply(noticesApi.all, listOf(managed('Tea', { targetAllUsers: false, targetUsers }))),
    reply(noticesApi.people, { ...listOf(asha), total: 1 }),
  )
  await page.user.click(await page.findByRole('button', { name: 'Edit Tea' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.click(await form.findByRole('checkbox', { name: /Asha/ }))
  await page.user.keyboard('{Escape}')
  await page.findByRole('alertdialog', { name: 'Discard your changes?' })
  await page.user.click(page.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(form.getByText('2 people chosen')).toBeTruthy()
})

test('sends only changed fields and an emptied date as empty, and may show the notice again', async () => {
  const page = open(
    reply(noticesApi.all, listOf(managed('Holiday', { expiresAt: '2026-11-30T18:29:59.999Z', publishAt: '2026-11-20T18:30:00.000Z' }))),
    reply(noticesApi.update, managed('Holiday')),
  )
  await page.user.click(await page.findByRole('button', { name: 'Edit Holiday' }))
  const form = within(await page.findByRole('dialog'))
  expect(await dateIn(form, 'Publish on')).toBe('21/11/2026')
  await clearDate(page.user, form, 'Expires on')
  await page.user.click(form.getByRole('switch', { name: 'Show it again to those who have read it' }))
  await page.user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(sent(page, noticesApi.update)).toEqual({ expiresAt: '', showAgain: 'true' })
})

test('a notice whose people are all deleted can still be changed', async () => {
  const orphan = managed('Seat 7', { targetAllUsers: false })
  const page = open(
    reply(noticesApi.all, listOf(orphan)),
    reply(noticesApi.people, { ...listOf(asha), total: 1 }),
    reply(noticesApi.update, orphan),
  )
  await page.user.click(await page.findByRole('button', { name: 'Edit Seat 7' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.click(form.getByRole('switch', { name: 'Active' }))
  await page.user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent(page, noticesApi.update)).toEqual({ isActive: 'false' }))
})

test('reports a file of another type at once, and one that the server rejects in the form', async () => {
  const page = open(
    reply(noticesApi.create, refuse(noticeErrors.wrongAttachment, { fields: { attachment: noticeErrors.wrongAttachment.message } })),
  )
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  const picker = form.getByLabelText('Attachment')
  const { user } = page
  await user.upload(picker, new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
  await user.fill(form.getByLabelText(/^Title/), 'Closed')
  await user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await form.findByText('Please select a picture or a PDF')).toBeTruthy()
})

test('shows the specified error text for a failed save if the server sends none', async () => {
  const page = open(reply(noticesApi.create, unreachable))
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog'))
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  expect(await form.findByText(/^Failed to save notice\./)).toBeTruthy()
})

test('deletes a notice after a confirmation, and shows it again if that fails', async () => {
  const page = open(reply(noticesApi.remove, refuse(commonErrors.conflict)))
  await page.user.click(await page.findByRole('button', { name: 'Delete Holiday' }))
  expect(await page.findByText(/delete "Holiday"/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Delete' }))
  expect(await page.findByText(commonErrors.conflict.message)).toBeTruthy()
  expect(await page.findByText('1 notice')).toBeTruthy()
})

test('the count opens the list of people who have read it and who have not', async () => {
  const reader = { _id: 'a', name: 'Asha', email: 'asha@example.org', readAt: '2026-11-21T05:30:00.000Z' }
  const page = open(
    reply(noticesApi.readers, ({ query }) => ({
      items: query.state === 'unread' ? [{ ...reader, _id: 'r', name: 'Ravi', readAt: null }] : [reader],
      nextCursor: null,
      readCount: 1,
      unreadCount: 1,
    })),
  )
  await page.user.click(await page.findByRole('button', { name: 'Show who has read Holiday: 3 people' }))
  const dialog = within(await page.findByRole('dialog'))
  expect(await dialog.findByText('Asha')).toBeTruthy()
  await page.user.click(dialog.getByRole('tab', { name: 'Not read (1)' }))
  expect(await dialog.findByText('Ravi')).toBeTruthy()
})

test('shows no count if the readers cannot be loaded', async () => {
  const page = open(reply(noticesApi.readers, refuse(commonErrors.notAllowed, { message: '' })))
  await page.user.click(await page.findByRole('button', { name: 'Show who has read Holiday: 3 people' }))
  const dialog = within(await page.findByRole('dialog'))
  expect(await dialog.findByText('Failed to load the readers')).toBeTruthy()
  expect(dialog.getByRole('tab', { name: 'Read (3)' })).toBeTruthy()
  expect(dialog.getByRole('tab', { name: 'Not read' })).toBeTruthy()
})

test('says "No notices" without any', async () => {
  expect(await open(reply(noticesApi.all, listOf())).findByText('No notices')).toBeTruthy()
})

test('a failed load shows an error and can be retried', async () => {
  const page = open(reply(noticesApi.all, refuse(commonErrors.notAllowed, { message: '' })))
  expect(await page.findByText('Failed to load notices')).toBeTruthy()
  expect(page.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
