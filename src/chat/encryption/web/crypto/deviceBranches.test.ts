import { describe, expect, test } from 'vitest'
import { type Chain, endsFork, forkPoint } from '../../encryption.chain.policy.ts'
import type { DeviceKeys } from './device.ts'
import { makeFirstList, makeNextList, verifyChain } from './deviceList.ts'
import { chain0, chain1, chain2, ghost, laptop, list2, phone, recovery, tablet, userId } from './testing/ashasChain.ts'
import { agreed, expectListRefused, nextOf, signList, twinOf, type Unsigned } from './testing/chains.ts'

/** After a restore to list 1, the laptop continues without knowing that it revoked the phone. */
const forked = async (by: DeviceKeys[], changes: Partial<Unsigned>) => verifyChain([await signList(nextOf(chain1, changes), by)], chain1)
const mergedBy = async (branch: Chain, by: DeviceKeys[], changes: Partial<Unsigned> = {}) =>
  verifyChain([await signList(nextOf(branch, { merged: chain2.head, ...changes }), by)], branch)
const branchA = await forked([phone], { added: [await agreed(chain1, ghost)] })

describe('two branches', () => {
  test('fork at the last common list', async () => {
    expect([forkPoint(branchA, chain2), forkPoint(chain2, branchA), forkPoint(chain1, chain2)]).toEqual([1, 1, 1])
    const other = await verifyChain([await makeFirstList({ userId, generation: 2, device: phone, recovery })])
    expect(forkPoint(other, chain2)).toBeUndefined()
    await expectListRefused(verifyChain([list2], branchA), 'notNext')
  })

  test('are merged by a device that both trust, with the revocations of both', async () => {
    const merged = await mergedBy(branchA, [laptop], { revoked: [phone.deviceId] })
    expect(merged.merged).toEqual([{ head: chain2.head, number: 3, by: [laptop.deviceId] }])
    expect(endsFork(merged, chain2)).toBe(true)
    expect(endsFork(await verifyChain([await makeNextList(merged, { by: [laptop], revoked: [ghost.deviceId] })], merged), chain2)).toBe(
      true,
    )
  })

  test('are not merged by a device that the other branch has revoked, or never had', async () => {
    expect(endsFork(await mergedBy(branchA, [phone], { revoked: [phone.deviceId] }), chain2)).toBe(false)
    expect(endsFork(await mergedBy(branchA, [ghost], { revoked: [phone.deviceId] }), chain2)).toBe(false)
  })

  test('are not merged if a device stays that the other branch has revoked', async () => {
    const merged = await mergedBy(branchA, [laptop])
    expect(endsFork(merged, chain2)).toBe(false)
    // A later list is too late to revoke it: the merging list itself was wrong.
    expect(endsFork(await verifyChain([await makeNextList(merged, { by: [laptop], revoked: [phone.deviceId] })], merged), chain2)).toBe(
      false,
    )
  })

  test('are not merged by a list that names another head, nor for another root', async () => {
    expect(endsFork(await mergedBy(branchA, [laptop], { revoked: [phone.deviceId], merged: chain0.head }), chain2)).toBe(false)
    expect(endsFork(branchA, chain2)).toBe(false)
    const merged = await mergedBy(branchA, [laptop], { revoked: [phone.deviceId] })
    expect(endsFork({ ...merged, root: chain0.head }, chain2)).toBe(false)
  })

  test('are not merged by a device with the id of a trusted one and another signing key', async () => {
    const pinned = await verifyChain(
      [await makeNextList(chain1, { by: [laptop], revoked: [phone.deviceId], added: [await agreed(chain1, tablet)] })],
      chain1,
    )
    const twin = await twinOf(tablet)
    const branch = await forked([phone], { added: [await agreed(chain1, twin)] })
    const merging = nextOf(branch, { merged: pinned.head, revoked: [phone.deviceId] })
    expect(endsFork(await verifyChain([await signList(merging, [twin])], branch), pinned)).toBe(false)
    expect(endsFork(await verifyChain([await signList(merging, [laptop])], branch), pinned)).toBe(true)
  })
})
