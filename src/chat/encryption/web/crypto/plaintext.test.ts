import { describe, expect, test } from 'vitest'
import type { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import type { Said } from '../../encryption.lists.policy.ts'
import { toBase64 } from './base64.ts'
import { makeKey } from './conversationKey.ts'
import { decryptV1, encryptV1 } from './envelope.ts'
import { commitTo } from './franking.ts'
import { sign } from './signatures.ts'
import { expectRefused, givenPeople } from './testing/devices.ts'
import { place, said } from './testing/messages.ts'

const { asha } = await givenPeople()
const key = await makeKey()
const device = asha.device
const author = asha.known
const encrypted = await encryptV1({ place, key, device, said })

describe('a plaintext that its own author signed and committed to', () => {
  /** Encrypts any bytes in the author’s name; the commitment is over `opened`. */
  const encryptRaw = async (plaintext: Uint8Array<ArrayBuffer>, opened: Said, frankingKey = new Uint8Array(32)): Promise<Envelope> => {
    const { conversation, sender, keyVersion, clientId, revision, type } = place
    const context = encodeFields('carrel/message/1', conversation, sender, device.deviceId, keyVersion, clientId, revision, type)
    const iv = new Uint8Array(12)
    const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: context }, key, plaintext))
    const commitment = await commitTo(place, opened, toBase64(frankingKey))
    const signature = await sign(device, encodeFields('carrel/envelope/1', context, iv, ciphertext, commitment))
    return { ...encrypted, iv: toBase64(iv), ciphertext: toBase64(ciphertext), commitment: toBase64(commitment), signature }
  }
  const utf8 = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
  const plain = { v: 1, ...said, frankingKey: toBase64(new Uint8Array(32)) }

  test('is shown if every part is valid', async () => {
    expect(await decryptV1({ place, encrypted: await encryptRaw(utf8(plain), said), key, author })).toMatchObject(said)
  })

  const file = { name: 'a', type: '', size: 1, key: plain.frankingKey, iv: toBase64(new Uint8Array(12)), sha256: plain.frankingKey }

  test.each<[string, unknown, Said?]>([
    ['no JSON', 'Exam at 9?'],
    ['a byte order mark before it', `\uFEFF${JSON.stringify(plain)}`],
    ['a lone surrogate, which commits as another text does', { ...plain, text: '\uD800' }, { ...said, text: '\uFFFD' }],
    ['NUL, which cannot be reported', { ...plain, text: 'a\0' }, { ...said, text: 'a\0' }],
    [
      'a text too long to be reported',
      { ...plain, text: 'a'.repeat(chatLimits.messageContent + 1) },
      { ...said, text: 'a'.repeat(chatLimits.messageContent + 1) },
    ],
    ['an empty replyTo, which commits as none', { ...plain, replyTo: '' }],
    ['no text', { ...plain, text: undefined }],
    ['a file in a message of the type text', { ...plain, file }, { ...said, file }],
    ['a franking key that HMAC takes for another', { ...plain, frankingKey: toBase64(new Uint8Array(33)) }],
    ['a franking key that is not canonical', { ...plain, frankingKey: plain.frankingKey.replace('A=', 'B=') }],
  ])('is refused: %s', async (_, value, committed = said) => {
    await expectRefused(decryptV1({ place, encrypted: await encryptRaw(utf8(value), committed), key, author }), 'malformed')
  })

  test('is rejected if its bytes are not UTF-8', async () => {
    const bytes = utf8(plain)
    bytes[bytes.indexOf(0x45)] = 0xff
    await expectRefused(
      decryptV1({ place, encrypted: await encryptRaw(bytes, { ...said, text: '\uFFFDxam at 9?' }), key, author }),
      'malformed',
    )
  })

  test('is reported as a later version', async () => {
    await expectRefused(decryptV1({ place, encrypted: await encryptRaw(utf8({ ...plain, v: 2 }), said), key, author }), 'unsupported')
  })

  test('is rejected if the commitment is to another text, reply or file', async () => {
    const others: Said[] = [
      { ...said, text: 'Exam at 8?' },
      { ...said, replyTo: 'x' },
      { ...said, file },
    ]
    for (const other of others)
      await expectRefused(decryptV1({ place, encrypted: await encryptRaw(utf8(plain), other), key, author }), 'uncommitted')
    const otherKey = await encryptRaw(utf8(plain), said, new Uint8Array(32).fill(1))
    await expectRefused(decryptV1({ place, encrypted: otherKey, key, author }), 'uncommitted')
  })
})

describe('content that no recipient would show is not encrypted', () => {
  test.each<[string, Said]>([
    ['a lone surrogate', { ...said, text: 'a\uDC00' }],
    ['NUL', { ...said, text: '\0' }],
    ['a text that is too long', { ...said, text: 'a'.repeat(chatLimits.messageContent + 1) }],
    ['an empty replyTo', { ...said, replyTo: '' }],
  ])('%s', async (_, wrong) => {
    await expectRefused(encryptV1({ place, key, device, said: wrong }), 'malformed')
  })

  test('a message of the type file without one', async () => {
    await expectRefused(encryptV1({ place: { ...place, type: 'file' }, key, device, said }), 'malformed')
  })
})
