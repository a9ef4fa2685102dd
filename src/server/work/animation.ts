const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b

/** Applications whose blocks say how often an animation is repeated. All others are notes of programs: places, names, dates. */
const repeats = ['NETSCAPE2.0', 'ANIMEXTS1.0']

const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns the position after the sub-blocks that begin at `at`: each begins with its length, and the last one is empty. */
const pastSubBlocks = (gif: Buffer, at: number): number => {
  let next = at
  for (let length = gif[next] ?? 0; length > 0; length = gif[next] ?? 0) next += length + 1
  return next + 1
}

const isKept = (gif: Buffer, at: number): boolean => {
  const label = gif[at + 1]
  if (label === 0xff) return repeats.includes(gif.toString('latin1', at + 3, at + 14))
  return label === 0xf9 || label === 0x01
}

/**
 * Returns the frames of a GIF and their sequence, and nothing else: no comments, no notes of programs, nothing after its end.
 * Undefined if its blocks are out of order (GIF89a, 17 to 27).
 */
export const framesOf = (gif: Buffer): Buffer | undefined => {
  let at = 13 + colours(gif[10] ?? 0)
  const kept = [gif.subarray(0, at)]
  while (at < gif.length) {
    const begin = gif[at]
    if (begin === END) return Buffer.concat([...kept, Buffer.of(END)])
    if (begin !== IMAGE && begin !== EXTENSION) return undefined
    const next = begin === IMAGE ? pastSubBlocks(gif, at + 11 + colours(gif[at + 9] ?? 0)) : pastSubBlocks(gif, at + 2)
    if (begin === IMAGE || isKept(gif, at)) kept.push(gif.subarray(at, next))
    at = next
  }
  return undefined
}
