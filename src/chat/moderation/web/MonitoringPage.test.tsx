import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { groupsApi } from '#chat/groups/groups.contract.ts'
import { loadGroupDialogs } from '#chat/groups/web/groupScreens.ts'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { pasteDate } from '#web/testing/typeDate.ts'
import { moderationApi } from '../moderation.contract.ts'
import type { FlaggedMessage, MonitoredMessage } from '../moderation.shapes.contract.ts'
import { MonitoringPage } from './MonitoringPage.tsx'
import { conversation, flaggedMessage, flagOf, message, noFlag, report, stopOf } from './testing/samples.ts'

// A component that suspends while a test renders it would never resume.
beforeAll(loadGroupDialogs)

let isNarrow = false
beforeEach(() => {
  isNarrow = false
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }))
})

const physics = conversation('Physics', { flaggedCount: 1, reportCount: 2 })
const pair = conversation('Asha & Binod', { type: 'private' })

const hall = (messages: MonitoredMessage[] = [message('Hello')], flagged: FlaggedMessage[] = []): FakeReply[] => [
  reply(moderationApi.conversations, ({ query }) => ({
    items: [physics, pair].filter(({ type, name }) => (!query.type || type === query.type) && name.includes(query.search ?? '')),
    nextCursor: null,
  })),
  reply(moderationApi.conversation, ({ params }) => (params.id === physics._id ? physics : pair)),
  reply(moderationApi.messages, { items: messages, page: 1, hasMore: false }),
  reply(moderationApi.flagged, { items: flagged, nextCursor: null, total: flagged.length }),
  reply(moderationApi.stops, { items: [], nextCursor: null }),
]
const show = (replies: FakeReply[], at = '/chat-monitoring', as: 'admin' | 'superadmin' = 'admin') =>
  renderPage(<MonitoringPage />, { as, at, replies })
const callsOf = ({ calls }: ReturnType<typeof show>, endpoint: object) =>
  calls.filter((one) => one.endpoint === endpoint).map(({ received }) => received)

test('lists conversations with counts of flags and reports, and searches and filters them by type', async () => {
  const page = show(hall())
  const list = await screen.findByRole('list', { name: 'Conversations' })
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    expect.stringMatching(/Physics.*No messages yet.*Group.*1 flagged.*2 reported/),
    expect.stringMatching(/Asha & Binod.*Private/),
  ])
  expect(screen.getByText('Select a conversation')).toBeTruthy()
  expect(screen.getByText('Opening or exporting a conversation is recorded with your name.')).toBeTruthy()
  await page.user.selectOptions(screen.getByLabelText('Type'), 'Private')
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(1))
  expect(within(list).getByRole('link').textContent).toMatch(/Asha & Binod.*Private/)
  await page.user.fill(screen.getByLabelText('Search conversations by name'), 'nobody')
  expect(await screen.findByText('No conversations found')).toBeTruthy()
  expect(page.address()).toBe('/chat-monitoring?type=private&q=nobody')
})

