import { inflateSync } from 'node:zlib'

const TABLE_DIRECTORY = 44
const ENTRY = 20

/** The search fields of the table directory (OpenType, "Table Directory"). */
const searchNumbers = (tables: number): [range: number, selector: number, shift: number] => {
  const selector = Math.floor(Math.log2(tables))
  return [16 * 2 ** selector, selector, 16 * (tables - 2 ** selector)]
}

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4

/**
 * Unpacks a font from WOFF. The PDF library would do so in JavaScript and again for every document, which takes most of the time of
 * a receipt.
 */
export const sfntOf = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = TABLE_DIRECTORY + index * ENTRY
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), bytes: packed < length ? inflateSync(bytes) : bytes }
  })
  let place = 12 + 16 * count
  const font = Buffer.alloc(tables.reduce((size, { bytes }) => size + padded(bytes.length), place))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  searchNumbers(count).forEach((number, index) => {
    font.writeUInt16BE(number, 6 + 2 * index)
  })
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const at = 12 + 16 * index
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(place, at + 8)
    font.writeUInt32BE(bytes.length, at + 12)
    bytes.copy(font, place)
    place += padded(bytes.length)
  })
  return font
}
