import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Chain, contains, isTrustedAt, trustedNow } from '../../encryption.chain.policy.ts'
import { encryptionLimits } from '../../encryption.limits.ts'
import type { ListedDevice, SignedList } from '../../encryption.shapes.contract.ts'
import { fromBase64 } from './base64.ts'
import type { DeviceKeys } from './device.ts'
import { consentTo, knownDeviceOf, listedDevice, makeNextList, verifyChain } from './deviceList.ts'
import { spkiToPem } from './pem.ts'
import {
  chain0,
  chain1,
  chain2,
  ghost,
  laptop,
  list0,
  list1,
  list2,
  newRecovery,
  phone,
  recovery,
  tablet,
  userId,
} from './testing/ashasChain.ts'
import { agreed, byDeviceId, expectListRefused, nextOf, quickDevice, signList, type Unsigned } from './testing/chains.ts'
import { fieldsOf, withChange } from './testing/changes.ts'
import { expectRefused } from './testing/devices.ts'

const unsignedOf = ({ signatures: _, ...unsigned }: SignedList): Unsigned => unsigned
const ids = (devices: readonly { deviceId: string }[]) => devices.map(({ deviceId }) => deviceId).toSorted()

describe('a chain of lists', () => {
  test('shows which devices are and were trusted', async () => {
    expect(ids(trustedNow(chain2))).toEqual(ids([laptop, recovery]))
    expect([0, 1, 2, 3].map((number) => isTrustedAt(chain2, phone.deviceId, number))).toEqual([true, true, false, false])
    expect([0, 1, 2, 3].map((number) => isTrustedAt(chain2, laptop.deviceId, number))).toEqual([false, true, true, false])
    expect(isTrustedAt(chain2, ghost.deviceId, 1)).toBe(false)
  })

  test('contains only its own heads', () => {
    expect(contains(chain2, chain1)).toBe(true)
    expect(contains(chain1, chain2)).toBe(false)
    expect(contains(chain2, { number: 1, head: chain2.head })).toBe(false)
  })

  test('shows whether a device removed itself', async () => {
    const signedOut = await verifyChain([await makeNextList(chain1, { by: [phone], revoked: [phone.deviceId] })], chain1)
    expect(signedOut.devices.get(phone.deviceId)).toMatchObject({ revokedAt: 2, revokedItself: true })
    expect(chain2.devices.get(phone.deviceId)).toMatchObject({ revokedAt: 2, revokedItself: false })
  })

  test('shows whether the recovery device was replaced with its code', async () => {
    const added = [await agreed(chain1, newRecovery, 'recovery')]
    const replace = async (by: DeviceKeys[]) =>
      verifyChain([await makeNextList(chain1, { by, added, revoked: [recovery.deviceId] })], chain1)
    expect((await replace([phone])).replacedWithoutCode).toEqual([2])
    expect((await replace([phone, recovery])).replacedWithoutCode).toEqual([])
    expect((await replace([recovery])).replacedWithoutCode).toEqual([])
  })

  test('accepts devices up to the limit', async () => {
    const many = await Promise.all(Array.from({ length: encryptionLimits.devices - 1 }, quickDevice))
    const added = (await Promise.all(many.map((device) => agreed(chain0, device)))).toSorted(byDeviceId)
    expect(trustedNow(await verifyChain([list0, await signList(nextOf(chain0, { added: added.slice(1) }), [phone])]))).toHaveLength(20)
    await expectListRefused(verifyChain([await signList(nextOf(chain0, { added }), [phone])], chain0), 'tooMany')
  })

  test('gives the same state if verified at once and list by list', async () => {
    expect(await verifyChain([list0, list1, list2])).toEqual(chain2)
    expect(await verifyChain([list1, list2], chain0)).toEqual(chain2)
    expect(await verifyChain([], chain2)).toEqual(chain2)
  })

  test('binds the signers of a list: with a signature replaced or removed, the list changes or is invalid', async () => {
    // The server and the lost phone, so that the phone would appear to have signed out.
    const byPhone = await signList(unsignedOf(list2), [phone])
    expect((await verifyChain([byPhone], chain1)).head).not.toBe(chain2.head)
    const both = [...byPhone.signatures, ...list2.signatures.filter(({ deviceId }) => deviceId === laptop.deviceId)].toSorted(byDeviceId)
    const fewer = list2.signatures.map((signature) => [signature])
    for (const signatures of [both, ...fewer]) await expectListRefused(verifyChain([{ ...list2, signatures }], chain1), 'forged')
    // The server alone, so that the code would appear not to have been used.
    const added = [await agreed(chain1, newRecovery, 'recovery')]
    const replaced = await makeNextList(chain1, { by: [phone, recovery], added, revoked: [recovery.deviceId] })
    for (const signature of replaced.signatures)
      await expectListRefused(verifyChain([{ ...replaced, signatures: [signature] }], chain1), 'forged')
  })

  test('is created with its signers in the order of their ids, and rejected in any other', async () => {
    const by = [laptop, recovery].toSorted(byDeviceId)
    const made = await makeNextList(chain1, { by: by.toReversed(), revoked: [phone.deviceId] })
    expect(made.signatures.map(({ deviceId }) => deviceId)).toEqual(by.map(({ deviceId }) => deviceId))
    const reversed = await signList(unsignedOf(list2), [], by.toReversed())
    await expectListRefused(verifyChain([reversed], chain1), 'malformed')
    await expectListRefused(verifyChain([{ ...list2, signatures: list2.signatures.toReversed() }], chain1), 'malformed')
  })
})

