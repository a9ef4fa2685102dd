import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Envelope, EnvelopeV2 } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import type { SaidV2 } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey } from './conversationKey.ts'
import { decryptV1 } from './envelope.ts'
import { decryptV2, encryptV2, type PlaceV2 } from './envelopeV2.ts'
import { commitToV2 } from './franking.ts'
import { sign } from './signatures.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'
import { anySaid, typeOf } from './testing/messages.ts'
import vectors from './testing/vectorsV2.json'

const { asha, ben } = await givenPeople()
const key = await makeKey()
const [device, author] = [asha.device, asha.known]
const { order } = vectors.messages.reply
const place = vectors.messages.reply.place as PlaceV2
const said = vectors.messages.reply.said as SaidV2
const encrypted = await encryptV2({ place, key, device, said, order })
const opening = { place, encrypted, key, author }

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toBase64)
const anyReply: fc.Arbitrary<SaidV2['replyTo']> = fc.oneof(
  fc.constant(null),
  fc.record({
    deviceId: fc.constant(ben.known.deviceId),
    clientId: fc.uuid(),
    revision: fc.integer({ min: 1, max: chatLimits.revision }),
    commitment: hash,
  }),
  fc.record({ messageId: fc.uuid(), sha256: fc.oneof(hash, fc.constant('')) }),
)
const anyPlace = fc.record({
  conversation: fc.uuid(),
  sender: fc.uuid(),
  head: hash,
  keyVersion: fc.integer({ min: 1, max: chatLimits.keyVersion }),
  versionHash: hash,
  clientId: fc.uuid(),
  revision: fc.integer({ min: 1, max: chatLimits.revision }),
})
const anyOrder = fc.record({
  stream: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(toBase64),
  counter: fc.integer({ min: 1 }),
  sentAt: fc.nat(),
})

describe('round trip', () => {
  test('returns a message with its reply and order at any place', () =>
    fc.assert(
      fc.asyncProperty(anyPlace, anySaid, anyReply, anyOrder, async (somewhere, { text, file }, replyTo, when) => {
        const anything = { text, file, replyTo }
        const firstDeviceId = somewhere.revision === 1 ? device.deviceId : ben.known.deviceId
        const there: PlaceV2 = { ...somewhere, deviceId: device.deviceId, firstDeviceId, type: typeOf({ ...anything, replyTo: null }) }
        const envelope = await encryptV2({ place: there, key, device, said: anything, order: when })
        const { frankingKey, ...back } = await decryptV2({ place: there, encrypted: envelope, key, author })
        expect(back).toEqual({ ...anything, ...when })
        expect(fromBase64(frankingKey)).toHaveLength(32)
      }),
    ))

  test('the same franking key keeps the commitment and nothing else', async () => {
    const { frankingKey } = await decryptV2(opening)
    const again = await encryptV2({ place: { ...place, keyVersion: 9 }, key, device, said, order, frankingKey })
    expect(again.commitment).toBe(encrypted.commitment)
    expect([again.iv === encrypted.iv, again.ciphertext === encrypted.ciphertext]).toEqual([false, false])
    expect((await encryptV2({ place, key, device, said, order })).commitment).not.toBe(encrypted.commitment)
  })

  test('the longest text fits', async () => {
    for (const char of ['\u0001', 'प', '"']) {
      const longest = { ...said, text: char.repeat(chatLimits.messageContent) }
      expect(await decryptV2({ ...opening, encrypted: await encryptV2({ place, key, device, said: longest, order }) })).toMatchObject(
        longest,
      )
    }
  })
})

const contextOf = (at: PlaceV2) => {
  const [head, versionHash] = [fromBase64(at.head), fromBase64(at.versionHash)]
  const first = [at.conversation, at.sender, head, at.deviceId, at.firstDeviceId]
  return encodeFields('carrel/message/2', ...first, at.keyVersion, versionHash, at.clientId.toLowerCase(), at.revision, at.type)
}

/** Changes one thing as a member with the key could; the signature is then valid. */
const resigned = async (changed: EnvelopeV2, at = place): Promise<EnvelopeV2> => {
  const bytes = [changed.iv, changed.ciphertext, changed.commitment].map(fromBase64)
  return { ...changed, signature: await sign(device, encodeFields('carrel/envelope/2', contextOf(at), ...bytes)) }
}

const bit = fc.nat({ max: 1_000_000 })

