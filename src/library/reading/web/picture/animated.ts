const ascii = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))

/** Skips the sub-blocks that start at `at`: each starts with its length, and the last one is empty. */
const pastSubBlocks = (bytes: Uint8Array, at: number): number => {
  let next = at
  for (let length = bytes[next] ?? 0; length > 0; length = bytes[next] ?? 0) next += length + 1
  return next + 1
}

const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns whether a GIF has a second picture (GIF89a, 19 to 26). */
const hasTwoPictures = (bytes: Uint8Array): boolean => {
  let at = 13 + colours(bytes[10] ?? 0)
  let pictures = 0
  while (at < bytes.length) {
    if (bytes[at] === 0x21) at = pastSubBlocks(bytes, at + 2)
    else if (bytes[at] === 0x2c) {
      pictures += 1
      if (pictures > 1) return true
      at = pastSubBlocks(bytes, at + 11 + colours(bytes[at + 9] ?? 0))
    } else return false
  }
  return false
}

/** Returns whether a PNG declares frames, which it does before its first picture. */
const announcesFrames = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = ascii(bytes, at + 4, 4)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
  return false
}

/** Returns whether a picture is animated: it then needs a button that stops it. */
export const isAnimated = (bytes: Uint8Array): boolean => {
  if (ascii(bytes, 0, 4) === 'GIF8') return hasTwoPictures(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF') return ascii(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
  return ascii(bytes, 1, 3) === 'PNG' && announcesFrames(bytes)
}
