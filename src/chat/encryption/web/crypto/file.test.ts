import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { decryptBytes, encryptBytes } from './file.ts'
import { expectRefused, flipped } from './testing/devices.ts'
import * as node from './testing/nodeSide.ts'

const place = { conversation: 'one', clientId: '5b1f0a7e3c7d4b6e9a540f6e2d1c3b2a' }
const plain = new TextEncoder().encode('भौतिकी 12')
const { bytes, ...encrypted } = await encryptBytes({ ...place, bytes: plain })
const file = { ...encrypted, size: plain.length }

test('round-trips any file, including an empty one', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (array) => {
      const given = new Uint8Array(array)
      const { bytes, ...made } = await encryptBytes({ ...place, bytes: given })
      expect(await decryptBytes({ ...place, file: { ...made, size: given.length }, bytes })).toEqual(given)
    }),
  ))

test('encrypting a file twice gives unrelated bytes', async () => {
  const again = await encryptBytes({ ...place, bytes: plain })
  expect([again.key === encrypted.key, again.iv === encrypted.iv, again.sha256 === encrypted.sha256]).toEqual([false, false, false])
})

test('reports any flipped bit, truncation or extension as damage', async () => {
  const damaged = (other: Uint8Array<ArrayBuffer>) => expectRefused(decryptBytes({ ...place, file, bytes: other }), 'damaged')
  await fc.assert(fc.asyncProperty(fc.nat({ max: 10_000 }), (bit) => damaged(flipped(bytes, bit))))
  await damaged(bytes.slice(0, -1))
  await damaged(new Uint8Array([...bytes, 0]))
  await damaged(new Uint8Array())
})

test('reports a size or hash other than that in the message as damage', async () => {
  await expectRefused(decryptBytes({ ...place, file: { ...file, size: file.size + 1 }, bytes }), 'damaged')
  await expectRefused(decryptBytes({ ...place, file: { ...file, sha256: toBase64(new Uint8Array(32)) }, bytes }), 'damaged')
})

test('does not decrypt a flipped bit, even if the message names its hash', () =>
  fc.assert(
    fc.asyncProperty(fc.nat({ max: 10_000 }), async (bit) => {
      const other = flipped(bytes, bit)
      const named = { ...file, sha256: node.sha256(other).toString('base64') }
      await expectRefused(decryptBytes({ ...place, file: named, bytes: other }), 'undecryptable')
    }),
  ))

test.each<[string, object]>([
  ['conversation', { conversation: 'two' }],
  ['message', { clientId: '5b1f0a7e3c7d4b6e9a540f6e2d1c3b2b' }],
  ['key', { file: { ...file, key: toBase64(flipped(fromBase64(file.key), 0)) } }],
  ['IV', { file: { ...file, iv: toBase64(flipped(fromBase64(file.iv), 0)) } }],
  ['key of another length', { file: { ...file, key: toBase64(new Uint8Array(5)) } }],
])('it does not open with another %s', async (_, other) => {
  await expectRefused(decryptBytes({ ...place, file, bytes, ...other }), 'undecryptable')
})
