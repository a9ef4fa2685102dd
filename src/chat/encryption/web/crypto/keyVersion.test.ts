import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VersionMember } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey, unwrapShared } from './conversationKey.ts'
import {
  isHeaderSigned,
  keyHashOf,
  shareWithHeader,
  signHeader,
  type UnsignedHeader,
  unwrapSharedWithHeader,
  unwrapWithHeader,
  versionHash,
  wrapForHeader,
} from './keyVersion.ts'
import { fieldsOf, withChange } from './testing/changes.ts'
import { expectRefused, flipped, givenPeople, keyOf, rawOf } from './testing/devices.ts'
import vectors from './testing/vectorsV2.json'

const { asha, ben, chitra } = await givenPeople()
const { place } = vectors.header
const { signature: _, ...committed } = vectors.header.header as UnsignedHeader & { signature: string }
const key = await makeKey()
const keyHash = await keyHashOf(place, key)
const unsigned: UnsignedHeader = { ...committed, keyHash }
const [one, other] = unsigned.members as [VersionMember, VersionMember]
const header = await signHeader(place, unsigned, asha.device)
const hash = await versionHash(place, header)
const making = { ...place, hash, members: unsigned.members, byDevice: asha.device, recipients: [ben.known, asha.known] }
const [wrap] = await wrapForHeader({ ...making, key })
if (!wrap) throw new Error('Nothing was wrapped')
const shared = await shareWithHeader({ ...place, hash, byDevice: asha.device, recipient: ben.known, key })
const given = { ...place, hash, keyHash, device: ben.device, by: asha.known }
const [opening, sharing] = [
  { ...given, ...wrap },
  { ...given, ...shared },
]

describe('the header of a key version', () => {
  test('is signed by the device that it names', async () => {
    expect(await isHeaderSigned(place, header, asha.known)).toBe(true)
    expect(await isHeaderSigned(place, header, ben.known)).toBe(false)
    expect(await isHeaderSigned(place, header, { ...ben.known, deviceId: asha.known.deviceId })).toBe(false)
    expect(await isHeaderSigned(place, header, { ...asha.known, deviceId: ben.known.deviceId })).toBe(false)
    expect(await isHeaderSigned(place, header, { ...asha.known, signingKey: null })).toBe(false)
  })

  test('is only valid for its own conversation and number', async () => {
    for (const other of [
      { ...place, conversation: 'another' },
      { ...place, keyVersion: 5 },
    ]) {
      expect(await isHeaderSigned(other, header, asha.known)).toBe(false)
      expect(await versionHash(other, header)).not.toBe(hash)
    }
  })

  test('is invalid with any changed field or flipped bit', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat({ max: 100_000 }), async (which, at) => {
        const paths = fieldsOf(header)
        const other = withChange(header, paths[which % paths.length] ?? [], at)
        expect(await isHeaderSigned(place, other, asha.known)).toBe(false)
      }),
      { numRuns: 300 },
    ))

  test.each<[string, Partial<UnsignedHeader>]>([
    ['people in another order', { members: [other, one] }],
    ['devices in another order', { members: [{ ...one, deviceIds: one.deviceIds.toReversed() }, other] }],
    ['a person twice', { members: [one, one] }],
    ['a maker who is no member', { byUser: 'stranger' }],
    ['another device as its maker', { byDevice: ben.known.deviceId }],
    ['three people in private', { kind: 'private', members: [one, other, { ...other, userId: 'zoya' }] }],
    ['a number without a list', { members: [one, { ...other, number: 1 }] }],
  ])('is neither made nor accepted with %s', async (_, change) => {
    await expectRefused(signHeader(place, { ...unsigned, ...change }, asha.device), 'malformed')
    const byAsha = { ...header, ...change }
    expect(await isHeaderSigned(place, byAsha, asha.known)).toBe(false)
  })

  test.each([1, 2])('is that of a private conversation with %i of its people', async (count) => {
    const privately = await signHeader(place, { ...unsigned, kind: 'private', members: [one, other].slice(0, count) }, asha.device)
    expect(await isHeaderSigned(place, privately, asha.known)).toBe(true)
  })

  test('has another hash for any other grouping of people', async () => {
    const [first, ...rest] = one.deviceIds
    const moved = [
      { ...one, deviceIds: rest },
      { ...other, deviceIds: [first ?? ''] },
    ]
    expect(await versionHash(place, { ...unsigned, members: moved })).not.toBe(hash)
    expect(await versionHash(place, { ...unsigned, members: [one] })).not.toBe(hash)
  })
})

