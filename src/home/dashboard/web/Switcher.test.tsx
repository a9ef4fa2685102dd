import { BookOpenText, Users } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { browsingMenuEn } from '#library/browsing/browsing.menu.en.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { givenUser } from '#people/accounts/web/testing/me.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { usersMenuEn } from '#people/users/users.menu.en.ts'
import type { Page } from '#web/shell/page.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { Switcher } from './Switcher.tsx'

const pages: Page[] = [
  { path: '/documents', access: 'member', screen: eagerScreen(() => null), entry: { words: browsingMenuEn, Icon: BookOpenText } },
  { path: '/users', access: 'staff', screen: eagerScreen(() => null), entry: { words: usersMenuEn, Icon: Users } },
]

const optics = {
  _id: 'd1',
  title: 'Optics for all',
  category: { _id: 'c1', name: 'Physics' },
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'optics.pdf',
  filePath: '/api/document/d1/file',
  fileUrl: '/api/document/d1/file',
  downloadUrl: '/api/document/d1/download',
  fileSize: 1_000,
  fileType: 'application/pdf',
  coverUrl: null,
  pages: null,
}
const opal = { ...givenUser('student', 'u1'), name: 'Opal Mehta', email: 'opal@example.org' }

const documents = reply(documentsApi.list, { items: [optics], nextCursor: null, total: 1 })
const people = reply(usersApi.list, { items: [opal], nextCursor: null, total: 1 })

const open = (role: Role, ...replies: FakeReply[]) => {
  const onClose = vi.fn()
  const user = { _id: 'me', name: 'Me', email: 'me@example.org', role }
  return { ...renderPage(<Switcher pages={pages} user={user} onClose={onClose} />, { as: role, at: '/dashboard', replies }), onClose }
}

/**
 * The highlight on a result fires a blur event during React's rendering. user-event would respond with a change event, at which React
 * throws; a browser does not.
 */
const keepFromTypist = (event: Event): void => {
  if (!event.isTrusted) event.stopImmediatePropagation()
}

beforeEach(() => window.addEventListener('blur', keepFromTypist, true))
afterEach(() => window.removeEventListener('blur', keepFromTypist, true))

test('lists the pages of the menu at once, and narrows them by letters', async () => {
  const none = { items: [], nextCursor: null, total: 0 }
  const page = open('admin', reply(documentsApi.list, none), reply(usersApi.list, none))
  expect(page.getAllByRole('option').map((option) => option.textContent)).toEqual(['Documents', 'Manage Users'])
  await page.user.type(page.getByRole('searchbox'), 'm')
  await vi.waitFor(() => expect(page.getAllByRole('option').map((option) => option.textContent)).toEqual(['Documents', 'Manage Users']))
  await page.user.type(page.getByRole('searchbox'), 'anage')
  await vi.waitFor(() => expect(page.getAllByRole('option').map((option) => option.textContent)).toEqual(['Manage Users']))
})

test('finds documents and people, and Enter opens the highlighted one', async () => {
  const page = open('admin', documents, people)
  await page.user.type(page.getByRole('searchbox', { name: 'Search pages, documents and people' }), 'op')
  expect(await page.findByText('opal@example.org')).toBeTruthy()
  expect(await page.findByText('Optics for all')).toBeTruthy()
  expect(page.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2)
  await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(page.onClose).toHaveBeenCalledOnce()
  expect(page.address()).toBe('/users?person=u1')
})

test('distinguishes people by seat and phone, or by email if they have neither, and treats one digit as a seat number', async () => {
  const page = open(
    'manager',
    documents,
    reply(usersApi.list, ({ query }) => ({
      items:
        query.search === '4'
          ? [
              { ...opal, seatNumber: 4, slot: 'afternoon' as const, phone: '9876543210' },
              { ...opal, _id: 'u2', name: '', email: 'ravi@example.org' },
            ]
          : [],
      nextCursor: null,
      total: 2,
    })),
  )
  await page.user.type(page.getByRole('searchbox'), '4')
  expect(await page.findByText('Opal Mehta')).toBeTruthy()
  const [first, second] = page.getAllByRole('option').slice(-2)
  expect(first?.textContent?.replaceAll('\u00a0', ' ')).toBe('OMOpal MehtaSeat 4 · 98765 43210')
  expect(second?.textContent).toBe('Rravi@example.orgravi@example.org')
  // Nearly all documents contain a 4.
  expect(page.calls.map(({ endpoint }) => endpoint.path)).toEqual([usersApi.list.path])
})

test.each<[Role, string]>([
  ['admin', 'o'],
  ['student', '4'],
])('does not send a request for %s typing %s', async (role, text) => {
  const page = open(role, documents, people)
  const resting = holdTimers(250)
  await page.user.type(page.getByRole('searchbox'), text)
  expect(resting.count()).toBe(1)
  await resting.run()
  expect(page.calls).toEqual([])
})

test('a press opens the document', async () => {
  const page = open('admin', documents, people)
  await page.user.type(page.getByRole('searchbox'), 'optics')
  await page.user.click(await page.findByText('Optics for all'))
  expect(page.address()).toBe('/documents?document=d1')
})

test('a student finds no people, and they are not requested', async () => {
  const page = open('student', documents)
  await page.user.type(page.getByRole('searchbox', { name: 'Search pages and documents' }), 'op')
  expect(await page.findByText('Optics for all')).toBeTruthy()
  expect(page.queryByText('People')).toBeNull()
  expect(page.calls.map(({ endpoint }) => endpoint.path)).toEqual([documentsApi.list.path])
})

test('moves one highlight by mouse and by keys, and a mouse that only rests there highlights nothing', async () => {
  const page = open('admin', documents, people)
  const highlighted = () => page.queryAllByRole('option').filter((option) => option.hasAttribute('data-focused'))
  const texts = () => highlighted().map((option) => option.textContent)
  expect(texts()).toEqual([])
  await page.user.keyboard('{ArrowDown}')
  expect(texts()).toEqual(['Documents'])
  await page.user.hover(page.getByRole('searchbox'))
  await page.user.hover(page.getByRole('option', { name: 'Manage Users' }))
  expect(texts()).toEqual(['Manage Users'])
  await page.user.keyboard('{ArrowUp}')
  expect(texts()).toEqual(['Documents'])
})

test('one Escape closes it, even with typed text', async () => {
  const page = open('admin', documents, people)
  await page.user.type(page.getByRole('searchbox'), 'optics')
  await page.findByText('Optics for all')
  await page.user.keyboard('{Escape}')
  expect(page.onClose).toHaveBeenCalledOnce()
})

test('says that nothing was found, or that a search failed', async () => {
  const none = open(
    'student',
    reply(documentsApi.list, ({ query }) =>
      query.search === 'zz'
        ? { items: [], nextCursor: null, total: 0 }
        : refuse({ code: 'odd', status: 429, message: 'Too many attempts.' }),
    ),
  )
  await none.user.type(none.getByRole('searchbox'), 'zz')
  expect(await none.findByText('Nothing found for "zz"')).toBeTruthy()
  await none.user.type(none.getByRole('searchbox'), 'z')
  expect(await none.findByText('Too many attempts.')).toBeTruthy()
})
