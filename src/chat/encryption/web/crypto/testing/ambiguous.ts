import { createCipheriv } from 'node:crypto'

/*
 * A ciphertext of AES-GCM that two keys decrypt. The tag is linear in the ciphertext, so enough free bits can make the tags under
 * both keys equal. The free bits are the lower four of letters in a text, which stays a valid text with any values.
 */

type Bytes = Uint8Array

const blockOf = (key: Bytes, block: Bytes): bigint => {
  const aes = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return numberOf(Buffer.concat([aes.update(block), aes.final()]))
}

const numberOf = (bytes: Bytes): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** Multiplies in the field of GCM, whose lowest power is the highest bit. */
const times = (one: bigint, other: bigint): bigint => {
  let [product, shifted] = [0n, other]
  for (let bit = 127n; bit >= 0n; bit--) {
    if ((one >> bit) & 1n) product ^= shifted
    shifted = (shifted >> 1n) ^ (shifted & 1n ? 0xe1n << 120n : 0n)
  }
  return product
}

const padded = (bytes: Bytes): Buffer => Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])

const tagOf = (key: Bytes, iv: Bytes, aad: Bytes, ciphertext: Bytes): bigint => {
  const lengths = Buffer.alloc(16)
  lengths.writeUInt32BE(aad.length * 8, 4)
  lengths.writeUInt32BE(ciphertext.length * 8, 12)
  const hashed = Buffer.concat([padded(aad), padded(ciphertext), lengths])
  const subkey = blockOf(key, Buffer.alloc(16))
  let sum = 0n
  for (let at = 0; at < hashed.length; at += 16) sum = times(sum ^ numberOf(hashed.subarray(at, at + 16)), subkey)
  return sum ^ blockOf(key, Buffer.concat([iv, Buffer.from([0, 0, 0, 1])]))
}

/** Returns which of the columns add up to `target`, as bits. */
const solve = (columns: readonly bigint[], target: bigint): bigint => {
  const basis: { lead: bigint; value: bigint; of: bigint }[] = []
  const reduce = (value: bigint, of: bigint) =>
    basis.reduce((rest, row) => (rest.value & row.lead ? { value: rest.value ^ row.value, of: rest.of ^ row.of } : rest), { value, of })
  columns.forEach((column, index) => {
    const rest = reduce(column, 1n << BigInt(index))
    if (rest.value) basis.push({ ...rest, lead: 1n << BigInt(rest.value.toString(2).length - 1) })
  })
  const rest = reduce(target, 0n)
  if (rest.value) throw new Error('Too few free bits')
  return rest.of
}

type Both = { keys: readonly [Bytes, Bytes]; iv: Bytes; aad: Bytes; ciphertext: Bytes; free: { from: number; to: number } }

/**
 * Returns the ciphertext without its tag, with the lower four bits of the bytes in `free` changed so that both keys give the same
 * tag.
 */
export const ambiguous = ({ keys: [one, other], iv, aad, ciphertext, free }: Both): Buffer => {
  const difference = (bytes: Bytes) => tagOf(one, iv, aad, bytes) ^ tagOf(other, iv, aad, bytes)
  const bits = Array.from({ length: (free.to - free.from) * 4 }, (_, index) => ({ at: free.from + (index >> 2), bit: 1 << (index & 3) }))
  const changed = (which: (index: number) => boolean): Buffer => {
    const bytes = Buffer.from(ciphertext)
    for (const [index, { at, bit }] of bits.entries()) if (which(index)) bytes[at] = (bytes[at] ?? 0) ^ bit
    return bytes
  }
  const target = difference(ciphertext)
  const solution = solve(
    bits.map((_, index) => difference(changed((other) => other === index)) ^ target),
    target,
  )
  return changed((index) => ((solution >> BigInt(index)) & 1n) === 1n)
}
