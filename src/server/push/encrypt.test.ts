import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { arePushKeys, encryptPush, padded } from './encrypt.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8291, Appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  own: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encrypts the example of RFC 8291 to the bytes of its appendix', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes(example.own))
  const text = Buffer.concat([Buffer.from(example.text), Buffer.from([2])])
  expect(encryptPush(example, text, { salt: bytes(example.salt), ecdh }).toString('base64url')).toBe(example.body)
})

test('short and longer messages have the same length', () => {
  const lengths = ['x', 'क'.repeat(300)].map((text) => encryptPush(example, padded(Buffer.from(text))).length)
  expect(new Set(lengths).size).toBe(1)
  expect(encryptPush(example, padded(Buffer.alloc(2_047))).length).toBeLessThan(3_000)
})

test.each([
  ['the keys of a browser', example, true],
  [
    'a point that is not on the curve',
    { ...example, p256dh: Buffer.concat([bytes(example.p256dh).subarray(0, 64), Buffer.from([1])]).toString('base64url') },
    false,
  ],
  ['a short point', { ...example, p256dh: 'BCVx' }, false],
  ['a short secret', { ...example, auth: 'BTBZMqHH6r4T' }, false],
])('%s can be encrypted for, or not', (_, keys, are) => {
  expect(arePushKeys(keys)).toBe(are)
})
