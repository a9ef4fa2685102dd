import { expect, test } from 'vitest'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { frankedList, membersList, type Said } from '../../encryption.lists.policy.ts'
import { deriveWithAllRounds } from '../../server/testing/madeKeys.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { confirmCode } from './confirmCode.ts'
import { membersHash, shareWith, unwrap, unwrapShared, wrapFor } from './conversationKey.ts'
import { decryptV1, encryptV1With, type PlaceOfMessage } from './envelope.ts'
import { decryptBytes, encryptBytesWith } from './file.ts'
import { decryptDevice, encryptDeviceWith } from './recovery.ts'
import { safetyNumber } from './safetyNumber.ts'
import { givenPeople, keyOf, rawOf } from './testing/devices.ts'
import * as node from './testing/nodeSide.ts'
import vectors from './testing/vectors.json'

/* The committed bytes match both the code and OpenSSL, following docs/encryption.md. */

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const { bytesOf } = node
const { members, key: wrapped, recovery } = vectors
const { asha: ashasKeys, ben: bensKeys, chitra: chitrasKeys } = vectors.devices

const { asha, ben } = await givenPeople()

test('encodes lists of fields as committed', () => {
  expect(hex(encodeFields(...vectors.list.fields))).toBe(vectors.list.bytes)
  expect(hex(node.list(...vectors.list.fields))).toBe(vectors.list.bytes)
})

test.each(Object.entries(vectors.devices))('id and fingerprint of the device of %s', async (name, keys) => {
  const { known } = (await givenPeople())[name as 'asha']
  const spki = [bytesOf(keys.wrappingSpki), bytesOf(keys.signingSpki)] as const
  expect([known.deviceId, known.fingerprint]).toEqual([keys.deviceId, keys.fingerprint])
  expect(node.sha256(spki[0]).toString('base64url')).toBe(keys.deviceId)
  expect(node.sha256(node.list('carrel/device/1', ...spki)).toString('base64')).toBe(keys.fingerprint)
})

test('hashes the members as committed', async () => {
  expect(hex(membersList(members.members))).toBe(members.list)
  expect(await membersHash(members.members)).toBe(members.hash)
  const inOrder = [ashasKeys, bensKeys].flatMap(({ userId, deviceId }) => [userId, 1, deviceId])
  expect(hex(node.list('carrel/members/1', ...inOrder))).toBe(members.list)
  expect(node.sha256(Buffer.from(members.list, 'hex')).toString('base64')).toBe(members.hash)
})

const keyPlace = { conversation: wrapped.conversation, keyVersion: wrapped.keyVersion }

test('unwraps a wrapped and a shared key', async () => {
  const given = { ...keyPlace, device: ben.device, by: asha.known, wrappedKey: wrapped.wrappedKey, extractable: true }
  const key = await unwrap({ ...given, membersHash: members.hash, signature: wrapped.wrapSignature })
  const shared = await unwrapShared({ ...given, signature: wrapped.shareSignature })
  expect([toBase64(await rawOf(key)), toBase64(await rawOf(shared))]).toEqual([wrapped.key, wrapped.key])
})

test('OpenSSL unwraps and verifies wrapped and shared keys', async () => {
  const { conversation, keyVersion } = keyPlace
  const given = { ...keyPlace, byDevice: asha.device, recipient: ben.known, key: await keyOf(fromBase64(wrapped.key)) }
  const wrap = await wrapFor({ ...given, members: members.members })
  const share = await shareWith(given)
  const label = node.list('carrel/key/1', conversation, keyVersion)
  expect(hex(label)).toBe(wrapped.label)
  const byAndTo = (of: { wrappedKey: string }) => [ashasKeys.deviceId, bensKeys.deviceId, bytesOf(of.wrappedKey)]
  const wrapSigned = (of: { wrappedKey: string }) =>
    node.list('carrel/wrap/1', conversation, keyVersion, bytesOf(members.hash), ...byAndTo(of))
  const shareSigned = (of: { wrappedKey: string }) => node.list('carrel/share/1', conversation, keyVersion, ...byAndTo(of))
  expect([hex(wrapSigned(wrapped)), hex(shareSigned(wrapped))]).toEqual([wrapped.wrapSigned, wrapped.shareSigned])
  for (const { wrappedKey } of [wrap, share])
    expect(node.unwrap(bensKeys.wrappingPkcs8, label, bytesOf(wrappedKey)).toString('base64')).toBe(wrapped.key)
  expect(node.isSigned(ashasKeys.signingSpki, wrapSigned(wrap), bytesOf(wrap.signature))).toBe(true)
  expect(node.isSigned(ashasKeys.signingSpki, shareSigned(share), bytesOf(share.signature))).toBe(true)
})

const fileList = ({ file: f }: Said) => (f ? node.list(f.name, f.type, f.size, f.key, f.iv, f.sha256) : '')

