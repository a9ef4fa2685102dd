import { expect, test } from 'vitest'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { decryptV1, encryptV1With } from './envelope.ts'
import { decryptBytes, encryptBytesWith } from './file.ts'
import { commitTo, isCommitted } from './franking.ts'
import { sign } from './signatures.ts'
import { ambiguous } from './testing/ambiguous.ts'
import { expectRefused, givenPeople, keyOf } from './testing/devices.ts'
import { place, said } from './testing/messages.ts'
import * as node from './testing/nodeSide.ts'

/* A member gives two others different keys of one version, and sends bytes that both keys decrypt. */

const { asha } = await givenPeople()
const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const
const iv = new Uint8Array(12).fill(3)
const frankingKey = new Uint8Array(32).fill(4)
const letters = 60

test('a ciphertext that two keys decrypt is shown only to the person who gets the committed text', async () => {
  const device = asha.device
  const { conversation, sender, keyVersion, clientId, revision, type } = place
  const aad = encodeFields('carrel/message/1', conversation, sender, device.deviceId, keyVersion, clientId, revision, type)
  const long = { ...said, text: '`'.repeat(letters) }
  const first = await encryptV1With({ iv, frankingKey }, { place, key: await keyOf(keys[0]), device, said: long })
  const from = '{"v":1,"text":"'.length
  const bytes = ambiguous({ keys, iv, aad, ciphertext: fromBase64(first.ciphertext).slice(0, -16), free: { from, to: from + letters } })
  const stream = fromBase64(first.ciphertext).map((byte, at) => byte ^ (bytes[at] ?? byte))
  const text = String.fromCharCode(...Array.from({ length: letters }, (_, at) => 0x60 ^ (stream[from + at] ?? 0)))

  const { ciphertext } = await encryptV1With({ iv, frankingKey }, { place, key: await keyOf(keys[0]), device, said: { ...said, text } })
  const [one, other] = keys.map((key) => node.decrypt(key, iv, fromBase64(ciphertext), aad))
  expect(one?.toString()).toContain(text)
  expect(other?.equals(one ?? Buffer.alloc(0))).toBe(false)

  const commitment = await commitTo(place, { ...said, text }, toBase64(frankingKey))
  const signature = await sign(device, encodeFields('carrel/envelope/1', aad, iv, fromBase64(ciphertext), commitment))
  const encrypted = { ...first, ciphertext, commitment: toBase64(commitment), signature }
  expect(await decryptV1({ place, encrypted, key: await keyOf(keys[0]), author: asha.known })).toMatchObject({ text })
  await expectRefused(decryptV1({ place, encrypted, key: await keyOf(keys[1]), author: asha.known }), 'malformed', 'uncommitted')
  const second = { ...said, text: other?.toString('latin1') ?? '', frankingKey: toBase64(frankingKey) }
  expect(await isCommitted(place, second, commitment)).toBe(false)
})

test('a file that two keys decrypt is the one with the committed key', async () => {
  const { conversation, clientId } = place
  const aad = encodeFields('carrel/file/1', conversation, clientId)
  const plain = new Uint8Array(letters)
  const given = { conversation, clientId, bytes: plain }
  const first = await encryptBytesWith({ key: keys[0], iv }, given)
  const bytes = ambiguous({ keys, iv, aad, ciphertext: first.bytes.slice(0, -16), free: { from: 0, to: letters } })
  const changed = bytes.map((byte, at) => byte ^ (first.bytes[at] ?? 0))
  const encrypted = await encryptBytesWith({ key: keys[0], iv }, { ...given, bytes: new Uint8Array(changed) })
  const file = { name: 'a', type: '', size: letters, key: encrypted.key, iv: encrypted.iv, sha256: encrypted.sha256 }
  const twin = { ...file, key: toBase64(keys[1]) }
  const [one, other] = await Promise.all([file, twin].map((each) => decryptBytes({ ...given, file: each, bytes: encrypted.bytes })))
  expect(one).not.toEqual(other)

  const fileMessage = { ...place, type: 'file' as const }
  const committed = await commitTo(fileMessage, { ...said, file }, toBase64(frankingKey))
  const disclosed = (which: typeof file) => ({ ...said, file: which, frankingKey: toBase64(frankingKey) })
  expect(await isCommitted(fileMessage, disclosed(file), committed)).toBe(true)
  expect(await isCommitted(fileMessage, disclosed(twin), committed)).toBe(false)
})
