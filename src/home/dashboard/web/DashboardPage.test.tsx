import { act, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { oversightApi } from '#money/oversight/oversight.contract.ts'
import { customizationApi } from '#system/settings/customization.contract.ts'
import { defaultLanding } from '#system/settings/customization.settings.contract.ts'
import { untouched } from '#system/settings/web/testing/customization.ts'
import { refresh } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, type Received, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Dashboard, homeApi } from '../home.contract.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { dashboard, figures } from './testing/dashboard.ts'

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
const staffFigures = {
  seats: { endingSoon: 5, freeMorning: 1, freeAfternoon: 9 },
  money: { collectedToday: 1_500, collectedThisMonth: 24_600, overdue: 53_500, overdueStudents: 12 },
}
const recent = [document('a'), document('b')]

const nothingToCheck = reply(oversightApi.summary, { month: '2026-11', count: 0, kinds: [], clerks: [] })

const open = (as: Role, answer: Partial<Dashboard> | FakeReply = {}) =>
  renderPage(<DashboardPage />, {
    as,
    at: '/dashboard',
    replies: [
      nothingToCheck,
      'endpoint' in answer ? answer : dashboard({ recentDocuments: recent, ...(as !== 'student' && staffFigures), ...answer }),
    ],
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

const linksOf = (page: ReturnType<typeof open>, region: string) =>
  within(page.getByRole('region', { name: region }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test.each(['manager', 'admin', 'superadmin'] as const)('the day of a %s at one glance, each figure leading to its list', async (role) => {
  const page = open(role)
  await page.findByRole('link', { name: '5 seats end within 7 days' })
  const days = `show=days&from=${today()}&to=${today()}`
  expect(linksOf(page, 'Today')).toEqual([
    ['5 seats end within 7 days', '/users?role=student&status=expiring-7&hasSeat=true'],
    ['1 morning seat free', '/users?view=seats&free=1&half=morning'],
    ['9 afternoon seats free', '/users?view=seats&free=1&half=afternoon'],
    ['₹1,500 collected today ₹24,600 this month', `/fees/month-end?${days}`],
    ['₹53,500 overdue from 12 students', '/fees/dues?age=overdue'],
  ])
})

test('a day on which nothing is to be done says so, and leads to the same lists', async () => {
  const page = open('manager', {
    seats: { endingSoon: 0, freeMorning: 0, freeAfternoon: 0 },
    money: { collectedToday: 0, collectedThisMonth: 0, overdue: 0, overdueStudents: 0 },
  })
  await page.findByText('No seats end within 7 days')
  expect(linksOf(page, 'Today').map(([text]) => text)).toEqual([
    'No seats end within 7 days',
    'No morning seats free',
    'No afternoon seats free',
    'Nothing collected today',
    'Nothing is overdue',
  ])
})

test('the figures of the day follow what others do', async () => {
  let collectedToday = 0
  const page = open(
    'manager',
    reply(homeApi.dashboard, () => figures({ ...staffFigures, money: { ...staffFigures.money, collectedToday } })),
  )
  await page.findByText('Nothing collected today')
  collectedToday = 700
  for (const topic of ['users', 'fees', 'customization'] as const) expect(homeApi.dashboard.shows).toContain(topic)
  await act(() => refresh(['fees']))
  expect(await page.findByRole('link', { name: /^₹700 collected today/ })).toBeTruthy()
})

test.each(['admin', 'superadmin'] as const)('an %s reads that the cash box was not closed', async (role) => {
  const page = open(role, { ...staffFigures, box: { expected: 5_300, unclosedDays: 2, unclosedSince: '2026-01-01' } })
  expect(await page.findByRole('button', { name: '2 days not closed, ₹5,300 in the box' })).toBeTruthy()
})

test('a student is told of no seats and no money', async () => {
  const page = open('student')
  await page.findByText('Book a')
  expect(page.queryByRole('region', { name: 'Today' })).toBeNull()
})

test.each(['admin', 'superadmin'] as const)('a new library shows an %s three steps instead of four zeros', async (role) => {
  const page = open(role, { totalDocuments: 0, totalCategories: 0, totalUsers: 0, recentDocuments: [] })
  await page.findByRole('region', { name: 'Get started' })
  expect(linksOf(page, 'Get started').map(([, to]) => to)).toEqual(['/categories', '/upload', '/users'])
  expect(page.queryByText('Total Documents')).toBeNull()
})

const claims = defaultLanding.figures.map((figure) => ({ ...figure, hidden: false }))

test('an admin is asked whether the figures of the landing page are true; each can be hidden, and one press says yes', async () => {
  let asked: Dashboard['figuresToConfirm'] = claims
  const answer = ({ body }: Received) => {
    asked = body.figuresAreTrue ? null : (body.figures as typeof claims)
    return untouched
  }
  const page = renderPage(
    <main tabIndex={-1}>
      <DashboardPage />
    </main>,
    {
      as: 'admin',
      replies: [reply(homeApi.dashboard, () => figures({ figuresToConfirm: asked })), reply(customizationApi.updateLanding, answer)],
    },
  )
  const question = within(await page.findByRole('region', { name: 'Is this true of your hall?' }))
  expect(question.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    ...['500+ Students', '15+ Study hours daily', '10K+ Books', '99% Satisfaction'],
  ])
  await page.user.click(question.getByRole('button', { name: 'Hide 99% Satisfaction' }))
  const shown = await question.findByRole('button', { name: 'Show 99% Satisfaction' })
  expect(within(shown.closest('li') as HTMLElement).getByText('Hidden')).toBeTruthy()
  expect(asked?.map(({ hidden }) => hidden)).toEqual([false, false, false, true])
  await page.user.click(question.getByRole('button', { name: 'Yes, it is true' }))
  await page.findByText('Saved.')
  await waitFor(() => expect(page.queryByText('Is this true of your hall?')).toBeNull())
  expect(window.document.activeElement).toBe(page.getByRole('main'))
})

test('a step that is done is ticked, and the figures are there from the first one', async () => {
  const page = open('admin', { totalDocuments: 0, totalCategories: 2, totalUsers: 0, recentDocuments: [] })
  const steps = within(await page.findByRole('region', { name: 'Get started' })).getAllByRole('listitem')
  expect(steps.map((step) => [step.querySelector('a')?.getAttribute('href'), step.textContent?.includes('Done')])).toEqual([
    [undefined, true],
    ['/upload', false],
    ['/users', false],
  ])
  expect(page.getByText('Total Documents')).toBeTruthy()
})

test.each<[Role, Partial<Dashboard>]>([
  ['admin', {}],
  ['manager', { totalDocuments: 0, totalCategories: 0, totalUsers: 0 }],
  ['student', { totalDocuments: 0 }],
])('a %s whose library has begun, or who cannot begin it, sees no steps', async (role, fields) => {
  const page = open(role, fields)
  await page.findByText('Book a')
  expect(page.queryByText('Get started')).toBeNull()
})

test('a student goes on reading before anything else', async () => {
  const page = open('student', { continueReading: [{ ...document('c'), page: 3, readAt: '2026-11-20T05:30:00.000Z' }] })
  await page.findByText('Book c')
  expect(page.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Continue reading',
    'Quick Actions',
    'Thought of the Day',
    'Recent Documents',
  ])
})

test.each(['student', 'admin'] as const)('a %s sees the covers of the newest documents', async (role) => {
  const page = open(role, { recentDocuments: [document('a', { coverUrl: '/cover-a' }), document('b')] })
  const rows = within(await page.findByRole('region', { name: 'Recent Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual(['/cover-a', undefined])
  expect(rows[1]?.textContent).toContain('PDF')
})

test.each(['student', 'manager'] as const)('a %s sees no statistics', async (role) => {
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
  const page = open('student', { recentDocuments: [document('a', { category: { _id: 'c', name: 'Physics' } }), document('b')] })
  const rows = within(await page.findByRole('region', { name: 'Recent Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['PDFBook aPhysics21 Nov 2026', 'PDFBook bUncategorized21 Nov 2026'])
  expect(page.getByRole('link', { name: 'Book a' }).getAttribute('href')).toBe('/documents?document=a')
  expect(page.getByRole('link', { name: 'View all documents' }).getAttribute('href')).toBe('/documents')
})

test('a library without documents says so', async () => {
  expect(await open('student', { recentDocuments: [] }).findByText('No documents available yet.')).toBeTruthy()
})

test('a failed load can be tried again', async () => {
  let calls = 0
  const page = open(
    'student',
    reply(homeApi.dashboard, () => {
      calls += 1
      return calls === 1 ? refuse({ code: 'odd', status: 429, message: 'Too many attempts.' }) : figures()
    }),
  )
  expect(await page.findByText('Too many attempts.')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByText('No documents available yet.')).toBeTruthy()
})

test('a student reads a sentence of ours on a day without a thought', async () => {
  expect(await open('student').findByText('Every day is a new opportunity to learn something amazing!')).toBeTruthy()
})

test('a student reads the thought of the day', async () => {
  const page = open('student', { thought: { _id: 'slow', thought: 'Read slowly.', author: 'M. Gandhi' } })
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
  const page = open('student', { continueReading: [begun, uncounted] })
  const links = within(await page.findByRole('region', { name: 'Continue reading' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Book aPage 40 of 352', '/documents?document=a'],
    ['PDFBook bPage 3', '/documents?document=b'],
  ])
})

test('without anything begun nothing is offered', async () => {
  const page = open('student')
  await page.findByText('Book a')
  expect(page.queryByText('Continue reading')).toBeNull()
})
