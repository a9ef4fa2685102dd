import { act, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { signIn, signOut } from '#web/api/session.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { noticesApi } from '../notices.contract.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { marqueeScreen, stillScreen } from './NoticeLine.tsx'
import { NoticesAcross } from './NoticesAcross.tsx'
import { listOf, readable } from './testing/notices.ts'

// A component that suspends during a test's render would never resume.
beforeAll(() => Promise.all([marqueeScreen.load(), stillScreen.load()]))

const openAt = (at: string, ...replies: FakeReply[]) =>
  renderPage(
    <>
      <NoticesAcross />
      <Link to="/notices" aria-label="Elsewhere" />
    </>,
    { as: 'student', at, replies },
  )
const open = (...replies: FakeReply[]) => openAt('/documents', ...replies)
/** Simulates a reload: loaded data is gone, the tab's storage is not. */
const leave = (page: ReturnType<typeof open>) => {
  page.unmount()
  queryClient.clear()
}
const mine = (...notices: ReadableNotice[]) => reply(noticesApi.mine, listOf(...notices))
const banner = (title: string, more: Partial<ReadableNotice> = {}) => readable(title, { type: 'banner', ...more })

test('a dismissed banner is marked as read and stays hidden for the session, even if marking fails', async () => {
  const page = open(mine(banner('Water')), reply(noticesApi.markRead, refuse(commonErrors.conflict)))
  await page.user.click(await page.findByRole('button', { name: 'Dismiss Water' }))
  expect(page.queryByText('Water')).toBeNull()
  await waitFor(() => expect(page.calls.some(({ endpoint }) => endpoint === noticesApi.markRead)).toBe(true))
  leave(page)
  const again = open(mine(banner('Water'), banner('Power')))
  expect(await again.findByText('Power')).toBeTruthy()
  expect(again.queryByText('Water')).toBeNull()
})

test('the next session shows it again, although it was read', async () => {
  const page = open(mine(banner('Water', { isRead: true })), reply(noticesApi.markRead, undefined))
  await page.user.click(await page.findByRole('button', { name: 'Water' }))
  await page.user.click(page.getByRole('button', { name: 'Dismiss Water' }))
  act(() => {
    signOut()
    signIn({ token: 'another', user: { _id: 'student-1', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  })
  leave(page)
  expect(await open(mine(banner('Water', { isRead: true }))).findByText('Water')).toBeTruthy()
})

test('a banner dismissed in another tab of the session is hidden here too, until the session ends', async () => {
  const page = open(mine(banner('Water')), reply(noticesApi.markRead, undefined))
  await page.user.click(await page.findByRole('button', { name: 'Dismiss Water' }))
  const key = Object.keys(localStorage).find((each) => each.startsWith('dismissed notices')) ?? ''
  const kept = localStorage.getItem(key)
  act(() => signOut())
  leave(page)
  expect(localStorage.getItem(key)).toBeNull()
  const again = open(mine(banner('Water')))
  expect(await again.findByText('Water')).toBeTruthy()
  localStorage.setItem(key, kept ?? '')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(again.queryByText('Water')).toBeNull()
})

test('a notice that is shown again returns in the session, one that is only corrected does not', async () => {
  const page = open(mine(banner('Water'), banner('Power')), reply(noticesApi.markRead, undefined))
  for (const title of ['Water', 'Power']) await page.user.click(await page.findByRole('button', { name: `Dismiss ${title}` }))
  leave(page)
  const updatedAt = '2026-11-21T06:00:00.000Z'
  const again = open(mine(banner('Water', { updatedAt, isRead: false }), banner('Power', { updatedAt, isRead: true })))
  expect(await again.findByText('Water')).toBeTruthy()
  expect(again.queryByText('Power')).toBeNull()
})

test('labels the most urgent notices, and shows the rest on a press', async () => {
  const page = open(mine(banner('Water', { priority: 9 }), banner('Power', { priority: 5 }), banner('Tea', { priority: 1 })))
  expect(await page.findByText('High priority')).toBeTruthy()
  expect([page.queryByText('Power') !== null, page.queryByText('Tea')]).toEqual([true, null])
  await page.user.click(page.getByRole('button', { name: 'Show 1 more notice' }))
  expect(page.getByText('Tea')).toBeTruthy()
})

test('the page is invisible until the first notices are there, and never again in this session', async () => {
  let answer = () => {}
  const asked = () => {
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    return reply(noticesApi.mine, () => waiting.then(() => listOf(banner('Water'))))
  }
  const isUnknown = ({ container }: ReturnType<typeof open>) => container.querySelector('[data-room="unknown"]') !== null
  const first = open(asked())
  expect(isUnknown(first)).toBe(true)
  await waitFor(() => expect(first.calls).toHaveLength(1))
  answer()
  await first.findByText('Water')
  expect(isUnknown(first)).toBe(false)
  leave(first)
  const again = open(asked())
  expect(isUnknown(again)).toBe(false)
  answer()
  expect(await again.findByRole('button', { name: 'Water' })).toBeTruthy()
})

test('a banner is whole once, and then part of one line that opens on a press', async () => {
  const both = [banner('Water', { content: 'No water until 2 pm' }), banner('Power')]
  const page = open(mine(...both), reply(noticesApi.markRead, undefined))
  expect(await page.findByText('No water until 2 pm')).toBeTruthy()
  leave(page)
  const again = open(mine(...both), reply(noticesApi.markRead, undefined))
  const line = await again.findByRole('button', { name: 'Water · 1 more' })
  expect(again.queryByText('No water until 2 pm')).toBeNull()
  await again.user.click(line)
  expect([again.getByText('No water until 2 pm'), line.getAttribute('aria-expanded')]).toEqual([expect.anything(), 'true'])
  await again.user.click(again.getByRole('button', { name: 'Dismiss Water' }))
  expect(again.getByRole('button', { name: 'Power' })).toBeTruthy()
})

test('a notice that is new since the last visit moves nothing: it is in the line, marked, and whole on the next page', async () => {
  const page = open(mine(banner('Water')))
  await page.findByText('Water')
  leave(page)
  const power = banner('Power', { updatedAt: '2026-11-21T06:00:00.000Z', content: 'Off until 4 pm' })
  const again = open(mine(banner('Water'), power))
  expect(await again.findByRole('button', { name: 'New Power · 1 more' })).toBeTruthy()
  expect(again.queryByText('Off until 4 pm')).toBeNull()
  await again.user.click(again.getByRole('link', { name: 'Elsewhere' }))
  expect(await again.findByText('Off until 4 pm')).toBeTruthy()
  expect(again.getByRole('button', { name: 'Water' })).toBeTruthy()
})

test('the dashboard shows seen banners whole', async () => {
  const page = openAt('/dashboard', mine(banner('Water', { content: 'No water until 2 pm', isRead: true })))
  expect(await page.findByText('No water until 2 pm')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Water' })).toBeNull()
})

test('keeps the room of the line from the first paint of the next visit, until the session ends', async () => {
  const page = open(mine(banner('Water')))
  expect(await page.findByText('Water')).toBeTruthy()
  leave(page)
  const hasRoom = (one: typeof page) => one.container.firstElementChild?.classList.contains('min-h-9')
  const again = open(mine(banner('Water')))
  expect([again.queryByText('Water'), hasRoom(again)]).toEqual([null, true])
  expect(await again.findByText('Water')).toBeTruthy()
  act(() => signOut())
  expect(Object.keys(localStorage).filter((key) => /notices|room/.test(key))).toEqual([])
})

test('follows the clock: an expired notice disappears from the open page, and a published one appears', async () => {
  let calls = 0
  const answer = () => {
    calls += 1
    return calls === 1 ? listOf(banner('Water')) : listOf(banner('Power'))
  }
  const page = open(reply(noticesApi.mine, answer, { staleInMs: 10 }))
  expect(await page.findByText('Water')).toBeTruthy()
  expect(await page.findByText('Power')).toBeTruthy()
  expect(page.queryByText('Water')).toBeNull()
})

test('shows nothing without notices, or if they cannot be loaded', async () => {
  const page = open(reply(noticesApi.mine, refuse(commonErrors.notAllowed)))
  await replied()
  expect(page.calls).toHaveLength(1)
  expect(page.queryByRole('region', { name: /notices/ })).toBeNull()
  expect(page.container.textContent).toBe('')
})

test('the moving line is read once, and a press stops it and shows it in full', async () => {
  const page = open(mine(readable('Silence', { type: 'marquee', content: 'Phones off' })))
  expect(await page.findByRole('marquee')).toBeTruthy()
  const heard = page.getAllByText('Phones off').filter((each) => !each.closest('[aria-hidden=true]'))
  expect(heard).toHaveLength(1)
  await page.user.click(page.getByRole('button', { name: 'Pause the scrolling text' }))
  expect([page.queryByRole('marquee'), page.getAllByText('Phones off').length]).toEqual([null, 1])
  await page.user.click(page.getByRole('button', { name: 'Resume the scrolling text' }))
  expect(page.getByRole('marquee')).toBeTruthy()
})

test.each(['the device', 'the settings'])('does not move if %s requests reduced motion', async (who) => {
  if (who === 'the device') vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  else document.documentElement.setAttribute('data-reduce-motion', '')
  try {
    const page = open(mine(readable('Silence', { type: 'marquee', content: 'Phones off' })))
    await page.user.click(await page.findByRole('button', { name: 'Silence' }))
    expect(page.getByText('Phones off')).toBeTruthy()
    expect([page.queryByRole('marquee'), page.queryByRole('button', { name: /scrolling/ })]).toEqual([null, null])
  } finally {
    document.documentElement.removeAttribute('data-reduce-motion')
  }
})