type Change = [name: string, list: () => SignedList | Promise<SignedList>]

describe('list 0 is rejected', () => {
  const first = unsignedOf(list0)
  const both = [phone, recovery]
  const pair = (one: ListedDevice, other: ListedDevice) => [one, other].toSorted(byDeviceId)
  const changes: Change[] = [
    ['with one signature', () => signList(first, [phone])],
    ['with the signature of another device', () => signList(first, [phone, ghost])],
    ['with a signature by other keys', () => signList(first, [phone, { ...ghost, deviceId: recovery.deviceId }])],
    ['with number 1', () => signList({ ...first, number: 1 }, both)],
    ['with a predecessor', () => signList({ ...first, previous: chain0.head }, both)],
    ['that merges', () => signList({ ...first, merged: chain0.head }, both)],
    ['that revokes', () => signList({ ...first, revoked: [phone.deviceId] }, both)],
    ['with one device', () => signList({ ...first, added: first.added.slice(1) }, both)],
    ['with two browsers', () => signList({ ...first, added: first.added.map((device) => ({ ...device, kind: 'browser' })) }, both)],
    [
      'with three devices',
      () => signList({ ...first, added: [...first.added, listedDevice(laptop, 'browser', null)].toSorted(byDeviceId) }, both),
    ],
    ['with devices in another order', () => signList({ ...first, added: first.added.toReversed() }, both)],
    [
      'with a consent',
      async () => signList({ ...first, added: pair(await agreed(chain0, phone), listedDevice(recovery, 'recovery', null)) }, both),
    ],
    [
      'with the same device twice',
      () => signList({ ...first, added: [listedDevice(phone, 'browser', null), listedDevice(phone, 'recovery', null)] }, both),
    ],
  ]
  test.each(changes)('%s', async (_, make) => expectListRefused(verifyChain([await make()])))
})