describe('rejects', () => {
  test.each(['iv', 'ciphertext', 'commitment', 'signature', 'versionHash', 'head'] as const)('any flipped bit of %s', (field) =>
    fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const changed = { ...encrypted, [field]: toBase64(flipped(fromBase64(encrypted[field]), at)) }
        await expectRefused(decryptV2({ ...opening, encrypted: changed }), 'forged')
      }),
    ),
  )

  test.each([
    ['iv', 'undecryptable'],
    ['ciphertext', 'undecryptable'],
    ['commitment', 'uncommitted'],
  ] as const)('any flipped bit of %s, even where it is signed', (field, reason) =>
    fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const changed = await resigned({ ...encrypted, [field]: toBase64(flipped(fromBase64(encrypted[field]), at)) })
        await expectRefused(decryptV2({ ...opening, encrypted: changed }), reason)
      }),
    ),
  )

  const other = toBase64(new Uint8Array(32))
  const elsewhere: [field: string, there: PlaceV2][] = [
    ['conversation', { ...place, conversation: `${place.conversation}1` }],
    ['sender', { ...place, sender: ben.userId }],
    ['head of the sender', { ...place, head: other }],
    ['first device', { ...place, revision: 2, firstDeviceId: ben.known.deviceId }],
    ['clientId', { ...place, clientId: '5b1f0a7e3c7d4b6e9a540f6e2d1c3b2b' }],
    ['revision', { ...place, revision: 2 }],
    ['type', { ...place, type: 'file' }],
    ['number of the key', { ...place, keyVersion: 9 }],
    ['header of the key', { ...place, versionHash: other }],
    ['border of two fields', { ...place, conversation: place.conversation.slice(0, -1), sender: `1${place.sender}` }],
  ]
  test.each(elsewhere)('another %s, also where the signature is made for it', async (_, there) => {
    const { revision, keyVersion, versionHash, head, firstDeviceId } = there
    const moved = { ...encrypted, revision, keyVersion, versionHash, head, firstDeviceId }
    await expectRefused(decryptV2({ ...opening, place: there, encrypted: moved }), 'forged')
    await expectRefused(decryptV2({ ...opening, place: there, encrypted: await resigned(moved, there) }), 'undecryptable')
  })

  test.each(['keyVersion', 'versionHash', 'deviceId', 'firstDeviceId', 'head', 'revision'] as const)(
    'a place whose %s differs from the envelope',
    async (field) => {
      const value = { keyVersion: 9, versionHash: other, deviceId: ben.known.deviceId, firstDeviceId: ben.known.deviceId, head: other }
      const there = { ...place, ...{ [field]: field === 'revision' ? 2 : value[field] } }
      await expectRefused(decryptV2({ ...opening, place: there }), 'forged')
    },
  )

  test('another member in the name of the sender', async () => {
    const bensPlace = { ...place, deviceId: ben.known.deviceId, firstDeviceId: ben.known.deviceId }
    const bens = await encryptV2({ place: bensPlace, key, device: ben.device, said, order })
    await expectRefused(decryptV2({ ...opening, encrypted: bens }), 'forged')
    const { deviceId, firstDeviceId } = place
    await expectRefused(decryptV2({ ...opening, encrypted: { ...bens, deviceId, firstDeviceId } }), 'forged')
    await expectRefused(decryptV2({ ...opening, author: ben.known }), 'forged')
    await expectRefused(decryptV2({ ...opening, author: { ...ben.known, deviceId } }), 'forged')
    await expectRefused(decryptV2({ ...opening, author: { ...author, deviceId: ben.known.deviceId } }), 'forged')
    await expectRefused(decryptV2({ ...opening, author: { ...author, signingKey: null } }), 'forged')
  })

  test('another key', async () => {
    await expectRefused(decryptV2({ ...opening, key: await makeKey() }), 'undecryptable')
  })

  test.each<[string, object]>([
    ['version 1', { v: 1 }],
    ['a later version', { v: 3 }],
    ['another algorithm', { alg: 'A128GCM' }],
  ])('%s, which is named as such whatever else is wrong', async (_, change) => {
    await expectRefused(decryptV2({ ...opening, encrypted: { ...encrypted, ...change, signature: '' } as Envelope }), 'unsupported')
  })

  test('an envelope of the other version, in both directions', async () => {
    await expectRefused(decryptV1({ place, encrypted, key, author }), 'unsupported')
    const { versionHash: _, firstDeviceId: __, head: ___, ...bare } = encrypted
    await expectRefused(decryptV1({ place, encrypted: { ...bare, v: 1 }, key, author }), 'forged')
    await expectRefused(decryptV1({ place, encrypted: { ...encrypted, v: 1 }, key, author }), 'malformed')
  })

  test.each<[string, object]>([
    ['an IV of another length', { iv: toBase64(new Uint8Array(16)) }],
    ['base64 that is not canonical', { commitment: encrypted.commitment.replace(/=$/, '') }],
    ['a number as a text', { revision: '1' }],
    ['no head', { head: undefined }],
    ['no hash of the key version', { versionHash: undefined }],
    ['a first revision of another device', { firstDeviceId: ben.known.deviceId }],
    ['revision 0', { revision: 0 }],
  ])('an envelope that is none: %s', async (_, change) => {
    await expectRefused(decryptV2({ ...opening, encrypted: { ...encrypted, ...change } as Envelope }), 'malformed')
  })

  test('encrypting a message of the type file without a file', async () => {
    await expectRefused(encryptV2({ place: { ...place, type: 'file' }, key, device, said, order }), 'malformed')
  })

  test('encrypting for a device other than that of the place', async () => {
    await expectRefused(encryptV2({ place, key, device: ben.device, said, order }), 'malformed')
  })
})

