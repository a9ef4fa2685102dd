import { describe, expect, test } from 'vitest'
import { consentBytes, listBody, listHash, rootOf } from '../../encryption.chain.policy.ts'
import { frankedListV2, type SaidV2 } from '../../encryption.lists.policy.ts'
import type { EncryptedTrustBook, SignedList, VersionHeader } from '../../encryption.shapes.contract.ts'
import type { TrustBook } from '../../encryption.trustBook.contract.ts'
import { deriveWithAllRounds } from '../../server/testing/madeKeys.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { confirmCodeV2 } from './confirmCode.ts'
import { browserPrimitives, consentTo, makeFirstList, makeNextList, verifyChain } from './deviceList.ts'
import { decryptV2, encryptV2, type PlaceV2 } from './envelopeV2.ts'
import {
  isHeaderSigned,
  keyHashOf,
  shareWithHeader,
  signHeader,
  unwrapSharedWithHeader,
  unwrapWithHeader,
  versionHash,
  wrapForHeader,
} from './keyVersion.ts'
import { decryptRecovery, encryptDeviceV2With } from './recovery.ts'
import { safetyNumberV2 } from './safetyNumber.ts'
import { givenPeople, keyOf, rawOf } from './testing/devices.ts'
import * as node from './testing/nodeSide.ts'
import * as two from './testing/nodeSideV2.ts'
import keys from './testing/vectors.json'
import vectors from './testing/vectorsV2.json'
import { decryptBook, encryptBookWith } from './trustBook.ts'

/* The committed bytes of version 2 match both the code and OpenSSL, following decision 21. */

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const { bytesOf } = node
const { asha: ashasKeys, ben: bensKeys, chitra: chitrasKeys } = keys.devices
/** One person with two browsers and a recovery device. */
const { asha: phone, ben: laptop, chitra: recovery } = await givenPeople()
const userId = phone.userId
const lists = vectors.lists.map(({ list }) => list as SignedList)
const [list0, list1, list2] = lists as [SignedList, SignedList, SignedList]
const spkis: Record<string, string> = Object.fromEntries(Object.values(keys.devices).map((of) => [of.deviceId, of.signingSpki]))

describe('device lists', () => {
  test.each(vectors.lists)('the bytes and hash of list $list.number, and its signatures', async ({ list, body, hash }) => {
    expect([hex(listBody(browserPrimitives, list as SignedList)), hex(two.listBody(list))]).toEqual([body, body])
    expect(await listHash(browserPrimitives, list as SignedList)).toBe(hash)
    expect(node.sha256(bytesOf(Buffer.from(body, 'hex').toString('base64'))).toString('base64')).toBe(hash)
    for (const { deviceId, signature } of list.signatures)
      expect(node.isSigned(spkis[deviceId] ?? '', Buffer.from(body, 'hex'), bytesOf(signature))).toBe(true)
  })

  test('computes the root of the lists and the consent of a new device', async () => {
    expect(await rootOf(browserPrimitives, list0)).toBe(vectors.root)
    expect(two.root(userId, list0.generation, ashasKeys.signingSpki, chitrasKeys.signingSpki)).toBe(vectors.root)
    const place = { userId, root: vectors.root, previous: list1.previous ?? '', deviceId: laptop.device.deviceId }
    expect(hex(consentBytes(place))).toBe(vectors.consent)
    expect(hex(two.consent(userId, vectors.root, place.previous, place.deviceId))).toBe(vectors.consent)
    const signature = bytesOf(list1.added[0]?.consent ?? '')
    expect(node.isSigned(bensKeys.signingSpki, Buffer.from(vectors.consent, 'hex'), signature)).toBe(true)
  })

  test('verifies a chain of them', async () => {
    const chain = await verifyChain(lists)
    expect(chain).toMatchObject({ userId, generation: 2, root: vectors.root, number: 2, head: vectors.lists[2]?.hash })
    expect(chain.hashes).toEqual(vectors.lists.map(({ hash }) => hash))
    expect(chain.devices.get(phone.device.deviceId)).toMatchObject({ addedAt: 0, revokedAt: 2, fingerprint: ashasKeys.fingerprint })
  })

  test('lists created by the code have the same bytes, and OpenSSL verifies their signatures', async () => {
    const made0 = await makeFirstList({ userId, generation: 2, device: phone.device, recovery: recovery.device })
    expect(await verifyChain([made0])).toMatchObject({ head: vectors.lists[0]?.hash })
    const consent = await consentTo({ userId, root: vectors.root, previous: list1.previous ?? '' }, laptop.device)
    expect(node.isSigned(bensKeys.signingSpki, Buffer.from(vectors.consent, 'hex'), bytesOf(consent))).toBe(true)
    const made1 = await makeNextList(await verifyChain([list0]), { by: [phone.device], added: list1.added })
    expect(node.isSigned(ashasKeys.signingSpki, two.listBody(made1), bytesOf(made1.signatures[0]?.signature ?? ''))).toBe(true)
    const { merged, revoked } = list2
    const made2 = await makeNextList(await verifyChain([list0, list1]), { by: [laptop.device, recovery.device], merged, revoked })
    expect([hex(two.listBody(made1)), hex(two.listBody(made2))]).toEqual([vectors.lists[1]?.body, vectors.lists[2]?.body])
  })
})

