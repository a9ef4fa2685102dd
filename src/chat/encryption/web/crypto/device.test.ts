import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { confirmCode } from './confirmCode.ts'
import { makeDevice, publicDeviceOf, textHash } from './device.ts'
import { pemToSpki, spkiToPem } from './pem.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'

const { asha, ben } = await givenPeople()
const { publicKeyPem, signingKeyPem } = asha.device

test('keeps the private halves non-extractable; the public halves identify the same device', async () => {
  const device = await makeDevice({ extractable: false })
  const { wrapping, signing, deviceId, fingerprint } = device
  expect([wrapping.privateKey.extractable, signing.privateKey.extractable]).toEqual([false, false])
  await expect(crypto.subtle.exportKey('pkcs8', wrapping.privateKey)).rejects.toThrow()
  await expect(crypto.subtle.exportKey('pkcs8', signing.privateKey)).rejects.toThrow()
  expect(await publicDeviceOf(device)).toMatchObject({ deviceId, fingerprint })
})

test('a device without a signing key has the same id and another fingerprint', async () => {
  const known = await publicDeviceOf({ publicKeyPem, signingKeyPem: null })
  expect([known.deviceId, known.signingKey]).toEqual([asha.known.deviceId, null])
  expect(known.fingerprint).not.toBe(asha.known.fingerprint)
})

test('another signing key is another fingerprint', async () => {
  const known = await publicDeviceOf({ publicKeyPem, signingKeyPem: ben.device.signingKeyPem })
  expect(known.deviceId).toBe(asha.known.deviceId)
  expect(known.fingerprint).not.toBe(asha.known.fingerprint)
})

const pemOf = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'spki' }))
const rsaPem = (modulusLength: number, publicExponent = 65537): string =>
  pemOf(generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey)
const ecPem = (namedCurve: string): string => pemOf(generateKeyPairSync('ec', { namedCurve }).publicKey)

test.each([
  ['a short one', () => rsaPem(1024)],
  ['one with e = 3', () => rsaPem(2048, 3)],
  ['one of an elliptic curve', () => signingKeyPem],
])('a wrapping key is refused: %s', async (_, pem) => {
  await expectRefused(publicDeviceOf({ publicKeyPem: pem(), signingKeyPem }), 'weakDevice')
})

test.each([
  ['one on another curve', () => ecPem('P-384')],
  ['one of RSA', () => publicKeyPem],
])('a signing key is refused: %s', async (_, pem) => {
  await expectRefused(publicDeviceOf({ publicKeyPem, signingKeyPem: pem() }), 'weakDevice')
})

test('imports a public key once, and rejects a weak one each time', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const pems = { publicKeyPem: rsaPem(2048), signingKeyPem: ecPem('P-256') }
  const [one, other] = [await publicDeviceOf(pems), await publicDeviceOf(pems)]
  expect([one.wrappingKey === other.wrappingKey, one.signingKey === other.signingKey, importKey.mock.calls.length]).toEqual([true, true, 2])
  const weak = { ...pems, publicKeyPem: rsaPem(1024) }
  for (let time = 0; time < 2; time++) await expectRefused(publicDeviceOf(weak), 'weakDevice')
  importKey.mockRestore()
})

test('rejects the same key in another encoding, which would be a second device', async () => {
  const spki = pemToSpki(signingKeyPem)
  const point = spki.slice(-64)
  const compressed = new Uint8Array([...spki.slice(0, -65), ((point[63] ?? 0) & 1) + 2, ...point.slice(0, 32)])
  compressed.set([spki.length - 34], 1)
  compressed.set([34], 24)
  await expectRefused(publicDeviceOf({ publicKeyPem, signingKeyPem: spkiToPem(compressed) }), 'weakDevice')
  const trailing = new Uint8Array([...pemToSpki(publicKeyPem), 0])
  await expectRefused(publicDeviceOf({ publicKeyPem: spkiToPem(trailing), signingKeyPem }), 'weakDevice')
})

test.each([
  ['two blocks', publicKeyPem + signingKeyPem],
  ['text before it', `x${publicKeyPem}`],
  ['another label', publicKeyPem.replaceAll('PUBLIC', 'RSA PUBLIC')],
  ['a header', publicKeyPem.replace('\n', '\nProc-Type: 4,ENCRYPTED\n')],
  ['nothing', ''],
])('a PEM is refused: %s', async (_, pem) => {
  await expectRefused(publicDeviceOf({ publicKeyPem: pem, signingKeyPem }), 'malformed')
})

test('accepts a PEM with Windows line breaks as the same device', async () => {
  expect((await publicDeviceOf({ publicKeyPem: publicKeyPem.replaceAll('\n', '\r\n'), signingKeyPem })).deviceId).toBe(asha.known.deviceId)
})

test('hashes a text as UTF-8', async () => {
  const texts = ['', 'Exam at 9? 👩🏽‍🚀 परीक्षा', 'e\u0301', '\u00e9', ' a\r\n']
  const expected = texts.map((text) => createHash('sha256').update(text, 'utf8').digest('base64'))
  expect(await Promise.all(texts.map(textHash))).toEqual(expected)
  expect(new Set(expected).size).toBe(texts.length)
})

test('the code of a new device depends on the person and both keys', async () => {
  const { userId, known } = asha
  const code = await confirmCode(userId, known.fingerprint)
  expect(code).toMatch(/^\d{5} \d{5} \d{5}$/)
  expect(await confirmCode(userId, known.fingerprint)).toBe(code)
  expect(await confirmCode(ben.userId, known.fingerprint)).not.toBe(code)
  const other = flipped(Buffer.from(known.fingerprint, 'base64'), 3)
  expect(await confirmCode(userId, Buffer.from(other).toString('base64'))).not.toBe(code)
})
