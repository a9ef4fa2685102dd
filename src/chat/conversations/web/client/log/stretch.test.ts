import { expect, test } from 'vitest'
import type { Message, Quoted } from '../../../conversations.shapes.contract.ts'
import { encrypted, message } from '../../testing/samples.ts'
import { lastOf, originalOf, requoted, tombstoneOf } from './stretch.ts'

const attachment = {
  url: '/api/chat/attachments/a1',
  previewUrl: null,
  originalName: 'Timetable.pdf',
  mediaType: 'application/pdf',
  size: 1,
  width: null,
  height: null,
}

test.each([
  ['an encrypted file is named', { ...encrypted, content: null, attachment }, 'Timetable.pdf'],
  ['its caption goes before', { ...encrypted, content: 'From Monday', attachment }, 'From Monday'],
  ['an open file is named too', { content: null, attachment }, 'Timetable.pdf'],
])('in previews %s', (_, more, said) => {
  const sent = message(1, { type: 'file', ...more })
  expect([lastOf(sent).content, originalOf(sent).content]).toEqual([said, said])
})

const secret = (seq: number, more: Partial<Message> = {}): Message => message(seq, { ...encrypted, ...more })
/** Returns the quote of a reply whose original is known. */
const quoteAfter = (quoted: Quoted, original: Message): Quoted | null | undefined =>
  requoted([secret(2, { replyTo: quoted })], () => originalOf(original))[0]?.replyTo

test('marks an encrypted quote once as edited if its original has changed', () => {
  const edited = quoteAfter(secret(1, { marks: ['notEncrypted'] }), secret(1, { content: 'Otherwise', change: 1 }))
  expect(edited).toMatchObject({ content: 'Otherwise', marks: ['notEncrypted', 'editedSince'] })
  expect(quoteAfter(edited as Quoted, secret(1, { content: 'Again', change: 2 }))?.marks).toEqual(['notEncrypted', 'editedSince'])
})

test.each<[string, Quoted, Message]>([
  ['that is open', message(1), message(1, { content: 'Otherwise' })],
  ['that could not be opened before', secret(1, { content: null, unreadable: 'noKey' }), secret(1)],
  ['that was long', secret(1, { content: null, unreadable: 'tooLong' }), secret(1)],
  ['whose original was deleted', secret(1, { marks: ['editedSince'] }), tombstoneOf(secret(1), 1)],
])('a quote %s is not', (_, quoted, original) => {
  expect(quoteAfter(quoted, original)).not.toHaveProperty('marks')
})

test.each(['forged', 'changed'] as const)('a quote of another text than that of its reply stays so (%s)', (unreadable) => {
  expect(quoteAfter(secret(1, { content: null, unreadable }), secret(1))).toMatchObject({ content: null, unreadable })
})

test('a deleted message keeps nothing that decryption has added', () => {
  const deleted = tombstoneOf(secret(1, { marks: ['receivedLate'], claimedAt: 1, unreadable: 'noKey' }), 1)
  for (const field of ['marks', 'claimedAt', 'unreadable']) expect(deleted).not.toHaveProperty(field)
})