const { place, hash } = vectors.header
const header = vectors.header.header as VersionHeader

test('hashes and signs the header of a key version', async () => {
  expect([await versionHash(place, header), await isHeaderSigned(place, header, phone.known)]).toEqual([hash, true])
  const body = two.versionBody(place, header)
  expect([hex(body), node.sha256(body).toString('base64')]).toEqual([vectors.header.body, hash])
  const { signature, ...unsigned } = header
  const made = await signHeader(place, unsigned, phone.device)
  for (const one of [signature, made.signature]) expect(node.isSigned(ashasKeys.signingSpki, body, bytesOf(one))).toBe(true)
})

test('unwraps the committed keys, and wraps keys that OpenSSL unwraps', async () => {
  const { key, label, wrappedKey, wrapSignature, shareSignature } = vectors.key
  const { keyHash, members } = header
  expect([await keyHashOf(place, await keyOf(fromBase64(key))), two.keyHash(place, key)]).toEqual([keyHash, keyHash])
  const given = { ...place, hash, keyHash, device: laptop.device, by: phone.known, wrappedKey, extractable: true }
  const opened = await unwrapWithHeader({ ...given, signature: wrapSignature })
  const shared = await unwrapSharedWithHeader({ ...given, signature: shareSignature })
  expect([toBase64(await rawOf(opened)), toBase64(await rawOf(shared))]).toEqual([key, key])

  const ids = [ashasKeys.deviceId, bensKeys.deviceId] as const
  expect(hex(two.keyLabel(place))).toBe(label)
  expect(hex(two.wrapSigned(hash, ids[1], wrappedKey))).toBe(vectors.key.wrapSigned)
  expect(hex(two.shareSigned(hash, ...ids, wrappedKey))).toBe(vectors.key.shareSigned)
  const making = { ...place, hash, byDevice: phone.device, key: await keyOf(fromBase64(key)) }
  const [wrap] = await wrapForHeader({ ...making, members, recipients: [laptop.known] })
  const share = await shareWithHeader({ ...making, recipient: laptop.known })
  for (const made of [wrap, share])
    expect(node.unwrap(bensKeys.wrappingPkcs8, two.keyLabel(place), bytesOf(made?.wrappedKey ?? '')).toString('base64')).toBe(key)
  const isSigned = (bytes: Buffer, signature = '') => node.isSigned(ashasKeys.signingSpki, bytes, bytesOf(signature))
  expect(isSigned(two.wrapSigned(hash, ids[1], wrap?.wrappedKey ?? ''), wrap?.signature)).toBe(true)
  expect(isSigned(two.shareSigned(hash, ...ids, share.wrappedKey), share.signature)).toBe(true)
})

test.each(['reply', 'withFile', 'blank'] as const)('a message: %s', async (name) => {
  const { said: anything, order, iv, frankingKey, ...expected } = vectors.messages[name]
  const [at, said] = [expected.place as PlaceV2, anything as SaidV2]
  const key = await keyOf(fromBase64(vectors.key.key))
  const encrypted = await encryptV2({ place: at, key, device: phone.device, said, order, frankingKey, iv: fromBase64(iv) })
  expect([encrypted.ciphertext, encrypted.commitment, encrypted.iv]).toEqual([expected.ciphertext, expected.commitment, iv])
  expect(hex(frankedListV2(at, said))).toBe(expected.franked)
  const opened = await decryptV2({ place: at, encrypted: { ...encrypted, signature: expected.signature }, key, author: phone.known })
  expect(opened).toEqual({ ...said, ...order, frankingKey })

  const aad = two.aad(at)
  const ciphertext = node.encrypt(bytesOf(vectors.key.key), bytesOf(iv), Buffer.from(expected.plaintext), aad)
  const commitment = two.commitment(frankingKey, at, said)
  const signed = two.envelopeSigned(aad, bytesOf(iv), ciphertext, commitment)
  expect([hex(aad), hex(two.franked(at, said)), hex(signed)]).toEqual([expected.aad, expected.franked, expected.signed])
  expect([ciphertext.toString('base64'), commitment.toString('base64')]).toEqual([expected.ciphertext, expected.commitment])
  expect(node.isSigned(ashasKeys.signingSpki, signed, bytesOf(encrypted.signature))).toBe(true)
})

