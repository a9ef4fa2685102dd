import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { attachmentsApi } from '#chat/attachments/attachments.contract.ts'
import { fileOf, watchAddresses } from '#chat/attachments/web/testing/attachments.ts'
import { encryptBytes } from '#chat/encryption/web/crypto/file.ts'
import * as downloads from '#web/api/download.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { moderationApi } from '../moderation.contract.ts'
import type { FlaggedMessage, MonitoredMessage } from '../moderation.shapes.contract.ts'
import { MonitoringPage } from './MonitoringPage.tsx'
import { conversation, encryptedMessage, flaggedMessage, flagOf, message, report, revealed } from './testing/samples.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const physics = conversation('Physics', { isEncrypted: true })

const show = (messages: MonitoredMessage[], flagged: FlaggedMessage[] = [], more: FakeReply[] = []) =>
  renderPage(<MonitoringPage />, {
    as: 'admin',
    at: flagged.length > 0 ? '/chat-monitoring?tab=flagged' : '/chat-monitoring?c=physics',
    replies: [
      reply(moderationApi.conversations, { items: [physics], nextCursor: null }),
      reply(moderationApi.conversation, physics),
      reply(moderationApi.messages, { items: messages, page: 1, hasMore: false }),
      reply(moderationApi.flagged, { items: flagged, nextCursor: null, total: flagged.length }),
      reply(moderationApi.stops, { items: [], nextCursor: null }),
      ...more,
    ],
  })

const flaggedEncrypted = (more: Partial<FlaggedMessage>): FlaggedMessage => ({ ...flaggedMessage(null), ...encryptedMessage(214), ...more })

test('an encrypted conversation shows senders, times and sizes, and explains the missing text', async () => {
  const attachment = fileOf('encrypted', 'application/octet-stream', { size: 2_500_000 })
  const deleted = { isDeleted: true, deletedAt: '2026-11-22T05:32:00.000Z', deletedBy: { _id: 'binod', name: 'Binod' } }
  const quoted = { _id: 'q', seq: 1, type: 'text' as const, content: null, sender: { _id: 'asha', name: 'Asha' }, isDeleted: false }
  show([
    message('Said before'),
    encryptedMessage(214),
    encryptedMessage(3_000, { attachment, type: 'file' }),
    encryptedMessage(30, { replyTo: { ...quoted, encryption: null } }),
    encryptedMessage(40, { ...deleted, flagged: flagOf('Anita Singh') }),
    encryptedMessage(50, { ...deleted, encryption: null }),
  ])
  const log = within(await screen.findByRole('region', { name: 'Messages of Physics' }))
  expect(screen.getByText(/^Only the devices of its members can read this conversation/)).toBeTruthy()
  const texts = log.getAllByRole('article').map((article) => article.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/Binod.*Said before/),
    expect.stringMatching(/Binod.*22 Nov 2026.*End-to-end encrypted · 214 bytes/),
    expect.stringContaining('End-to-end encrypted file · 2.4 MB'),
    expect.stringMatching(/Replying to Asha: an encrypted message.*30 bytes/),
    expect.stringMatching(/Deleted by Binod.*Kept as evidence.*40 bytes/),
    expect.not.stringContaining('bytes'),
  ])
  expect(log.queryByText('encrypted', { exact: false, selector: 'button' })).toBeNull()
  expect(log.queryByRole('button', { name: 'Show file' })).toBeNull()
  expect(log.getAllByRole('button', { name: 'Flag message from Binod' })).toHaveLength(4)
})

test('the list marks encrypted conversations', async () => {
  show([])
  const list = within(await screen.findByRole('list', { name: 'Conversations' }))
  expect(list.getByRole('link').textContent).toContain('End-to-end encrypted')
})

