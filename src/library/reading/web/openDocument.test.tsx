import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { DashboardPage } from '#home/dashboard/web/DashboardPage.tsx'
import { Switcher } from '#home/dashboard/web/Switcher.tsx'
import { dashboard as dashboardOf } from '#home/dashboard/web/testing/dashboard.ts'
import { DocumentsPage } from '#library/browsing/web/DocumentsPage.tsx'
import { document, libraryOf } from '#library/browsing/web/testing/library.tsx'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { prepareViewer } from './readerCode.ts'

beforeAll(prepareViewer)

const letter = document('d1', 'A letter', null, { fileType: 'application/zip' })
const begun = { ...document('d2', 'A begun book', null, { fileType: 'application/zip' }), page: 40, readAt: '2026-11-21T05:30:00.000Z' }
const dashboard = dashboardOf({ recentDocuments: [letter], continueReading: [begun] })

const open = (at: string) =>
  renderPage(
    <Routes>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/documents" element={<DocumentsPage />} />
      <Route
        path="/elsewhere"
        element={<Switcher pages={[]} user={{ _id: 'me', name: 'Me', email: 'me@example.org', role: 'student' }} onClose={vi.fn()} />}
      />
    </Routes>,
    { as: 'student', at, replies: [...libraryOf(letter, begun), reply(documentsApi.read, letter), dashboard] },
  )

test.each([
  ['a new document', 'A letter'],
  ['what was begun', /A begun book/],
])('closing %s that was opened from the dashboard returns to the dashboard', async (_, name) => {
  const { user, address } = open('/dashboard')
  await user.click(await screen.findByRole('link', { name }))
  const dialog = await screen.findByRole('dialog', { name })
  expect(address()).toMatch(/^\/documents\?document=d\d$/)
  await user.click(within(dialog).getByRole('button', { name: 'Close document' }))
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('closing a document opened from the switcher returns to the page before', async () => {
  const { user, address } = open('/elsewhere')
  await user.fill(screen.getByRole('searchbox'), 'letter')
  await user.click(await screen.findByText('A letter'))
  await screen.findByRole('dialog', { name: 'A letter' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/elsewhere'))
})

test('closing a document whose address was typed opens the documents', async () => {
  const { user, address } = open('/documents?document=d1')
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/documents'))
})