test('encrypts a trust book to the committed bytes, and decrypts it', async () => {
  const { key, aad, label, sealed: committed } = vectors.trustBook
  const book = vectors.trustBook.book as unknown as TrustBook
  const encrypted = committed as EncryptedTrustBook
  for (const { device } of [laptop, recovery]) expect(await decryptBook({ userId, encrypted, device, by: laptop.known })).toEqual(book)

  const recipients = [recovery.known, laptop.known]
  const given = { userId, number: encrypted.number, book, byDevice: laptop.device, recipients }
  const made = await encryptBookWith({ key: await keyOf(fromBase64(key)), iv: fromBase64(encrypted.iv) }, given)
  expect(made.ciphertext).toBe(encrypted.ciphertext)
  const fields = { userId, ...made }
  expect([hex(two.bookAad(fields)), hex(two.bookLabel(fields))]).toEqual([aad, label])
  const plaintext = node.decrypt(bytesOf(key), bytesOf(encrypted.iv), bytesOf(encrypted.ciphertext), two.bookAad(fields))
  expect(JSON.parse(plaintext.toString())).toEqual(book)
  expect(hex(two.bookSigned(fields, encrypted.wraps))).toBe(vectors.trustBook.signed)
  expect(node.isSigned(bensKeys.signingSpki, two.bookSigned(fields, made.wraps), bytesOf(made.signature))).toBe(true)
  expect(made.wraps.map(({ deviceId }) => deviceId)).toEqual(encrypted.wraps.map(({ deviceId }) => deviceId))
})

test('encrypts a recovery device to the committed bytes, and decrypts it', async () => {
  const { code, secret, key, iv, aad, sealed: encrypted, pinned } = vectors.recovery
  const { deviceId, publicKeyPem, signingKeyPem } = recovery.device
  expect(await encryptDeviceV2With(fromBase64(iv), { code, userId, device: recovery.device, pinned })).toBe(encrypted)
  const opened = await decryptRecovery({ code, userId, deviceId, publicKeyPem, signingKeyPem, encrypted })
  expect([opened.device.fingerprint, opened.pinned]).toEqual([chitrasKeys.fingerprint, pinned])
  expect(node.hkdf(secret, userId, 'carrel/recovery/2').toString('base64')).toBe(key)
  expect(hex(node.list('carrel/recovery/2', userId, deviceId))).toBe(aad)
  const plaintext = JSON.stringify({ wrapping: chitrasKeys.wrappingPkcs8, signing: chitrasKeys.signingPkcs8, ...pinned })
  const ciphertext = node.encrypt(bytesOf(key), bytesOf(iv), Buffer.from(plaintext), Buffer.from(aad, 'hex'))
  expect(Buffer.concat([bytesOf(iv), ciphertext]).toString('base64')).toBe(encrypted)
})

test('a safety number, and the code of a new device', async () => {
  deriveWithAllRounds()
  const { one, other, digits } = vectors.safety
  expect([await safetyNumberV2(one, other), await safetyNumberV2(other, one)]).toEqual([digits, digits])
  expect([one, other].map(two.safetyDigits).toSorted().join('')).toBe(digits)

  const { code, ...confirming } = vectors.confirm
  expect(await confirmCodeV2(confirming)).toBe(code)
  const hashes = [confirming.root, confirming.head, confirming.fingerprint].map(bytesOf)
  const number = node.pbkdf2(node.list('carrel/confirm/2', userId, ...hashes), 'carrel/confirm/2', 200_000).readBigUInt64BE() % 10n ** 15n
  expect(String(number).padStart(15, '0')).toBe(code.replaceAll(' ', ''))
})