test('a flagged message shows the revealed content, who revealed it, and what is proven', async () => {
  const reports = [
    report('Asha', revealed('Give me your seat')),
    report('Chitra', revealed('Give me your seat')),
    report('Dev', { verified: false, reason: 'Rude' }),
  ]
  const encryption = { ...encryptedMessage(214).encryption, revision: 2 } as MonitoredMessage['encryption']
  show([], [flaggedEncrypted({ reports, encryption })])
  const item = within(await screen.findByRole('article'))
  expect(item.getAllByText('Give me your seat')).toHaveLength(1)
  expect(item.getByText('Revealed by Asha and Chitra')).toBeTruthy()
  expect(item.getByText(/^It is proven that Binod wrote exactly this\. The message was edited after it was reported\.$/)).toBeTruthy()
  expect(item.getAllByText('The report reveals exactly what was sent.', { exact: false })).toHaveLength(2)
  expect(item.getByText('Not verified').closest('dd')?.textContent).toMatch(/nobody can prove here what the message says/)
})

test('a report of an unencrypted message is neither verified nor unverified', async () => {
  show([], [flaggedMessage('Rude', { reports: [report('Asha')] })])
  const item = within(await screen.findByRole('article'))
  expect([item.queryByText(/erified/), item.queryByText('Proof')]).toEqual([null, null])
})

const encryptedPicture = async (name = 'seat.png', type = 'image/png') => {
  const { bytes, ...keys } = await encryptBytes({ conversation: 'physics', clientId: 'c', bytes: new TextEncoder().encode('picture') })
  const attachment = fileOf('encrypted', 'application/octet-stream', { size: bytes.length })
  const file = { name, type, size: 7, ...keys }
  return { bytes, message: flaggedEncrypted({ attachment, type: 'file', reports: [report('Asha', revealed('', { file }))] }) }
}

test('decrypts and shows a revealed picture on a press; no URL contains its key', async () => {
  watchAddresses()
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const { bytes, message } = await encryptedPicture()
  const page = show([], [message], [reply(attachmentsApi.file, new Blob([bytes]))])
  const item = within(await screen.findByRole('article'))
  expect(item.getByText('seat.png (7 bytes)')).toBeTruthy()
  expect(page.calls.filter(({ endpoint }) => endpoint === attachmentsApi.file)).toHaveLength(0)
  await page.user.click(item.getByRole('button', { name: 'Show file' }))
  expect((await item.findByRole('img', { name: 'Picture seat.png' })).getAttribute('src')).toMatch(/^blob:/)
  await page.user.click(item.getByRole('button', { name: 'Download seat.png' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  const [saved] = save.mock.calls[0] ?? []
  expect([saved?.name, saved?.type, await saved?.text()]).toEqual(['seat.png', 'image/png', 'picture'])
  const asked = page.calls.filter(({ endpoint }) => endpoint === attachmentsApi.file)
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(asked)).not.toContain(message.reports[0]?.disclosed?.file?.key)
})

test('saves content that a browser could execute as bytes and never shows it', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const { bytes, message } = await encryptedPicture('../ev\u202Eil.svg', 'image/svg+xml')
  const page = show([], [message], [reply(attachmentsApi.file, new Blob([bytes]))])
  const item = within(await screen.findByRole('article'))
  expect(item.queryByRole('button', { name: 'Show file' })).toBeNull()
  await page.user.click(item.getByRole('button', { name: 'Download evil.svg' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  const [saved] = save.mock.calls[0] ?? []
  expect([saved?.name, saved?.type]).toEqual(['evil.svg', 'application/octet-stream'])
})

test('does not open a file other than that of the message', async () => {
  const { bytes, message } = await encryptedPicture()
  const page = show([], [message], [reply(attachmentsApi.file, new Blob([bytes.map((byte) => byte ^ 1)]))])
  const item = within(await screen.findByRole('article'))
  await page.user.click(item.getByRole('button', { name: 'Show file' }))
  expect((await item.findByRole('alert')).textContent).toMatch(/^This is not the file that the message describes/)
})