describe('the next list is rejected', () => {
  const refuse = async (list: SignedList, after: Chain = chain2) => {
    const before = structuredClone(after)
    await expectListRefused(verifyChain([list], after))
    expect(after).toEqual(before)
  }
  /** For the state in which the phone is revoked. */
  const signed = async (changes: Partial<Unsigned>, by: DeviceKeys[] = [laptop]) => signList(nextOf(chain2, changes), by)
  const withTablet = async (more: Partial<ListedDevice> = {}) => ({ added: [{ ...(await agreed(chain2, tablet)), ...more }] })
  const consentOf = async (place: { userId: string; root: string; previous: string }, device = tablet) => consentTo(place, device)
  const here = { userId, root: chain2.root, previous: chain2.head }

  test('unless everything is valid', async () => {
    expect(ids(trustedNow(await verifyChain([await signed(await withTablet())], chain2)))).toEqual(ids([laptop, recovery, tablet]))
  })

  const byWhom: Change[] = [
    ['a device of the server', async () => signed(await withTablet(), [ghost])],
    ['a revoked device', async () => signed(await withTablet(), [phone])],
    ['the added device', async () => signed(await withTablet(), [tablet])],
    ['other keys under the id of a trusted device', async () => signed(await withTablet(), [{ ...ghost, deviceId: laptop.deviceId }])],
    ['a trusted device and a revoked one', async () => signed(await withTablet(), [laptop, phone])],
    [
      'a trusted device and one with other keys',
      async () => signed(await withTablet(), [laptop, { ...ghost, deviceId: recovery.deviceId }]),
    ],
    ['no device', async () => signed(await withTablet(), [])],
    ['the same device twice', async () => signed(await withTablet(), [laptop, laptop])],
    [
      'a person who copied the signature of another list',
      async () => ({ ...(await signed(await withTablet())), signatures: list2.signatures }),
    ],
  ]
  test.each(byWhom)('when signed by %s', async (_, make) => refuse(await make()))

  const consents: Change[] = [
    ['no', async () => signed(await withTablet({ consent: null }))],
    ['another device’s', async () => signed(await withTablet({ consent: await consentOf(here, { ...ghost, deviceId: tablet.deviceId }) }))],
    ['the signer’s', async () => signed(await withTablet({ consent: await consentOf(here, { ...laptop, deviceId: tablet.deviceId }) }))],
    ['a consent for another person', async () => signed(await withTablet({ consent: await consentOf({ ...here, userId: 'binod' }) }))],
    ['a consent for another root', async () => signed(await withTablet({ consent: await consentOf({ ...here, root: chain2.head }) }))],
    [
      'a consent for an earlier place',
      async () => signed(await withTablet({ consent: await consentOf({ ...here, previous: chain1.head }) })),
    ],
    [
      'a consent for another device',
      async () => signed(await withTablet({ consent: await consentOf(here, { ...tablet, deviceId: ghost.deviceId }) })),
    ],
  ]
  test.each(consents)('when it adds a device with %s consent', async (_, make) => refuse(await make()))

  const places: Change[] = [
    ['another person', async () => signed({ ...(await withTablet()), userId: 'binod' })],
    ['another generation', async () => signed({ ...(await withTablet()), generation: 2 })],
    ['the same number', async () => signed({ ...(await withTablet()), number: 2 })],
    ['a number too high', async () => signed({ ...(await withTablet()), number: 4 })],
    ['another predecessor', async () => signed({ ...(await withTablet()), previous: chain1.head })],
    ['no predecessor', async () => signed({ ...(await withTablet()), previous: null })],
    ['the beginning', () => list0],
  ]
  test.each(places)('when it is for %s', async (_, make) => refuse(await make()))

  const contents: Change[] = [
    ['changes nothing', () => signed({})],
    ['adds a device that was revoked', async () => signed({ added: [await agreed(chain2, phone)] })],
    ['adds a device that is there', async () => signed({ added: [await agreed(chain2, laptop)] })],
    ['revokes a device that is not there', () => signed({ revoked: [ghost.deviceId] })],
    ['revokes a device again', () => signed({ revoked: [phone.deviceId] })],
    ['revokes the device that it adds', async () => signed({ ...(await withTablet()), revoked: [tablet.deviceId] })],
    ['leaves no recovery device', () => signed({ revoked: [recovery.deviceId] }, [recovery])],
    ['adds a second recovery device', async () => signed({ added: [await agreed(chain2, newRecovery, 'recovery')] })],
    [
      'has an id that is not that of the key',
      async () => signed({ added: [await agreed(chain2, { ...tablet, deviceId: ghost.deviceId })] }),
    ],
    [
      'names revoked devices in another order',
      async () => signed({ revoked: ids([laptop, recovery]).toReversed(), added: [await agreed(chain2, newRecovery, 'recovery')] }),
    ],
  ]
  test.each(contents)('when it %s', async (_, make) => refuse(await make()))

  test.each<[string, (pem: string) => string]>([
    ['in CRLF', (pem) => pem.replaceAll('\n', '\r\n')],
    ['with an empty line', (pem) => pem.replace('\n-----END', '\n\n-----END')],
    ['with a space before it', (pem) => ` ${pem}`],
    ['in lines of another length', (pem) => pem.replace(/([^-]{20})\n/, '\n$1')],
  ])('when the same key is written %s', async (_, rewrite) => {
    const whole = await signed(await withTablet())
    for (const field of ['publicKeyPem', 'signingKeyPem'] as const)
      await refuse({ ...whole, added: whole.added.map((device) => ({ ...device, [field]: rewrite(device[field]) })) })
  })

  test.each(['RSA-OAEP 1024', 'P-384'])('when a device has a weak or unusual key: %s', async (name) => {
    const oaep = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) }
    const rsa = await crypto.subtle.generateKey(oaep, true, ['encrypt', 'decrypt'])
    const ec = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: name === 'P-384' ? 'P-384' : 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const pem = async (key: CryptoKey) => spkiToPem(new Uint8Array(await crypto.subtle.exportKey('spki', key)))
    const wrappingPem = name === 'P-384' ? tablet.publicKeyPem : await pem(rsa.publicKey)
    const hash = await crypto.subtle.digest('SHA-256', fromBase64(wrappingPem.replace(/-----[A-Z ]+-----|\n/g, '')))
    const deviceId = Buffer.from(hash).toString('base64url')
    const device = { ...tablet, deviceId, publicKeyPem: wrappingPem, signing: ec, signingKeyPem: await pem(ec.publicKey) }
    const added = [await agreed(chain2, device)]
    await expectListRefused(verifyChain([await signed({ added })], chain2), 'malformed')
  })

  test('and cannot be created either', async () => {
    await expectListRefused(makeNextList(chain2, { by: [phone], added: [await agreed(chain2, tablet)] }), 'forged')
    await expectListRefused(makeNextList(chain2, { by: [laptop] }), 'malformed')
  })
})

test('rejects a list with any changed field or flipped bit', async () => {
  const lists: [SignedList, Chain | undefined][] = [
    [list0, undefined],
    [list1, chain0],
    [list2, chain1],
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), fc.nat(), fc.nat({ max: 100_000 }), async ([list, before], which, at) => {
      const paths = fieldsOf(list)
      const path = paths[which % paths.length] ?? []
      await expectListRefused(verifyChain([withChange(list, path, at)], before))
    }),
    { numRuns: 400 },
  )
})

test('recognizes a device of a chain only by its own keys', async () => {
  const device = chain2.devices.get(laptop.deviceId)
  if (!device) throw new Error('The laptop is missing')
  expect(await knownDeviceOf(device)).toMatchObject({ deviceId: laptop.deviceId, fingerprint: laptop.fingerprint })
  await expectRefused(knownDeviceOf({ ...device, signingKeyPem: ghost.signingKeyPem }), 'forged')
})
