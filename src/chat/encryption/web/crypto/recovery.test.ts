import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey, shareWith, unwrapShared } from './conversationKey.ts'
import { makeDevice } from './device.ts'
import { openDevice, openRecovery, resealDevice, sealDevice, sealDeviceV2 } from './recovery.ts'
import { makeCode, secretOf } from './recoveryCode.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'
import * as node from './testing/nodeSide.ts'
import vectors from './testing/vectors.json'

const { asha, ben } = await givenPeople()
const code = makeCode()
const { userId, device } = asha
const { deviceId, publicKeyPem, signingKeyPem } = device
const sealed = await sealDevice({ code, userId, device })
const opening = { code, userId, deviceId, publicKeyPem, signingKeyPem, sealed }

test('opens with the code, however it is typed, and its private halves stay in it', async () => {
  const opened = await openDevice({ ...opening, code: code.toLowerCase().replaceAll('-', ' ') })
  expect(opened).toMatchObject({ deviceId, publicKeyPem, signingKeyPem, fingerprint: device.fingerprint })
  expect([opened.wrapping.privateKey.extractable, opened.signing.privateKey.extractable]).toEqual([false, false])
})

test('reads and shares what was wrapped for it', async () => {
  const opened = await openDevice(opening)
  const place = { conversation: 'one', keyVersion: 1 }
  const forIt = await shareWith({ ...place, key: await makeKey(), byDevice: device, recipient: asha.known })
  const key = await unwrapShared({ ...place, ...forIt, device: opened, by: asha.known, extractable: true })
  const forBen = await shareWith({ ...place, key, byDevice: opened, recipient: ben.known })
  expect(await unwrapShared({ ...place, ...forBen, device: ben.device, by: asha.known })).toBeDefined()
})

test('is never the same bytes', async () => {
  expect(await sealDevice({ code, userId, device })).not.toBe(sealed)
})

test('only a device that was made for it can be sealed', async () => {
  const fixed = await makeDevice({ extractable: false })
  await expect(sealDevice({ code, userId, device: fixed })).rejects.toThrow()
  const made = await makeDevice({ extractable: true })
  const { deviceId, publicKeyPem, signingKeyPem } = made
  const back = { code, userId, deviceId, publicKeyPem, signingKeyPem, sealed: await sealDevice({ code, userId, device: made }) }
  expect((await openDevice(back)).fingerprint).toBe(made.fingerprint)
})

describe('refused', () => {
  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
    ['a changed iv', { sealed: toBase64(flipped(fromBase64(sealed), 0)) }],
    ['a changed ciphertext', { sealed: toBase64(flipped(fromBase64(sealed), 999)) }],
    ['nothing', { sealed: '' }],
  ])('%s', async (_, other) => {
    await expectRefused(openDevice({ ...opening, ...other }), 'wrongCode')
  })

  test('another device, whose id the server gives as this one', async () => {
    const { publicKeyPem, signingKeyPem, deviceId } = ben.device
    await expectRefused(openDevice({ ...opening, publicKeyPem }), 'forged')
    await expectRefused(openDevice({ ...opening, publicKeyPem, signingKeyPem, deviceId }), 'wrongCode')
  })

  test('a signing key that is not that of the private half', async () => {
    await expectRefused(openDevice({ ...opening, signingKeyPem: ben.device.signingKeyPem }), 'malformed')
  })

  test('private halves of another device, sealed with the same code', async () => {
    const mixed = await sealDevice({ code, userId, device: { ...device, wrapping: ben.device.wrapping } })
    await expectRefused(openDevice({ ...opening, sealed: mixed }), 'malformed')
    await expectRefused(
      openDevice({ ...opening, sealed: await sealDevice({ code, userId, device: { ...device, wrapping: device.signing } }) }),
      'malformed',
    )
  })
})

