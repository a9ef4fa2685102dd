import { within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { Document } from '#features/documents/documents.contract.ts'
import { money } from '#features/reports/web/testing/money.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { homeApi } from '../home.contract.ts'
import { DashboardPage, MoneyScreen } from './DashboardPage.tsx'

beforeAll(() => MoneyScreen.load())

const document = (_id: string, fields: Partial<Document> = {}): Document => ({
  _id,
  title: `Book ${_id}`,
  category: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'book.pdf',
  filePath: `/files/${_id}`,
  fileUrl: `/files/${_id}`,
  downloadUrl: `/api/document/${_id}/download`,
  fileSize: 1_000,
  fileType: 'application/pdf',
  coverUrl: null,
  pages: null,
  ...fields,
})
const figures = (...recentDocuments: Document[]) =>
  reply(homeApi.dashboard, {
    totalDocuments: 1_234,
    totalCategories: 17,
    totalUsers: 60,
    recentDocuments,
    thought: null,
    continueReading: [],
  })

const open = (as: Role, answer: FakeReply = figures(document('a'), document('b'))) =>
  renderPage(<DashboardPage />, {
    as,
    at: '/dashboard',
    replies: [answer, ...money({ collectedToday: 1_500, collected: 24_600, owed: 53_500 })],
  })

test.each<[Role, string[]]>([
  ['student', ['View Documents', 'Favorite Documents']],
  ['manager', ['View Documents']],
  ['admin', ['View Documents', 'Upload Document', 'Manage Students', 'Categories']],
  ['superadmin', ['View Documents', 'Upload Document', 'Manage Students', 'Categories']],
])('the quick actions of a %s', async (role, names) => {
  const page = open(role)
  const actions = within(await page.findByRole('region', { name: 'Quick Actions' })).getAllByRole('link')
  expect(actions.map((link) => link.querySelector('span > span')?.textContent)).toEqual(names)
})

test.each(['admin', 'superadmin'] as const)('the figures of an %s', async (role) => {
  const page = open(role)
  const statistics = within(await page.findByRole('region', { name: 'Statistics' }))
  const pairs = statistics.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
  expect(pairs).toEqual([
    ['Total Documents', '1,234'],
    ['Categories', '17'],
    ['Students', '60'],
    ['Recent Activity', '2'],
  ])
})

test('a figure leads to its list, that of the students to those whose account is active', async () => {
  const page = open('admin')
  const statistics = within(await page.findByRole('region', { name: 'Statistics' }))
  const links = statistics.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
  expect(links).toEqual([
    ['Total Documents: 1,234', '/documents'],
    ['Categories: 17', '/categories'],
    ['Students: 60', '/users?role=student&status=active'],
  ])
  expect(statistics.getByText('with an active account')).toBeTruthy()
})

test('an admin sees what came in and what is owed, each leading to its page', async () => {
  const page = open('admin')
  const figures = within(await page.findByRole('region', { name: 'Money' }))
  expect(figures.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Collected today: ₹1,500', '/fees/month-end'],
    ['Collected this month: ₹24,600', '/fees/month-end'],
    ['Owed: ₹53,500', '/fees/dues'],
  ])
})

test.each(['student', 'manager'] as const)('a %s sees no figures', async (role) => {
  const page = open(role)
  await page.findByText('Book a')
  expect(page.queryByText('Total Documents')).toBeNull()
})

test('everybody is welcomed by name', () => {
  expect(open('student').getByText('Welcome back, Asha Devi!')).toBeTruthy()
})

test.each<[Role, string]>([
  ['manager', 'Welcome back, Mohan Rao! You are signed in as Manager.'],
  ['admin', 'Welcome back, Anita Singh! You are signed in as Admin.'],
])('a %s sees the role', (role, sentence) => {
  expect(open(role).getByText(sentence)).toBeTruthy()
})

test('a student sees no role', () => {
  expect(open('student').queryByText(/signed in as/)).toBeNull()
})

test('the newest documents have title, category and date', async () => {
  const page = open('student', figures(document('a', { category: { _id: 'c', name: 'Physics' } }), document('b')))
  const rows = within(await page.findByRole('region', { name: 'Recent Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['Book aPhysics21 Nov 2026', 'Book bUncategorized21 Nov 2026'])
  expect(page.getByRole('link', { name: 'Book a' }).getAttribute('href')).toBe('/documents?document=a')
  expect(page.getByRole('link', { name: 'View all documents' }).getAttribute('href')).toBe('/documents')
})

test('a library without documents says so', async () => {
  expect(await open('student', figures()).findByText('No documents available yet.')).toBeTruthy()
})

test('a failed load can be tried again', async () => {
  let calls = 0
  const page = open(
    'student',
    reply(homeApi.dashboard, () => {
      calls += 1
      return calls === 1
        ? refuse({ code: 'odd', status: 429, message: 'Too many attempts.' })
        : { totalDocuments: 0, totalCategories: 0, totalUsers: 0, recentDocuments: [], thought: null, continueReading: [] }
    }),
  )
  expect(await page.findByText('Too many attempts.')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByText('No documents available yet.')).toBeTruthy()
})

const empty = { totalDocuments: 0, totalCategories: 0, totalUsers: 0, recentDocuments: [], thought: null, continueReading: [] }

test('a student reads a sentence of ours on a day without a thought', async () => {
  expect(await open('student').findByText('Every day is a new opportunity to learn something amazing!')).toBeTruthy()
})

test('a student reads the thought of the day', async () => {
  const page = open(
    'student',
    reply(homeApi.dashboard, { ...empty, thought: { _id: 'slow', thought: 'Read slowly.', author: 'M. Gandhi' } }),
  )
  const thought = within(await page.findByRole('region', { name: 'Thought of the Day' }))
  expect(thought.getByText('Read slowly.')).toBeTruthy()
  expect(thought.getByText('— M. Gandhi')).toBeTruthy()
})

test('others read no thought', async () => {
  const page = open('admin')
  await page.findByText('Book a')
  expect(page.queryByText('Thought of the Day')).toBeNull()
})

test('what was begun is offered again with the page where it was left; the viewer goes on there by itself', async () => {
  const begun = { ...document('a', { pages: 352, coverUrl: '/cover' }), page: 40, readAt: '2026-11-21T05:30:00.000Z' }
  const uncounted = { ...document('b'), page: 3, readAt: '2026-11-20T05:30:00.000Z' }
  const page = open('student', reply(homeApi.dashboard, { ...empty, continueReading: [begun, uncounted] }))
  const links = within(await page.findByRole('region', { name: 'Continue reading' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Book aPage 40 of 352', '/documents?document=a'],
    ['Book bPage 3', '/documents?document=b'],
  ])
})

test('without anything begun nothing is offered', async () => {
  const page = open('student')
  await page.findByText('Book a')
  expect(page.queryByText('Continue reading')).toBeNull()
})
