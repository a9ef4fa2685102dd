import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBase64 } from './base64.ts'
import { safetyNumber, safetyNumberV2 } from './safetyNumber.ts'
import { expectRefused } from './testing/devices.ts'

const fingerprint = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toBase64)
const side = fc.record({ userId: fc.uuid(), fingerprints: fc.uniqueArray(fingerprint, { maxLength: 4 }) })

test('is 60 digits, the same for both, regardless of the order of devices', () =>
  fc.assert(
    fc.asyncProperty(side, side, async (one, other) => {
      const number = await safetyNumber(one, other)
      expect(number).toMatch(/^\d{60}$/)
      const reversed = { ...one, fingerprints: one.fingerprints.toReversed() }
      expect(await safetyNumber(other, reversed)).toBe(number)
    }),
  ))

test('differs with another device, one more or one fewer, or for another person', () =>
  fc.assert(
    fc.asyncProperty(side, side, fingerprint, async (one, other, more) => {
      fc.pre(one.fingerprints.length > 0 && one.userId !== other.userId && !one.fingerprints.includes(more))
      const number = await safetyNumber(one, other)
      const changed = [
        { ...one, fingerprints: [...one.fingerprints, more] },
        { ...one, fingerprints: one.fingerprints.with(0, more) },
        { ...one, fingerprints: one.fingerprints.slice(1) },
        { ...one, userId: `${one.userId}1` },
      ]
      for (const each of changed) expect(await safetyNumber(each, other)).not.toBe(number)
      expect(await safetyNumber({ ...one, fingerprints: other.fingerprints }, { ...other, fingerprints: one.fingerprints })).not.toBe(
        number,
      )
    }),
  ))

test('rejects invalid fingerprints', async () => {
  await expectRefused(safetyNumber({ userId: 'a', fingerprints: ['?'] }, { userId: 'b', fingerprints: [] }), 'malformed')
})

describe('over device lists', () => {
  const listed = fc.record({ userId: fc.uuid(), generation: fc.nat(), root: fingerprint, number: fc.nat(), head: fingerprint })

  test('is 60 digits, the same for both', () =>
    fc.assert(
      fc.asyncProperty(listed, listed, async (one, other) => {
        expect(await safetyNumberV2(one, other)).toMatch(/^\d{60}$/)
        expect(await safetyNumberV2(other, one)).toBe(await safetyNumberV2(one, other))
      }),
    ))

  test('differs if any field of one person’s list differs', () =>
    fc.assert(
      fc.asyncProperty(listed, listed, listed, async (one, other, another) => {
        for (const field of ['userId', 'generation', 'root', 'number', 'head'] as const) {
          const changed = { ...one, [field]: another[field] }
          expect((await safetyNumberV2(changed, other)) === (await safetyNumberV2(one, other))).toBe(changed[field] === one[field])
        }
      }),
    ))

  test('rejects invalid hashes', async () => {
    const side = { userId: 'asha', generation: 1, root: toBase64(new Uint8Array(32)), number: 0, head: 'no hash' }
    await expectRefused(safetyNumberV2(side, side), 'malformed')
  })
})