describe('a plaintext that its own author signed and committed to', () => {
  const zeros = toBase64(new Uint8Array(32))
  const encryptRaw = async (plaintext: string, opened: SaidV2): Promise<EnvelopeV2> => {
    const iv = new Uint8Array(12)
    const algorithm = { name: 'AES-GCM', iv, additionalData: contextOf(place) }
    const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(plaintext)))
    const commitment = toBase64(await commitToV2(place, opened, zeros))
    return resigned({ ...encrypted, iv: toBase64(iv), ciphertext: toBase64(ciphertext), commitment })
  }
  const plain = { v: 2, ...said, frankingKey: zeros, ...order }
  const file = { name: 'a', type: '', size: 1, key: zeros, iv: toBase64(new Uint8Array(12)), sha256: zeros }
  const reply = said.replyTo as { deviceId: string; clientId: string; revision: number; commitment: string }

  test('is shown if every part is valid', async () => {
    expect(await decryptV2({ ...opening, encrypted: await encryptRaw(JSON.stringify(plain), said) })).toMatchObject(said)
  })

  const otherReplies: [string, SaidV2['replyTo']][] = [
    ['device', { ...reply, deviceId: asha.known.deviceId }],
    ['message', { ...reply, clientId: '0193c1d2-0000-4000-8000-0000000000fe' }],
    ['revision', { ...reply, revision: 2 }],
    ['commitment', { ...reply, commitment: zeros }],
    ['kind', { messageId: 'one', sha256: '' }],
    ['existence', null],
  ]
  test.each(otherReplies)('is refused where the commitment is to a reply of another %s', async (_, replyTo) => {
    await expectRefused(decryptV2({ ...opening, encrypted: await encryptRaw(JSON.stringify(plain), { ...said, replyTo }) }), 'uncommitted')
  })

  test('is rejected if the commitment is to another text of an unencrypted message', async () => {
    const one = { messageId: 'one', sha256: zeros }
    const written = JSON.stringify({ ...plain, replyTo: one })
    expect(await decryptV2({ ...opening, encrypted: await encryptRaw(written, { ...said, replyTo: one }) })).toMatchObject({ replyTo: one })
    for (const change of [{ sha256: '' }, { messageId: 'two' }])
      await expectRefused(
        decryptV2({ ...opening, encrypted: await encryptRaw(written, { ...said, replyTo: { ...one, ...change } }) }),
        'uncommitted',
      )
  })

  test.each<[string, object]>([
    ['a reply of version 1', { replyTo: '0193c1d2-0000-7000-8000-0000000000ff' }],
    ['a reply with a clientId in upper case', { replyTo: { ...reply, clientId: reply.clientId.toUpperCase() } }],
    ['a reply without a commitment', { replyTo: { ...reply, commitment: undefined } }],
    ['no stream', { stream: undefined }],
    ['a stream that is too short', { stream: toBase64(new Uint8Array(15)) }],
    ['counter 0', { counter: 0 }],
    ['a counter that is no number', { counter: '1' }],
    ['a fraction of a millisecond', { sentAt: 0.5 }],
    ['a time that no date can hold', { sentAt: 8_640_000_000_000_001 }],
    ['a lone surrogate', { text: '\uD800' }],
    ['a file in a message of the type text', { file }],
    ['NUL', { text: 'a\0' }],
    ['a franking key that HMAC takes for another', { frankingKey: toBase64(new Uint8Array(33)) }],
  ])('is refused: %s', async (_, change) => {
    await expectRefused(decryptV2({ ...opening, encrypted: await encryptRaw(JSON.stringify({ ...plain, ...change }), said) }), 'malformed')
  })

  test.each([1, 3])('is refused: version %i inside version 2', async (v) => {
    await expectRefused(decryptV2({ ...opening, encrypted: await encryptRaw(JSON.stringify({ ...plain, v }), said) }), 'unsupported')
  })
})
