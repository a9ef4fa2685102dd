import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { noticesApi } from '../notices.contract.ts'
import { NoticesTabPage } from './NoticesTabPage.tsx'
import { listOf, readable } from './testing/notices.ts'
import { UnreadCount } from './UnreadCount.tsx'

const open = (...replies: FakeReply[]) =>
  renderPage(
    <>
      <UnreadCount />
      <NoticesTabPage />
    </>,
    { as: 'student', replies },
  )

const card = (page: ReturnType<typeof open>, title: string) => {
  const found = page.getByRole('heading', { name: title }).closest('article')
  if (!found) throw new Error(`no card is called ${title}`)
  return within(found as HTMLElement)
}

test('shows the notices of its type with their priority, author and expiry', async () => {
  const page = open(
    reply(
      noticesApi.mine,
      listOf(
        readable('Fire drill', { priority: 8, expiresAt: '2026-11-30T18:29:59.999Z' }),
        readable('Old news', { priority: 4, isRead: true }),
        readable('Over every page', { type: 'banner' }),
      ),
    ),
  )
  await page.findByRole('heading', { name: 'Fire drill' })
  const [drill, old] = [card(page, 'Fire drill'), card(page, 'Old news')]
  for (const text of ['High priority', 'New', 'By Farida Khan', '21 Nov 2026', 'Expires 30 Nov 2026'])
    expect(drill.getByText(text)).toBeTruthy()
  expect([old.queryByText('New'), old.queryByRole('button'), page.queryByText('Over every page')]).toEqual([null, null, null])
  expect(old.getByText('Low priority')).toBeTruthy()
  expect(page.getByText('1 unread')).toBeTruthy()
  expect(document.title).toBe('(1) Notices · Library System')
})

test('"Mark as Read" takes effect optimistically, here and in the menu', async () => {
  let answer = () => {}
  const marked = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined)
  })
  const page = open(
    reply(noticesApi.mine, listOf(readable('Fire drill'))),
    reply(noticesApi.markRead, () => marked),
  )
  await page.user.click(await page.findByRole('button', { name: 'Mark as Read: Fire drill' }))
  await waitFor(() => expect(page.queryByText('New')).toBeNull())
  expect([page.queryByText('1 unread'), card(page, 'Fire drill').getByText('Read')]).toEqual([null, expect.anything()])
  answer()
  await waitFor(() => expect(page.calls.at(-1)?.endpoint.path).toBe('/notice/user'))
  expect(page.calls.find(({ endpoint }) => endpoint === noticesApi.markRead)?.received.params).toEqual({ id: 'Fire-drill' })
})

test('reverts a failed mark without a message', async () => {
  const page = open(reply(noticesApi.mine, listOf(readable('Fire drill'))), reply(noticesApi.markRead, refuse(commonErrors.notFound)))
  await page.user.click(await page.findByRole('button', { name: 'Mark as Read: Fire drill' }))
  await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === noticesApi.mine).length).toBeGreaterThan(1))
  expect(await page.findByText('New')).toBeTruthy()
  expect([page.queryByRole('alert'), page.queryByText(commonErrors.notFound.message)]).toEqual([null, null])
})

test('only addresses in a text become links', async () => {
  const content = 'See https://example.org/plan.\njavascript:alert(1) <b>not bold</b>'
  const page = open(reply(noticesApi.mine, listOf(readable('Plan', { content }))))
  const link = await page.findByRole('link', { name: 'https://example.org/plan' })
  expect([link.getAttribute('href'), link.getAttribute('rel'), page.getAllByRole('link').length]).toEqual([
    'https://example.org/plan',
    'noopener noreferrer',
    1,
  ])
  expect(page.getByText(/<b>not bold<\/b>/)).toBeTruthy()
})

test('says that there are no notices, and a failed load can be retried', async () => {
  let calls = 0
  const page = open(
    reply(noticesApi.mine, () => {
      calls += 1
      return calls === 1 ? refuse(commonErrors.notAllowed) : listOf()
    }),
  )
  await page.user.click(await page.findByRole('button', { name: 'Retry' }))
  expect(await page.findByText('No notices')).toBeTruthy()
})
