import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { dateIn, pasteDate } from '#web/testing/typeDate.ts'
import { type Announcement, announcementsApi } from '../announcements.contract.ts'
import { AnnouncementsPage } from './AnnouncementsPage.tsx'

const announcement = (title: string, more: Partial<Announcement> = {}): Announcement => ({
  _id: title.toLowerCase(),
  title,
  content: `About ${title}`,
  priority: 0,
  expiresAt: null,
  isActive: true,
  createdAt: '2026-11-20T20:00:00.000Z',
  ...more,
})

/** A server with these announcements. */
const board = (...announcements: Announcement[]) => {
  let kept = announcements
  const toggled = (id?: string) => kept.map((each) => (each._id === id ? { ...each, isActive: !each.isActive } : each))
  return [
    reply(announcementsApi.list, () => ({ items: kept, nextCursor: null })),
    reply(announcementsApi.toggle, ({ params }) => {
      kept = toggled(params.id)
      return kept.find(({ _id }) => _id === params.id) as Announcement
    }),
    reply(announcementsApi.create, ({ body }) => announcement(String(body.title))),
    reply(announcementsApi.update, ({ body }) => announcement(String(body.title))),
    reply(announcementsApi.remove, ({ params }) => {
      kept = kept.filter(({ _id }) => _id !== params.id)
      return undefined
    }),
  ]
}

const show = (replies: FakeReply[]) => renderPage(<AnnouncementsPage />, { as: 'admin', replies })
const sent = ({ calls }: ReturnType<typeof show>, endpoint: object) => calls.find((each) => each.endpoint === endpoint)?.received.body

test('shows an announcement with its priority, status and days in the hall’s time zone', async () => {
  show(board(announcement('Exams', { priority: 5, isActive: false, expiresAt: '2020-11-21T18:29:59.999Z' }), announcement('Open')))
  const [, exams, open] = await screen.findAllByRole('row')
  const cells = (row?: HTMLElement) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.replace(/^(Priority|Status|Expires|Created)/, ''))
  expect(cells(exams).slice(0, 5)).toEqual(['ExamsAbout Exams', '5', 'Inactive', '21 Nov 2020Expired', '21 Nov 2026'])
  expect(cells(open).slice(1, 4)).toEqual(['0', 'Active', 'Never'])
})

test('adds the first announcement from the empty page, with a counter that follows the text', async () => {
  const page = show(board())
  expect(await screen.findByText('No announcements yet')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Add First Announcement' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Add Announcement' }))
  expect([dialog.getByText('Title is required'), dialog.getByText('Content is required')]).toBeTruthy()
  await page.user.fill(dialog.getByLabelText('Title'), 'Exams')
  await page.user.fill(dialog.getByLabelText('Content'), 'शुभ 🔑')
  expect(dialog.getByText('5/1000 characters')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Add Announcement' }))
  expect(await screen.findByText('Announcement created successfully')).toBeTruthy()
  expect(sent(page, announcementsApi.create)).toEqual({ title: 'Exams', content: 'शुभ 🔑', priority: 0, expiresAt: null })
})

test('a change sends the whole announcement and keeps the instant of an unchanged day', async () => {
  const page = show(board(announcement('Exams', { expiresAt: '2026-11-21T10:00:00.000Z' })))
  await page.user.click(await screen.findByRole('button', { name: 'Edit Exams' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dateIn(dialog, 'Expires On')).toBe('21/11/2026')
  await page.user.clear(dialog.getByLabelText('Priority'))
  await page.user.type(dialog.getByLabelText('Priority'), '9')
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Announcement updated successfully')).toBeTruthy()
  expect(sent(page, announcementsApi.update)).toEqual({
    title: 'Exams',
    content: 'About Exams',
    priority: 9,
    expiresAt: '2026-11-21T10:00:00.000Z',
  })
})

test('reports a blank priority at its field', async () => {
  const page = show(board(announcement('Exams', { priority: 5 })))
  const message = 'Priority must be a number from 0 to 10'
  const told = (name: string) => screen.findByRole('spinbutton', { name, description: new RegExp(message) })
  await page.user.click(await screen.findByRole('button', { name: 'Edit Exams' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.clear(dialog.getByLabelText('Priority'))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(document.activeElement).toBe(await told('Priority')))
  expect(sent(page, announcementsApi.update)).toBeUndefined()
})

test('changes the status optimistically', async () => {
  const { user } = show([...board(announcement('Exams')), reply(announcementsApi.toggle, async () => new Promise<Announcement>(() => {}))])
  await user.click(await screen.findByRole('button', { name: 'Deactivate Exams' }))
  expect(await screen.findByText('Inactive')).toBeTruthy()
})

test('reverts a status that the server rejects, with the error text', async () => {
  const { user } = show([...board(announcement('Exams')), reply(announcementsApi.toggle, refuse(commonErrors.conflict))])
  await user.click(await screen.findByRole('button', { name: 'Deactivate Exams' }))
  expect(await screen.findByText(commonErrors.conflict.message)).toBeTruthy()
  expect(screen.getByText('Active')).toBeTruthy()
})

test('deletes an announcement after a confirmation', async () => {
  const { user } = show(board(announcement('Exams')))
  await user.click(await screen.findByRole('button', { name: 'Delete Exams' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Are you sure you want to delete this announcement?')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Announcement deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('No announcements yet')).toBeTruthy())
})

test('shows the matching error text for a failed load or save', async () => {
  const blank = { ...commonErrors.internal, message: '' }
  const { user } = show([...board(announcement('Exams')), reply(announcementsApi.update, refuse(blank))])
  await user.click(await screen.findByRole('button', { name: 'Edit Exams' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save announcement')).toBeTruthy()
})

test('rejects a new announcement that expired before today', async () => {
  const page = show(board())
  await page.user.click(await screen.findByRole('button', { name: 'Add First Announcement' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.fill(dialog.getByLabelText(/^Title/), 'Exams')
  await page.user.fill(dialog.getByLabelText(/^Content/), 'Open all night')
  await pasteDate(page.user, dialog, /^Expires/, '2020-01-01')
  await page.user.click(dialog.getByRole('button', { name: 'Add Announcement' }))
  expect(await dialog.findByText(/^Please enter .* or a later date$/)).toBeTruthy()
  expect(sent(page, announcementsApi.create)).toBeUndefined()
})
