import { expect, test } from 'vitest'
import { toBase64 } from './base64.ts'
import { confirmCode, confirmCodeV2 } from './confirmCode.ts'

const hash = (byte: number) => toBase64(new Uint8Array(32).fill(byte))
const given = { userId: 'asha', root: hash(1), head: hash(2), fingerprint: hash(3) }

test('the code of a new device has 15 digits and differs for another person, root, head or device', async () => {
  const others = [{}, { userId: 'binod' }, { root: hash(4) }, { head: hash(4) }, { fingerprint: hash(4) }]
  const codes = await Promise.all(others.map((other) => confirmCodeV2({ ...given, ...other })))
  for (const code of codes) expect(code).toMatch(/^\d{5} \d{5} \d{5}$/)
  expect(new Set([...codes, await confirmCode(given.userId, given.fingerprint)]).size).toBe(6)
  expect(await confirmCodeV2(given)).toBe(codes[0])
})
