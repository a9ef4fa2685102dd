import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { moderationApi } from '../moderation.contract.ts'
import type { OwnReport } from '../moderation.shapes.contract.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { ReportOutcomes } from './ReportOutcomes.tsx'

const own = (more: Partial<OwnReport> = {}): OwnReport => ({
  _id: 'r1',
  message: 'm1',
  conversation: 'physics',
  sender: { _id: 'binod', name: 'Binod' },
  reason: '',
  createdAt: '2026-11-22T05:30:00.000Z',
  outcome: null,
  decidedAt: null,
  isSeen: true,
  ...more,
})

test('a report says who will see it, and goes with or without a reason', async () => {
  const close = vi.fn()
  const { user, calls } = renderPage(<ReportDialog message={{ _id: 'm1' }} onClose={close} />, {
    as: 'student',
    replies: [reply(moderationApi.report, own())],
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Report message' }))
  expect(dialog.getByText(/^The administrators will see this message and your name\./)).toBeTruthy()
  await user.type(dialog.getByLabelText('What is wrong with it?'), 'Insults me')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(/^Reported\./)).toBeTruthy()
  expect(calls[0]?.received).toMatchObject({ params: { id: 'm1' }, body: { reason: 'Insults me' } })
  expect(close).toHaveBeenCalled()
})

test('reporters read what came of it once, and nothing where there is nothing new', async () => {
  let reports = [own({ outcome: 'upheld', isSeen: false }), own({ _id: 'r2', outcome: 'dismissed', isSeen: false }), own({ _id: 'r3' })]
  const { user } = renderPage(<ReportOutcomes />, {
    as: 'student',
    replies: [
      reply(moderationApi.reports, () => ({ items: reports, nextCursor: null, unseen: 0 })),
      reply(moderationApi.markReportsSeen, () => {
        reports = reports.map((one) => ({ ...one, isSeen: true }))
        return undefined
      }),
    ],
  })
  expect(await screen.findByText(/^The administrators agreed with your report.*from Binod/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await vi.waitFor(() => expect(screen.queryByText(/^The administrators/)).toBeNull())
})
