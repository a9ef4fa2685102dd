import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { limits } from '#contract/limits.ts'
import { encryptionLimits } from '../../encryption.limits.ts'
import type { EncryptedTrustBook } from '../../encryption.shapes.contract.ts'
import { TrustBook } from '../../encryption.trustBook.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { sign } from './signatures.ts'
import { fieldsOf, withChange } from './testing/changes.ts'
import { expectRefused, givenPeople } from './testing/devices.ts'
import vectors from './testing/vectorsV2.json'
import { decryptBook, encryptBook } from './trustBook.ts'
import { makeKey, wrapKey } from './wrapping.ts'

const { asha: phone, ben: laptop, chitra } = await givenPeople()
const userId = phone.userId
const book = vectors.trustBook.book as unknown as TrustBook
const given = { userId, number: 5, book, byDevice: phone.device, recipients: [phone.known, laptop.known] }
const encrypted = await encryptBook(given)
const opening = { userId, encrypted, device: laptop.device, by: phone.known }

test('each device of the person decrypts what one of them wrote', async () => {
  for (const { device } of [phone, laptop]) expect(await decryptBook({ ...opening, device })).toEqual(book)
})

test('does not depend on the order of the devices', async () => {
  const other = await encryptBook({ ...given, recipients: given.recipients.toReversed() })
  expect(other.wraps.map(({ deviceId }) => deviceId)).toEqual(encrypted.wraps.map(({ deviceId }) => deviceId))
})

test('never gives the same bytes twice', async () => {
  const again = await encryptBook(given)
  expect([again.iv === encrypted.iv, again.ciphertext === encrypted.ciphertext]).toEqual([false, false])
})

describe('rejects', () => {
  test('any changed field or flipped bit', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat({ max: 100_000 }), async (which, at) => {
        const paths = fieldsOf(encrypted)
        const changed = withChange(encrypted, paths[which % paths.length] ?? [], at)
        await expectRefused(decryptBook({ ...opening, encrypted: changed }), 'forged', 'malformed')
      }),
      { numRuns: 200 },
    ))

  test('the book of another person', async () => {
    await expectRefused(decryptBook({ ...opening, userId: laptop.userId }), 'forged')
  })

  test('a book by another device, or without the requesting device', async () => {
    await expectRefused(decryptBook({ ...opening, by: laptop.known }), 'forged')
    await expectRefused(decryptBook({ ...opening, by: { ...laptop.known, deviceId: phone.known.deviceId } }), 'forged')
    await expectRefused(decryptBook({ ...opening, by: { ...phone.known, deviceId: laptop.known.deviceId } }), 'forged')
    await expectRefused(decryptBook({ ...opening, device: chitra.device }), 'undecryptable')
  })

  /** Signed by one of the person’s devices, which never encrypted it like this. */
  const resigned = async (changes: Partial<EncryptedTrustBook>, forUser = userId): Promise<EncryptedTrustBook> => {
    const made = { ...encrypted, ...changes }
    const wraps = made.wraps.flatMap(({ deviceId, wrappedKey }) => [deviceId, fromBase64(wrappedKey)])
    const [iv, ciphertext] = [fromBase64(made.iv), fromBase64(made.ciphertext)]
    const fields = [forUser, made.number, made.byDevice, iv, ciphertext, made.wraps.length]
    return { ...made, signature: await sign(phone.device, encodeFields('carrel/book-signature/1', ...fields, ...wraps)) }
  }

  test('an older book under a newer number, or that of another person, even if signed', async () => {
    expect(await decryptBook({ ...opening, encrypted: await resigned({}) })).toEqual(book)
    await expectRefused(decryptBook({ ...opening, encrypted: await resigned({ number: 6 }) }), 'undecryptable')
    const forLaptop = await resigned({}, laptop.userId)
    await expectRefused(decryptBook({ ...opening, encrypted: forLaptop, userId: laptop.userId }), 'undecryptable')
  })

  test('a ciphertext of another place under a key wrapped for this one', async () => {
    const key = await makeKey()
    const label = encodeFields('carrel/book-key/1', userId, 5)
    const iv = new Uint8Array(12)
    const at = async (additionalData: Uint8Array<ArrayBuffer>, plaintext: unknown) => {
      const bytes = new TextEncoder().encode(JSON.stringify(plaintext))
      const ciphertext = toBase64(new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes)))
      const wraps = [{ deviceId: laptop.known.deviceId, wrappedKey: toBase64(await wrapKey(label, key, laptop.known)) }]
      return decryptBook({ ...opening, encrypted: await resigned({ iv: toBase64(iv), ciphertext, wraps }) })
    }
    const here = encodeFields('carrel/book/1', userId, 5, phone.known.deviceId)
    expect(await at(here, book)).toEqual(book)
    await expectRefused(at(encodeFields('carrel/book/1', userId, 4, phone.known.deviceId), book), 'undecryptable')
    await expectRefused(at(encodeFields('carrel/book/1', userId, 5, laptop.known.deviceId), book), 'undecryptable')
    await expectRefused(at(here, { ...book, v: 2 }), 'unsupported')
    await expectRefused(at(here, { ...book, people: [] }), 'malformed')
    const pin = book.people[userId]
    await expectRefused(at(here, { ...book, people: { [userId]: { ...pin, head: 'no hash' } } }), 'malformed')
    await expectRefused(at(here, { ...book, people: { 'no id!': pin } }), 'malformed')
  })

  const many = (field: 'people' | 'conversations', count: number): TrustBook => {
    const [one] = Object.values(book[field])
    return { ...book, [field]: Object.fromEntries(Array.from({ length: count }, (_, at) => [`id-${at}`, one])) }
  }

  test.each(['people', 'conversations'] as const)('more %s than the limit', (field) => {
    expect(TrustBook.safeParse(many(field, encryptionLimits.trustBookEntries)).success).toBe(true)
    expect(TrustBook.safeParse(many(field, encryptionLimits.trustBookEntries + 1)).success).toBe(false)
  })

  test('a book that is too large for one call', async () => {
    await expectRefused(encryptBook({ ...given, book: many('people', encryptionLimits.trustBookEntries) }), 'malformed')
    expect((await encryptBook({ ...given, book: many('people', 3_000) })).ciphertext.length).toBeLessThan(limits.jsonBodyBytes)
  })

  test('a book for no device, or an empty one', async () => {
    await expectRefused(encryptBook({ ...given, recipients: [] }), 'malformed')
    await expectRefused(encryptBook({ ...given, book: {} as TrustBook }), 'malformed')
  })
})