describe('version 2', () => {
  const hash = (byte: number) => toBase64(new Uint8Array(32).fill(byte))
  const pinned = { root: hash(1), generation: 2, number: 3, head: hash(2) }
  const sealing = { code, userId, device, pinned }
  const second = async (changes: object = {}) => ({ ...opening, sealed: await sealDeviceV2({ ...sealing, ...changes }) })

  test('names the list in which the device appears first; version 1 names none', async () => {
    const opened = await openRecovery(await second())
    expect(opened).toMatchObject({ pinned, device: { deviceId, fingerprint: device.fingerprint } })
    const { wrapping, signing } = opened.device
    expect([wrapping.privateKey.extractable, signing.privateKey.extractable]).toEqual([false, false])
    expect(await openRecovery(opening)).toMatchObject({ pinned: null, device: { deviceId } })
  })

  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
  ])('is refused with %s', async (_, other) => {
    await expectRefused(openRecovery({ ...(await second()), ...other }), 'wrongCode')
  })

  test('is refused with any flipped bit', () =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 100_000 }), async (at) => {
        const given = await second()
        await expectRefused(openRecovery({ ...given, sealed: toBase64(flipped(fromBase64(given.sealed), at)) }), 'wrongCode')
      }),
      { numRuns: 20 },
    ))

  test('is refused for another device, or with private halves of another one', async () => {
    const { publicKeyPem, signingKeyPem, deviceId } = ben.device
    await expectRefused(openRecovery({ ...(await second()), publicKeyPem }), 'forged')
    await expectRefused(openRecovery({ ...(await second()), publicKeyPem, signingKeyPem, deviceId }), 'wrongCode')
    await expectRefused(openRecovery(await second({ device: { ...device, signing: ben.device.signing } })), 'malformed')
  })

  test('is refused where it names no list, even with the right code', async () => {
    const { wrappingPkcs8: wrapping, signingPkcs8: signing } = vectors.devices.asha
    const [key, iv] = [node.hkdf(secretOf(code) ?? '', userId, 'carrel/recovery/2'), new Uint8Array(12)]
    const sealedWith = (more: object) => {
      const plaintext = Buffer.from(JSON.stringify({ wrapping, signing, ...more }))
      const ciphertext = node.encrypt(key, iv, plaintext, node.list('carrel/recovery/2', userId, deviceId))
      return openRecovery({ ...opening, sealed: toBase64(Buffer.concat([iv, ciphertext])) })
    }
    expect(await sealedWith(pinned)).toMatchObject({ pinned })
    for (const wrong of [{}, { ...pinned, head: 'no hash' }, { ...pinned, number: -1 }]) await expectRefused(sealedWith(wrong), 'malformed')
  })

  test('is made of version 1 with the same code, and names the list of the device', async () => {
    const resealed = await resealDevice({ ...opening, pinned })
    const opened = await openRecovery({ ...opening, sealed: resealed })
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
    expect([resealed === sealed, resealed === (await resealDevice({ ...opening, pinned }))]).toEqual([false, false])
    await expectRefused(openRecovery({ ...opening, sealed: resealed, code: makeCode() }), 'wrongCode')
    await expectRefused(openDevice({ ...opening, sealed: resealed }), 'wrongCode')
  })

  test.each<[string, object]>([
    ['another code', { code: makeCode() }],
    ['what is no code', { code: 'let me in' }],
    ['another person', { userId: ben.userId }],
    ['another device', { deviceId: ben.device.deviceId }],
    ['a changed ciphertext', { sealed: toBase64(flipped(fromBase64(sealed), 999)) }],
  ])('is not made of version 1 with %s', async (_, other) => {
    await expectRefused(resealDevice({ ...opening, pinned, ...other }), 'wrongCode')
  })

  test('is not made of version 2 again, nor of version 1 without a list', async () => {
    await expectRefused(resealDevice({ ...(await second()), pinned }), 'wrongCode')
    for (const wrong of [{ head: '' }, { root: 'no hash' }, { number: -1 }])
      await expectRefused(resealDevice({ ...opening, pinned: { ...pinned, ...wrong } }), 'malformed')
  })

  test('is not made without a list, and never taken for version 1', async () => {
    await expectRefused(sealDeviceV2({ ...sealing, pinned: { ...pinned, head: '' } }), 'malformed')
    await expectRefused(openDevice(await second()), 'wrongCode')
  })
})