test('fetches an open conversation once despite changes, and again on a press', async () => {
  const page = show([...hall(), reply(moderationApi.flag, message('Hello', { flagged: flagOf('Anita Singh', 'Rude') }))])
  await page.user.click(await screen.findByRole('link', { name: /Physics/ }))
  expect(page.address()).toBe('/chat-monitoring?c=physics')
  const log = within(await screen.findByRole('region', { name: 'Messages of Physics' }))
  expect(log.getByRole('link', { name: 'Binod' }).getAttribute('href')).toMatch(/^\/chat-monitoring\?c=physics&person=/)
  expect(log.getByText('Student')).toBeTruthy()
  await page.user.click(log.getByRole('button', { name: 'Flag message from Binod' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag Message' }))
  await page.user.fill(dialog.getByLabelText('Reason'), 'Rude')
  await page.user.click(dialog.getByRole('button', { name: 'Flag' }))
  expect(await screen.findByText('Message flagged')).toBeTruthy()
  expect(log.getByText(/^Flagged by Anita Singh.*: Rude$/)).toBeTruthy()
  expect(callsOf(page, moderationApi.flag)[0]?.body).toEqual({ flag: true, reason: 'Rude' })
  expect(callsOf(page, moderationApi.messages)).toHaveLength(1)
  await page.user.click(screen.getByRole('button', { name: 'Refresh messages' }))
  await waitFor(() => expect(callsOf(page, moderationApi.messages)).toHaveLength(2))
})

test('loads older messages before the existing ones', async () => {
  const page = show(
    [
      ...hall(),
      reply(moderationApi.messages, ({ query }) =>
        query.before
          ? { items: [message('Older', { seq: 1 })], hasMore: false }
          : { items: [message('Newer', { seq: 2 })], page: 1, hasMore: true },
      ),
    ],
    '/chat-monitoring?c=physics',
  )
  await page.user.click(await screen.findByRole('button', { name: 'Show older messages' }))
  expect(await screen.findByText('This is where the conversation begins.')).toBeTruthy()
  expect(screen.getAllByRole('article').map((one) => one.textContent)).toEqual([
    expect.stringContaining('Older'),
    expect.stringContaining('Newer'),
  ])
  expect(callsOf(page, moderationApi.messages)[1]?.query).toEqual({ before: '2' })
})

test('shows edits, and the stored content of a deleted message', async () => {
  const edited = message('Good words', {
    isEdited: true,
    versions: [{ content: 'Bad words', writtenBy: { _id: 'binod', name: 'Binod' }, replacedAt: '2026-11-22T05:31:00.000Z' }],
  })
  const deleted = { isDeleted: true, deletedAt: '2026-11-22T05:32:00.000Z', deletedBy: { _id: 'binod', name: 'Binod' } }
  const kept = message('Spam', { ...deleted, flagged: flagOf('Anita Singh') })
  const { user } = show(hall([edited, kept, message(null, deleted)]), '/chat-monitoring?c=physics')
  const [first, second, third] = await screen.findAllByRole('article')
  const inside = (article?: HTMLElement) => within(article as HTMLElement)
  await user.click(inside(first).getByRole('button', { name: 'Show 1 earlier version' }))
  expect(inside(first).getByText('Bad words')).toBeTruthy()
  expect([inside(second).getByText('Spam'), inside(second).getByText('Kept as evidence')]).toBeTruthy()
  expect(inside(third).getByText(/^Deleted by Binod/)).toBeTruthy()
  expect(inside(third).queryByRole('button', { name: /Flag message/ })).toBeNull()
})

test('retries a conversation that failed to load', async () => {
  let isDown = true
  const { user } = show(
    [
      ...hall(),
      reply(moderationApi.messages, () =>
        isDown ? refuse({ ...commonErrors.internal, message: '' }) : { items: [message('Hello')], page: 1, hasMore: false },
      ),
    ],
    '/chat-monitoring?c=physics',
  )
  expect(await screen.findByText('Failed to load messages')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello')).toBeTruthy()
})

test('shows who flagged a message, why and when, and asks before unflagging', async () => {
  let kept = [
    flaggedMessage('Rude', { flagged: flagOf('Anita Singh', 'Insults') }),
    flaggedMessage('Spam', { flagged: flagOf('Sunil Kumar') }),
  ]
  const page = show(
    [
      ...hall(),
      reply(moderationApi.flagged, () => ({ items: kept, nextCursor: null, total: kept.length })),
      reply(moderationApi.flag, () => {
        kept = kept.slice(1)
        return message('Rude')
      }),
    ],
    '/chat-monitoring?tab=flagged',
  )
  expect(await screen.findByRole('tab', { name: 'Flagged Messages (2)' })).toBeTruthy()
  const [rude, spam] = await screen.findAllByRole('article')
  expect(rude?.textContent).toMatch(/Binod.*Student.*In Physics.*Rude.*Flagged byAnita Singh.*ReasonInsults.*Flagged at22 Nov 2026/)
  expect(spam?.textContent).toContain('ReasonNo reason provided')
  await page.user.click(within(rude as HTMLElement).getByRole('button', { name: 'Unflag message from Binod' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unflag' }))
  expect(await screen.findByRole('tab', { name: 'Flagged Messages (1)' })).toBeTruthy()
  expect(callsOf(page, moderationApi.flag)[0]).toMatchObject({ params: { id: 'm-Rude' }, body: { flag: false } })
})

test('says that there are no flagged messages', async () => {
  show(hall(), '/chat-monitoring?tab=flagged')
  expect(await screen.findByText('No flagged messages')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Flagged Messages (0)' })).toBeTruthy()
})

test('upholds a report, dismisses it, or upholds it and deletes the message', async () => {
  const reported = flaggedMessage('Rude', { flagged: noFlag, reports: [report('Asha', { reason: 'Insults me' }), report('Chitra')] })
  const page = show(
    [...hall([], [reported]), reply(moderationApi.decide, ({ body }) => report('Asha', { outcome: body.outcome as 'upheld' }))],
    '/chat-monitoring?tab=flagged',
  )
  const item = within(await screen.findByRole('article'))
  expect(item.getByText('Reported by 2')).toBeTruthy()
  expect([item.getByText('Insults me'), item.getByText('No reason provided')]).toBeTruthy()
  for (const name of ['Accept report', 'Dismiss', 'Accept report and delete message'])
    await page.user.click(item.getByRole('button', { name: `${name}: message from Binod` }))
  await waitFor(() => expect(callsOf(page, moderationApi.decide)).toHaveLength(3))
  expect(callsOf(page, moderationApi.decide).map(({ params, body }) => [params.id, body])).toEqual([
    ['r-Asha', { outcome: 'upheld' }],
    ['r-Asha', { outcome: 'dismissed' }],
    ['r-Asha', { outcome: 'upheld', deleteMessage: true }],
  ])
})

test('bans a person until a day, and ends the ban', async () => {
  const page = show(
    [
      ...hall([], [flaggedMessage('Rude', { flagged: flagOf('Anita Singh') })]),
      reply(moderationApi.stop, { ...stopOf('Binod'), deletedMessages: 3 }),
      reply(moderationApi.stops, { items: [stopOf('Chitra')], nextCursor: null }),
      reply(moderationApi.endStop, undefined),
    ],
    '/chat-monitoring?tab=flagged',
  )
  await page.user.click(await screen.findByRole('button', { name: 'Ban Binod from writing' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText('Their messages'), 'Delete messages of the last 24 hours')
  await pasteDate(page.user, dialog, 'Until the end of', '2026-12-24')
  await page.user.click(dialog.getByRole('button', { name: 'Ban' }))
  expect(await screen.findByText('Binod can no longer write; 3 messages deleted')).toBeTruthy()
  expect(callsOf(page, moderationApi.stop)[0]).toMatchObject({ params: { id: 'binod' }, body: { until: '2026-12-24', deleteHours: '24' } })
  await page.user.click(screen.getByRole('button', { name: 'End ban of Chitra' }))
  expect(await screen.findByText('Chitra can write again')).toBeTruthy()
})

test('offers banning staff of a higher role only to superadmins', async () => {
  const byAdmin = flaggedMessage('Hello', {
    flagged: flagOf('Anita Singh'),
    sender: { _id: 'other', name: 'Omar', role: 'admin', profilePicture: null },
  })
  const first = show(hall([], [byAdmin]), '/chat-monitoring?tab=flagged')
  expect(await screen.findByRole('button', { name: 'Unflag message from Omar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ban Omar from writing' })).toBeNull()
  first.unmount()
  show(hall([], [byAdmin]), '/chat-monitoring?tab=flagged', 'superadmin')
  expect(await screen.findByRole('button', { name: 'Ban Omar from writing' })).toBeTruthy()
})

test('an open conversation fills the screen of a phone, with a back button', async () => {
  isNarrow = true
  const page = show(hall(), '/chat-monitoring?c=physics')
  expect(await screen.findByRole('heading', { name: 'Physics' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'All Conversations' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Back to conversations' }))
  expect(await screen.findByRole('tab', { name: 'All Conversations' })).toBeTruthy()
  expect(page.address()).toBe('/chat-monitoring')
})

test('creates and opens a group; a built-in one cannot be deleted', async () => {
  const made = { ...conversation('New group'), _id: 'asha-binod' }
  const { messageCount: _, flaggedCount: __, reportCount: ___, ...shared } = made
  const page = show([
    ...hall(),
    reply(groupsApi.people, { items: [], nextCursor: null }),
    reply(groupsApi.create, shared),
    reply(moderationApi.conversation, { ...made, builtIn: 'general' }),
  ])
  await page.user.click(screen.getByRole('button', { name: 'Create Group' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.fill(dialog.getByLabelText('Name'), 'New group')
  await page.user.click(dialog.getByRole('button', { name: 'Create Group' }))
  expect(await screen.findByRole('heading', { name: 'New group' })).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Manage group' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Members', 'Rename group'])
})