test.each(['text', 'withFile'] as const)('a message: %s', async (name) => {
  const { said, iv, frankingKey, ...expected } = vectors[name]
  const place = expected.place as PlaceOfMessage
  const chosen = { iv: fromBase64(iv), frankingKey: fromBase64(frankingKey) }
  const key = await keyOf(fromBase64(wrapped.key))
  const encrypted = await encryptV1With(chosen, { place, key, device: asha.device, said })
  expect([encrypted.ciphertext, encrypted.commitment, encrypted.iv]).toEqual([expected.ciphertext, expected.commitment, iv])
  expect(hex(frankedList(place, said))).toBe(expected.franked)
  const { signature } = expected
  expect(await decryptV1({ place, encrypted: { ...encrypted, signature }, key, author: asha.known })).toEqual({ ...said, frankingKey })

  const { conversation, sender, keyVersion, revision, type } = place
  const clientId = place.clientId.toLowerCase()
  const aad = node.list('carrel/message/1', conversation, sender, ashasKeys.deviceId, keyVersion, clientId, revision, type)
  const ciphertext = node.encrypt(bytesOf(wrapped.key), chosen.iv, Buffer.from(expected.plaintext), aad)
  const replyTo = said.replyTo ?? ''
  const franked = node.list('carrel/franking/1', conversation, sender, clientId, revision, type, replyTo, said.text, fileList(said))
  const commitment = node.hmac(chosen.frankingKey, franked)
  const signed = node.list('carrel/envelope/1', aad, chosen.iv, ciphertext, commitment)
  expect([hex(aad), hex(franked), hex(signed)]).toEqual([expected.aad, expected.franked, expected.signed])
  expect([ciphertext.toString('base64'), commitment.toString('base64')]).toEqual([expected.ciphertext, expected.commitment])
  expect(node.isSigned(ashasKeys.signingSpki, signed, bytesOf(encrypted.signature))).toBe(true)
})

test('encrypts a file to the committed bytes, and decrypts it', async () => {
  const { conversation, clientId, key, iv, bytes, aad, sealed: encrypted, sha256 } = vectors.file
  const made = await encryptBytesWith({ key: fromBase64(key), iv: fromBase64(iv) }, { conversation, clientId, bytes: fromBase64(bytes) })
  expect({ ...made, bytes: toBase64(made.bytes) }).toEqual({ bytes: encrypted, key, iv, sha256 })
  const file = { size: bytesOf(bytes).length, key, iv, sha256 }
  expect(toBase64(await decryptBytes({ conversation, clientId, file, bytes: fromBase64(encrypted) }))).toBe(bytes)
  expect(hex(node.list('carrel/file/1', conversation, clientId.toLowerCase()))).toBe(aad)
  expect(node.encrypt(bytesOf(key), bytesOf(iv), bytesOf(bytes), Buffer.from(aad, 'hex')).toString('base64')).toBe(encrypted)
  expect(node.sha256(bytesOf(encrypted)).toString('base64')).toBe(sha256)
})

test('encrypts a recovery device to the committed bytes, and decrypts it', async () => {
  const { code, secret, key, iv, aad, sealed: encrypted } = recovery
  const { userId, deviceId, wrappingPkcs8, signingPkcs8 } = ashasKeys
  expect(await encryptDeviceWith(fromBase64(iv), { code, userId, device: asha.device })).toBe(encrypted)
  const { publicKeyPem, signingKeyPem } = asha.device
  expect((await decryptDevice({ code, userId, deviceId, publicKeyPem, signingKeyPem, encrypted })).fingerprint).toBe(ashasKeys.fingerprint)
  expect(node.hkdf(secret, userId, 'carrel/recovery/1').toString('base64')).toBe(key)
  expect(hex(node.list('carrel/recovery/1', userId, deviceId))).toBe(aad)
  const plaintext = Buffer.from(JSON.stringify({ wrapping: wrappingPkcs8, signing: signingPkcs8 }))
  const ciphertext = node.encrypt(bytesOf(key), bytesOf(iv), plaintext, Buffer.from(aad, 'hex'))
  expect(Buffer.concat([bytesOf(iv), ciphertext]).toString('base64')).toBe(encrypted)
})

/** Returns the 30 digits of one person. */
const nodeDigits = (userId: string, fingerprints: string[]): string => {
  const hash = node.sha512(node.list('carrel/safety/1', userId, ...fingerprints.map(bytesOf).sort(Buffer.compare)))
  return Array.from({ length: 6 }, (_, group) => String(hash.readUIntBE(group * 5, 5) % 100_000).padStart(5, '0')).join('')
}

test('a safety number, and the code of a new device', async () => {
  deriveWithAllRounds()
  const fingerprints = [ashasKeys.fingerprint, chitrasKeys.fingerprint]
  const ben = { userId: bensKeys.userId, fingerprints: [bensKeys.fingerprint] }
  expect(await safetyNumber({ userId: ashasKeys.userId, fingerprints }, ben)).toBe(vectors.safetyNumber)
  const halves = [nodeDigits(ashasKeys.userId, fingerprints), nodeDigits(ben.userId, ben.fingerprints)]
  expect(halves.toSorted().join('')).toBe(vectors.safetyNumber)

  expect(await confirmCode(ashasKeys.userId, ashasKeys.fingerprint)).toBe(vectors.confirmCode)
  const password = node.list('carrel/confirm/1', ashasKeys.userId, bytesOf(ashasKeys.fingerprint))
  const number = node.pbkdf2(password, 'carrel/confirm/1', 200_000).readBigUInt64BE() % 10n ** 15n
  expect(String(number).padStart(15, '0')).toBe(vectors.confirmCode.replaceAll(' ', ''))
})
