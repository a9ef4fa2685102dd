import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey, shareWith, unwrapShared } from './conversationKey.ts'
import { makeDevice } from './device.ts'
import { decryptDevice, decryptRecovery, encryptDevice, encryptDeviceV2, reencryptDevice } from './recovery.ts'
import { makeCode, secretOf } from './recoveryCode.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'
import * as node from './testing/nodeSide.ts'
import vectors from './testing/vectors.json'

const { asha, ben } = await givenPeople()
const code = makeCode()
const { userId, device } = asha
const { deviceId, publicKeyPem, signingKeyPem } = device
const encrypted = await encryptDevice({ code, userId, device })
const opening = { code, userId, deviceId, publicKeyPem, signingKeyPem, encrypted }

test('opens with the code, however it is typed, with non-extractable private halves', async () => {
  const opened = await decryptDevice({ ...opening, code: code.toLowerCase().replaceAll('-', ' ') })
  expect(opened).toMatchObject({ deviceId, publicKeyPem, signingKeyPem, fingerprint: device.fingerprint })
  expect([opened.wrapping.privateKey.extractable, opened.signing.privateKey.extractable]).toEqual([false, false])
})

test('unwraps and shares keys wrapped for it', async () => {
  const opened = await decryptDevice(opening)
  const place = { conversation: 'one', keyVersion: 1 }
  const forIt = await shareWith({ ...place, key: await makeKey(), byDevice: device, recipient: asha.known })
  const key = await unwrapShared({ ...place, ...forIt, device: opened, by: asha.known, extractable: true })
  const forBen = await shareWith({ ...place, key, byDevice: opened, recipient: ben.known })
  expect(await unwrapShared({ ...place, ...forBen, device: ben.device, by: asha.known })).toBeDefined()
})

test('never gives the same bytes twice', async () => {
  expect(await encryptDevice({ code, userId, device })).not.toBe(encrypted)
})

test('only an extractable device can be encrypted', async () => {
  const fixed = await makeDevice({ extractable: false })
  await expect(encryptDevice({ code, userId, device: fixed })).rejects.toThrow()
  const made = await makeDevice({ extractable: true })
  const { deviceId, publicKeyPem, signingKeyPem } = made
  const back = { code, userId, deviceId, publicKeyPem, signingKeyPem, encrypted: await encryptDevice({ code, userId, device: made }) }
  expect((await decryptDevice(back)).fingerprint).toBe(made.fingerprint)
})

describe('rejects', () => {
  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
    ['a changed iv', { encrypted: toBase64(flipped(fromBase64(encrypted), 0)) }],
    ['a changed ciphertext', { encrypted: toBase64(flipped(fromBase64(encrypted), 999)) }],
    ['nothing', { encrypted: '' }],
  ])('%s', async (_, other) => {
    await expectRefused(decryptDevice({ ...opening, ...other }), 'wrongCode')
  })

  test('another device presented under this id', async () => {
    const { publicKeyPem, signingKeyPem, deviceId } = ben.device
    await expectRefused(decryptDevice({ ...opening, publicKeyPem }), 'forged')
    await expectRefused(decryptDevice({ ...opening, publicKeyPem, signingKeyPem, deviceId }), 'wrongCode')
  })

  test('a signing key that does not match the private half', async () => {
    await expectRefused(decryptDevice({ ...opening, signingKeyPem: ben.device.signingKeyPem }), 'malformed')
  })

  test('private halves of another device, encrypted with the same code', async () => {
    const mixed = await encryptDevice({ code, userId, device: { ...device, wrapping: ben.device.wrapping } })
    await expectRefused(decryptDevice({ ...opening, encrypted: mixed }), 'malformed')
    await expectRefused(
      decryptDevice({ ...opening, encrypted: await encryptDevice({ code, userId, device: { ...device, wrapping: device.signing } }) }),
      'malformed',
    )
  })
})

