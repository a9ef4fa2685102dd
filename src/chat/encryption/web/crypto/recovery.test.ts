import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey, shareWith, unwrapShared } from './conversationKey.ts'
import { makeDevice } from './device.ts'
import { openDevice, sealDevice } from './recovery.ts'
import { makeCode } from './recoveryCode.ts'
import { expectRefused, flipped, givenPeople } from './testing/devices.ts'

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