describe('a key', () => {
  test('is unwrapped by its device, non-extractable unless it is shared', async () => {
    const unwrapped = await unwrapWithHeader(opening)
    expect([unwrapped.extractable, (await unwrapSharedWithHeader(sharing)).extractable]).toEqual([false, false])
    await expect(rawOf(unwrapped)).rejects.toThrow()
    expect(await rawOf(await unwrapWithHeader({ ...opening, extractable: true }))).toEqual(await rawOf(key))
    expect(await rawOf(await unwrapSharedWithHeader({ ...sharing, extractable: true }))).toEqual(await rawOf(key))
  })

  test.each<[string, object]>([
    ['hash of the header', { hash: toBase64(new Uint8Array(32)) }],
    ['maker', { by: chitra.known }],
    ['maker, who has no signing key', { by: { ...asha.known, signingKey: null } }],
    ['device', { device: chitra.device }],
  ])('is refused for another %s', async (_, other) => {
    await expectRefused(unwrapWithHeader({ ...opening, ...other }), 'forged')
    await expectRefused(unwrapSharedWithHeader({ ...sharing, ...other }), 'forged')
  })

  test.each(['wrappedKey', 'signature'] as const)('is refused with any flipped bit of %s', (field) =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 4_095 }), async (bit) => {
        const change = (wrapped: typeof wrap) => ({ [field]: toBase64(flipped(fromBase64(wrapped[field]), bit)) })
        await expectRefused(unwrapWithHeader({ ...opening, ...change(wrap) }), 'forged')
        await expectRefused(unwrapSharedWithHeader({ ...sharing, ...change(shared) }), 'forged')
      }),
    ),
  )

  test('that was shared is not accepted as wrapped by its creator, nor is one of version 1', async () => {
    await expectRefused(unwrapWithHeader({ ...opening, ...shared }), 'forged')
    await expectRefused(unwrapSharedWithHeader({ ...sharing, ...wrap }), 'forged')
    await expectRefused(unwrapShared({ ...sharing }), 'forged')
  })

  test.each<[string, object]>([
    ['conversation', { conversation: 'another' }],
    ['number', { keyVersion: 5 }],
  ])('of another %s does not open, even when it is signed for this one', async (_, where) => {
    const [moved] = await wrapForHeader({ ...making, ...where, key })
    await expectRefused(unwrapWithHeader({ ...opening, ...moved }), 'undecryptable')
  })

  test('is rejected if the header names another one, regardless of whether its creator or another device provides it', async () => {
    const another = await makeKey()
    const [wrapped] = await wrapForHeader({ ...making, key: another })
    const given = await shareWithHeader({ ...making, recipient: ben.known, key: another })
    for (const extractable of [false, true]) {
      await expectRefused(unwrapWithHeader({ ...opening, ...wrapped, extractable }), 'forged')
      await expectRefused(unwrapSharedWithHeader({ ...sharing, ...given, extractable }), 'forged')
    }
    const elsewhere = await keyHashOf({ ...place, conversation: 'another' }, key)
    for (const hashed of [elsewhere, await keyHashOf({ ...place, keyVersion: 5 }, key)])
      await expectRefused(unwrapWithHeader({ ...opening, keyHash: hashed }), 'forged')
  })

  test('is only encrypted for devices of the header', async () => {
    await expect(wrapForHeader({ ...making, recipients: [ben.known, { ...ben.known, deviceId: 'another' }], key })).rejects.toThrow(
      'another is no device of a member',
    )
    await expect(wrapForHeader({ ...making, members: [other], key })).rejects.toThrow('is no device of a member')
  })

  test('that is too short is rejected', async () => {
    const short = await keyOf(new Uint8Array(16))
    const [made] = await wrapForHeader({ ...making, key: short })
    await expectRefused(unwrapWithHeader({ ...opening, ...made }), 'malformed')
  })
})