describe('version 2', () => {
  const hash = (byte: number) => toBase64(new Uint8Array(32).fill(byte))
  const pinned = { root: hash(1), generation: 2, number: 3, head: hash(2) }
  const plain = { code, userId, device, pinned }
  const second = async (changes: object = {}) => ({ ...opening, encrypted: await encryptDeviceV2({ ...plain, ...changes }) })

  test('names the list that first includes the device; version 1 names none', async () => {
    const opened = await decryptRecovery(await second())
    expect(opened).toMatchObject({ pinned, device: { deviceId, fingerprint: device.fingerprint } })
    const { wrapping, signing } = opened.device
    expect([wrapping.privateKey.extractable, signing.privateKey.extractable]).toEqual([false, false])
    expect(await decryptRecovery(opening)).toMatchObject({ pinned: null, device: { deviceId } })
  })

  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
  ])('is refused with %s', async (_, other) => {
    await expectRefused(decryptRecovery({ ...(await second()), ...other }), 'wrongCode')
  })

  test('is rejected with any flipped bit', () =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 100_000 }), async (at) => {
        const given = await second()
        await expectRefused(decryptRecovery({ ...given, encrypted: toBase64(flipped(fromBase64(given.encrypted), at)) }), 'wrongCode')
      }),
      { numRuns: 20 },
    ))

  test('is rejected for another device, or with private halves of another one', async () => {
    const { publicKeyPem, signingKeyPem, deviceId } = ben.device
    await expectRefused(decryptRecovery({ ...(await second()), publicKeyPem }), 'forged')
    await expectRefused(decryptRecovery({ ...(await second()), publicKeyPem, signingKeyPem, deviceId }), 'wrongCode')
    await expectRefused(decryptRecovery(await second({ device: { ...device, signing: ben.device.signing } })), 'malformed')
  })

  test('is rejected if it names no list, even with the right code', async () => {
    const { wrappingPkcs8: wrapping, signingPkcs8: signing } = vectors.devices.asha
    const [key, iv] = [node.hkdf(secretOf(code) ?? '', userId, 'carrel/recovery/2'), new Uint8Array(12)]
    const encryptedWith = (more: object) => {
      const plaintext = Buffer.from(JSON.stringify({ wrapping, signing, ...more }))
      const ciphertext = node.encrypt(key, iv, plaintext, node.list('carrel/recovery/2', userId, deviceId))
      return decryptRecovery({ ...opening, encrypted: toBase64(Buffer.concat([iv, ciphertext])) })
    }
    expect(await encryptedWith(pinned)).toMatchObject({ pinned })
    for (const wrong of [{}, { ...pinned, head: 'no hash' }, { ...pinned, number: -1 }])
      await expectRefused(encryptedWith(wrong), 'malformed')
  })

  test('is created from version 1 with the same code, and names the list of the device', async () => {
    const reencrypted = await reencryptDevice({ ...opening, pinned })
    const opened = await decryptRecovery({ ...opening, encrypted: reencrypted })
    expect(opened).toMatchObject({ pinned, device: { deviceId, fingerprint: device.fingerprint } })
    const forIt = await shareWith({
      conversation: 'one',
      keyVersion: 1,
      key: await makeKey(),
      byDevice: opened.device,
      recipient: asha.known,
    })
    const place = { conversation: 'one', keyVersion: 1, ...forIt, by: asha.known }
    expect((await unwrapShared({ ...place, device: opened.device })).extractable).toBe(false)
    expect([reencrypted === encrypted, reencrypted === (await reencryptDevice({ ...opening, pinned }))]).toEqual([false, false])
    await expectRefused(decryptRecovery({ ...opening, encrypted: reencrypted, code: makeCode() }), 'wrongCode')
    await expectRefused(decryptDevice({ ...opening, encrypted: reencrypted }), 'wrongCode')
  })

  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
    ['another device', { deviceId: ben.device.deviceId }],
    ['a changed ciphertext', { encrypted: toBase64(flipped(fromBase64(encrypted), 999)) }],
  ])('is not made of version 1 with %s', async (_, other) => {
    await expectRefused(reencryptDevice({ ...opening, pinned, ...other }), 'wrongCode')
  })

  test('is not created from version 2 again, nor from version 1 without a list', async () => {
    await expectRefused(reencryptDevice({ ...(await second()), pinned }), 'wrongCode')
    for (const wrong of [{ head: '' }, { root: 'no hash' }, { number: -1 }])
      await expectRefused(reencryptDevice({ ...opening, pinned: { ...pinned, ...wrong } }), 'malformed')
  })

  test('is not created without a list, and never accepted as version 1', async () => {
    await expectRefused(encryptDeviceV2({ ...plain, pinned: { ...pinned, head: '' } }), 'malformed')
    await expectRefused(decryptDevice(await second()), 'wrongCode')
  })
})
