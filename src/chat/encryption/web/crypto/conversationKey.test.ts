import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { membersList } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { makeKey, membersHash, shareWith, unwrap, unwrapShared, wrapFor, wrapForAll } from './conversationKey.ts'
import { decryptV1, encryptV1 } from './envelope.ts'
import { sign } from './signatures.ts'
import { expectRefused, flipped, givenPeople, keyOf, rawOf } from './testing/devices.ts'
import { place, said } from './testing/messages.ts'

const { asha, ben, chitra } = await givenPeople()
const keyPlace = { conversation: place.conversation, keyVersion: place.keyVersion }
const members = [asha, ben].map(({ userId, known }) => ({ userId, deviceIds: [known.deviceId] }))
const hash = await membersHash(members)
const key = await makeKey()
const [forAsha, forBen] = await wrapForAll({ ...keyPlace, members, byDevice: asha.device, recipients: [asha.known, ben.known], key })
const shared = await shareWith({ ...keyPlace, key, byDevice: asha.device, recipient: ben.known })

const given = { ...keyPlace, device: ben.device, by: asha.known }
const opening = { ...given, ...forBen, wrappedKey: forBen?.wrappedKey ?? '', signature: forBen?.signature ?? '', membersHash: hash }
const sharing = { ...given, ...shared }

test('every member unwraps the same key, non-extractable, and decrypts with it', async () => {
  const ashas = await unwrap({ ...opening, ...forAsha, device: asha.device })
  const bens = await unwrap(opening)
  expect([ashas.extractable, bens.extractable]).toEqual([false, false])
  const encrypted = await encryptV1({ place, key: ashas, device: asha.device, said })
  expect(await decryptV1({ place, encrypted, key: bens, author: asha.known })).toMatchObject(said)
})

test('the other device unwraps a shared key, and can share it further only if it is extractable', async () => {
  expect(await rawOf(await unwrapShared({ ...sharing, extractable: true }))).toEqual(await rawOf(key))
  const kept = await unwrapShared(sharing)
  await expect(shareWith({ ...keyPlace, key: kept, byDevice: ben.device, recipient: chitra.known })).rejects.toThrow()
})

describe('rejects', () => {
  const moved: [string, object][] = [
    ['conversation', { conversation: 'another' }],
    ['version', { keyVersion: 4 }],
    ['maker', { by: chitra.known }],
    ['maker, who has no signing key', { by: { ...asha.known, signingKey: null } }],
    ['recipient', { device: chitra.device }],
  ]
  test.each(moved)('for another %s', async (_, other) => {
    await expectRefused(unwrap({ ...opening, ...other }), 'forged')
    await expectRefused(unwrapShared({ ...sharing, ...other }), 'forged')
  })

  test('a wrap for another member list, with a device more or less, or with the devices under another person', async () => {
    const others = [
      members.slice(0, 1),
      [...members, { userId: chitra.userId, deviceIds: [chitra.known.deviceId] }],
      members.map(({ userId, deviceIds }) => ({ userId, deviceIds: [...deviceIds, chitra.known.deviceId] })),
      [
        { userId: asha.userId, deviceIds: members.flatMap(({ deviceIds }) => deviceIds) },
        { userId: ben.userId, deviceIds: [] },
      ],
    ]
    for (const other of others) await expectRefused(unwrap({ ...opening, membersHash: await membersHash(other) }), 'forged')
  })

  test('a shared key presented as a wrapped one, and vice versa', async () => {
    await expectRefused(unwrap({ ...opening, signature: shared.signature, wrappedKey: shared.wrappedKey }), 'forged')
    await expectRefused(unwrapShared({ ...sharing, signature: opening.signature, wrappedKey: opening.wrappedKey }), 'forged')
  })

  test.each(['wrappedKey', 'signature'] as const)('any flipped bit of %s', (field) =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 4_095 }), async (bit) => {
        const changed = toBase64(flipped(fromBase64(opening[field]), bit))
        await expectRefused(unwrap({ ...opening, [field]: changed }), 'forged')
      }),
    ),
  )

  test('a wrap for another person that a member signed again, or for another conversation or version', async () => {
    // The creator signs anything; the label and the recipient’s key still protect.
    const wrap = (where: typeof keyPlace, recipient = ben.known) => shareWith({ ...where, key, byDevice: asha.device, recipient })
    const resigned = async (wrapped: string) => {
      const { conversation, keyVersion } = keyPlace
      const ids = [asha.known.deviceId, ben.known.deviceId] as const
      return sign(asha.device, encodeFields('carrel/share/1', conversation, keyVersion, ...ids, fromBase64(wrapped)))
    }
    const wraps = [
      await wrap(keyPlace, chitra.known),
      await wrap({ ...keyPlace, conversation: 'another' }),
      await wrap({ ...keyPlace, keyVersion: 4 }),
    ]
    for (const { wrappedKey } of wraps)
      await expectRefused(unwrapShared({ ...sharing, wrappedKey, signature: await resigned(wrappedKey) }), 'undecryptable')
  })

  test('a key that is too short', async () => {
    const short = await wrapFor({ ...keyPlace, members, byDevice: asha.device, recipient: ben.known, key: await keyOf(new Uint8Array(16)) })
    await expectRefused(unwrap({ ...opening, ...short }), 'malformed')
  })

  test('creating a wrap for a device that is not among the members', async () => {
    const stranger = wrapFor({ ...keyPlace, members, byDevice: asha.device, recipient: chitra.known, key })
    await expect(stranger).rejects.toThrow('is no device of a member')
  })
})

test('unwrapping later versions with the device of a removed member', async () => {
  const later = { ...keyPlace, keyVersion: 4 }
  const wrap = await wrapFor({ ...later, members: members.slice(1), byDevice: ben.device, recipient: ben.known, key: await makeKey() })
  const left = { ...later, ...wrap, device: asha.device, by: ben.known, membersHash: await membersHash(members.slice(1)) }
  await expectRefused(unwrap(left), 'forged')
})

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/)
const anyMembers = fc.uniqueArray(fc.record({ userId: id, deviceIds: fc.uniqueArray(id, { maxLength: 4 }) }), {
  maxLength: 4,
  selector: (one) => one.userId,
})
const inOrder = (all: readonly { userId: string; deviceIds: readonly string[] }[]) =>
  JSON.stringify(all.map(({ userId, deviceIds }) => [userId, deviceIds.toSorted()]).toSorted())

test('the member hash does not depend on the order, and differs for any other members', () =>
  fc.assert(
    fc.property(anyMembers, anyMembers, (one, other) => {
      const reversed = one.toReversed().map(({ userId, deviceIds }) => ({ userId, deviceIds: deviceIds.toReversed() }))
      expect(membersList(reversed)).toEqual(membersList(one))
      expect(toBase64(membersList(one)) === toBase64(membersList(other))).toBe(inOrder(one) === inOrder(other))
    }),
  ))
