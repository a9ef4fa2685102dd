import fc from 'fast-check'
import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import type { Place, Said } from '../../../encryption.lists.policy.ts'
import { toBase64 } from '../base64.ts'
import type { PlaceOfMessage } from '../envelope.ts'

export const place: PlaceOfMessage = {
  conversation: '0193c1d2-0000-7000-8000-000000000001',
  sender: '0193c1d2-aaaa-7000-8000-00000000000a',
  clientId: '5b1f0a7e3c7d4b6e9a540f6e2d1c3b2a',
  revision: 1,
  type: 'text',
  keyVersion: 3,
}

export const said: Said = { text: 'Exam at 9?', replyTo: null, file: null }

const base64 = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toBase64)

/** Any text a person can write: every character but NUL, in every plane, including JSON escapes. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('', ' ends ', '"\\\u2028', '</script>', '\uFEFFbom', 'e\u0301', '\u{10FFFF}', '__proto__', 'प'.repeat(9_000)),
  )
  .map((text) => text.replaceAll('\0', ''))

const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)

const anyFile: fc.Arbitrary<EncryptedFile> = fc.record({
  name: anyText.map((name) => name.slice(0, 200).toWellFormed() || 'a'),
  type: fc.constantFrom('', 'text/plain', 'image/webp'),
  size: fc.integer({ min: 0, max: chatLimits.attachmentBytes }),
  key: base64(32),
  iv: base64(12),
  sha256: base64(32),
})

export const anySaid: fc.Arbitrary<Said> = fc.record({ text: anyText, replyTo: fc.option(anyId), file: fc.option(anyFile) })

export const typeOf = ({ file }: Said): Place['type'] => (file ? 'file' : 'text')

export const anyPlace: fc.Arbitrary<PlaceOfMessage> = fc.record({
  conversation: anyId,
  sender: anyId,
  clientId: fc.uuid(),
  revision: fc.integer({ min: 1, max: chatLimits.revision }),
  type: fc.constant('text' as const),
  keyVersion: fc.integer({ min: 1, max: chatLimits.keyVersion }),
})
