import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey } from './conversationKey.ts'
import { decryptV1, encryptV1, type PlaceOfMessage } from './envelope.ts'
import { sign } from './signatures.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'
import { anyPlace, anySaid, place, said, typeOf } from './testing/messages.ts'

const { asha, ben } = await givenPeople()
const key = await makeKey()
const device = asha.device
const author = asha.known
const encrypted = await encryptV1({ place, key, device, said })

describe('round trip', () => {
  test('returns any content at any place', () =>
    fc.assert(
      fc.asyncProperty(anyPlace, anySaid, async (somewhere, anything) => {
        const there = { ...somewhere, type: typeOf(anything) }
        const envelope = await encryptV1({ place: there, key, device, said: anything })
        const { frankingKey, ...back } = await decryptV1({ place: there, encrypted: envelope, key, author })
        expect(back).toEqual(anything)
        expect(fromBase64(frankingKey)).toHaveLength(32)
      }),
    ))

  test('the server accepts the envelope of the longest text, regardless of escapes', async () => {
    for (const char of ['\u0001', 'प', '"'])
      expect(
        await decryptV1({
          place,
          encrypted: await encryptV1({ place, key, device, said: { ...said, text: char.repeat(chatLimits.messageContent) } }),
          key,
          author,
        }),
      ).toMatchObject({ replyTo: null })
  })

  test('ignores the case of clientId', async () => {
    expect(await decryptV1({ place: { ...place, clientId: place.clientId.toUpperCase() }, encrypted, key, author })).toMatchObject(said)
  })

  test('uses no random value twice', async () => {
    const again = await encryptV1({ place, key, device, said })
    const opened = await Promise.all([encrypted, again].map((envelope) => decryptV1({ place, encrypted: envelope, key, author })))
    expect(again.iv).not.toBe(encrypted.iv)
    expect(again.commitment).not.toBe(encrypted.commitment)
    expect(opened[0]?.frankingKey).not.toBe(opened[1]?.frankingKey)
  })
})

const bit = fc.nat({ max: 1_000_000 })

describe('rejects', () => {
  test.each(['iv', 'ciphertext', 'commitment', 'signature'] as const)('any flipped bit of %s, its tag included', (field) =>
    fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const changed = { ...encrypted, [field]: toBase64(flipped(fromBase64(encrypted[field]), at)) }
        await expectRefused(decryptV1({ place, encrypted: changed, key, author }), 'forged')
      }),
    ),
  )

  /** Changes one field as a member with the key could; the signature is then valid. */
  const resigned = async (changed: Envelope, at = place): Promise<Envelope> => {
    const { conversation, sender, keyVersion, clientId, revision, type } = at
    const context = encodeFields('carrel/message/1', conversation, sender, device.deviceId, keyVersion, clientId, revision, type)
    const bytes = [changed.iv, changed.ciphertext, changed.commitment].map(fromBase64)
    return { ...changed, signature: await sign(device, encodeFields('carrel/envelope/1', context, ...bytes)) }
  }

  test.each(['iv', 'ciphertext'] as const)('any flipped bit of %s, even where it is signed', (field) =>
    fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const changed = await resigned({ ...encrypted, [field]: toBase64(flipped(fromBase64(encrypted[field]), at)) })
        await expectRefused(decryptV1({ place, encrypted: changed, key, author }), 'undecryptable')
      }),
    ),
  )

  test('any flipped bit of the commitment, even if it is signed', () =>
    fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const changed = await resigned({ ...encrypted, commitment: toBase64(flipped(fromBase64(encrypted.commitment), at)) })
        await expectRefused(decryptV1({ place, encrypted: changed, key, author }), 'uncommitted')
      }),
    ))

  const elsewhere: [field: string, there: PlaceOfMessage][] = [
    ['conversation', { ...place, conversation: `${place.conversation}1` }],
    ['sender', { ...place, sender: ben.userId }],
    ['clientId', { ...place, clientId: '5b1f0a7e3c7d4b6e9a540f6e2d1c3b2b' }],
    ['revision', { ...place, revision: 2 }],
    ['type', { ...place, type: 'file' }],
    ['keyVersion', { ...place, keyVersion: 4 }],
    ['the border of two fields', { ...place, conversation: place.conversation.slice(0, -1), sender: `1${place.sender}` }],
  ]

  test.each(elsewhere)('another %s, also where the signature is made for it', async (_, there) => {
    const { revision, keyVersion } = there
    const moved = { ...encrypted, revision, keyVersion }
    await expectRefused(decryptV1({ place: there, encrypted: moved, key, author }), 'forged')
    await expectRefused(decryptV1({ place: there, encrypted: await resigned(moved, there), key, author }), 'undecryptable')
  })

  test('a revision other than that of the message', async () => {
    await expectRefused(decryptV1({ place, encrypted: { ...encrypted, revision: 2 }, key, author }), 'forged')
    await expectRefused(decryptV1({ place: { ...place, revision: 2 }, encrypted, key, author }), 'forged')
  })

  test('another member in the name of the sender', async () => {
    const bens = await encryptV1({ place, key, device: ben.device, said })
    await expectRefused(decryptV1({ place, encrypted: bens, key, author }), 'forged')
    await expectRefused(decryptV1({ place, encrypted: { ...bens, deviceId: author.deviceId }, key, author }), 'forged')
    await expectRefused(decryptV1({ place, encrypted, key, author: ben.known }), 'forged')
    await expectRefused(decryptV1({ place, encrypted, key, author: { ...author, signingKey: null } }), 'forged')
  })

  test('a device that signed as another one', async () => {
    const deviceId = ben.known.deviceId
    const { conversation, sender, keyVersion, clientId, revision, type } = place
    const context = encodeFields('carrel/message/1', conversation, sender, deviceId, keyVersion, clientId, revision, type)
    const bytes = [encrypted.iv, encrypted.ciphertext, encrypted.commitment].map(fromBase64)
    const signature = await sign(device, encodeFields('carrel/envelope/1', context, ...bytes))
    await expectRefused(decryptV1({ place, encrypted: { ...encrypted, deviceId, signature }, key, author }), 'forged')
  })

  test('another key', async () => {
    await expectRefused(decryptV1({ place, encrypted, key: await makeKey(), author }), 'undecryptable')
  })

  test.each<[string, object]>([
    ['a later version', { v: 2 }],
    ['another algorithm', { alg: 'A128GCM' }],
  ])('%s is named as such, whatever else is wrong', async (_, change) => {
    await expectRefused(decryptV1({ place, encrypted: { ...encrypted, ...change, signature: '' }, key, author }), 'unsupported')
  })

  test.each<[string, object]>([
    ['an IV of another length', { iv: toBase64(new Uint8Array(16)) }],
    ['base64 that is not canonical', { commitment: encrypted.commitment.replace(/=$/, '') }],
    ['a number as a text', { revision: '1' }],
    ['no signature', { signature: undefined }],
  ])('an envelope that is none: %s', async (_, change) => {
    await expectRefused(decryptV1({ place, encrypted: { ...encrypted, ...change }, key, author }), 'malformed')
  })
})
