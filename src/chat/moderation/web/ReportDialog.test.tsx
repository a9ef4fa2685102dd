import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { moderationApi } from '../moderation.contract.ts'
import { moderationErrors, type OwnReport } from '../moderation.shapes.contract.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { ReportOutcomes } from './ReportOutcomes.tsx'
import { encryptedMessage } from './testing/samples.ts'

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

test('says who will see a report, and sends it with or without a reason', async () => {
  const close = vi.fn()
  const { user, calls } = renderPage(<ReportDialog message={{ _id: 'm1' }} onClose={close} />, {
    as: 'student',
    replies: [reply(moderationApi.report, own())],
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Report message' }))
  expect(dialog.getByText(/^The administrators will see this message and your name\./)).toBeTruthy()
  await user.fill(dialog.getByLabelText('What is wrong with it?'), 'Insults me')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(/^Reported\./)).toBeTruthy()
  expect(calls[0]?.received).toMatchObject({ params: { id: 'm1' }, body: { reason: 'Insults me' } })
  expect(close).toHaveBeenCalled()
})

const { encryption } = encryptedMessage(40)
const disclosure = { text: 'Give me your seat', replyTo: null, file: null, frankingKey: 'ZnJhbmtpbmcga2V5' }

const showEncrypted = (
  disclosureOf: () => typeof disclosure | undefined,
  answer: Parameters<typeof reply<typeof moderationApi.report>>[1],
) =>
  renderPage(<ReportDialog message={{ _id: 'm1', encryption }} onClose={() => {}} disclosureOf={disclosureOf} />, {
    as: 'student',
    replies: [reply(moderationApi.report, answer)],
  })

test('says that the report of an encrypted message reveals it, and reveals it', async () => {
  const { user, calls } = showEncrypted(() => disclosure, own())
  const dialog = within(await screen.findByRole('dialog', { name: 'Report message' }))
  expect(dialog.getByText('Reporting reveals this message to administrators')).toBeTruthy()
  await user.fill(dialog.getByLabelText('What is wrong with it?'), 'He threatens me')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(/^Reported\./)).toBeTruthy()
  expect(calls[0]?.received.body).toEqual({ reason: 'He threatens me', disclosure })
})

test('reports an unreadable message without its text, and says so', async () => {
  const { user, calls } = showEncrypted(() => undefined, own())
  const dialog = within(await screen.findByRole('dialog', { name: 'Report message' }))
  expect(dialog.getByRole('alert').textContent).toMatch(/^This browser cannot read this message/)
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText(/^Reported\./)).toBeTruthy()
  expect(calls[0]?.received.body).not.toHaveProperty('disclosure')
})

test('says that a report does not match the message, and keeps the typed reason', async () => {
  const { user } = showEncrypted(() => disclosure, refuse(moderationErrors.notWhatWasSaid))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report message' }))
  await user.fill(dialog.getByLabelText('What is wrong with it?'), 'Rude')
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await dialog.findByText('This report does not match the message.')).toBeTruthy()
  expect(dialog.getByDisplayValue('Rude')).toBeTruthy()
})

test('shows reporters each outcome once, and nothing without a new one', async () => {
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
