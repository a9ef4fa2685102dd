import { deflateRawSync } from 'node:zlib'

/** Archives and compound files as office programs write them, but with empty parts. */

type Part = { name: string; text: string }
const named = (part: string | Part): Part => (typeof part === 'string' ? { name: part, text: '' } : part)

/** A zip archive of these parts, which are empty if only their name is given. */
export const zip = (parts: readonly (string | Part)[], comment = ''): Buffer => {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of parts.map(named)) {
    const bytes = Buffer.from(name)
    const packed = text ? deflateRawSync(text) : Buffer.alloc(0)
    const method = text ? 8 : 0
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 0, 'latin1')
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(method, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(text.length, 22)
    head.writeUInt16LE(bytes.length, 26)
    local.push(head, bytes, packed)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 0, 'latin1')
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(text.length, 24)
    entry.writeUInt16LE(bytes.length, 28)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, bytes)
    offset += head.length + bytes.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...local, listed, end, Buffer.from(comment)])
}

/** The list of kinds of an office document, with the content type of one more part. */
export const kinds = (type = 'application/xml'): Part => ({
  name: '[Content_Types].xml',
  text: `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/data.bin" ContentType="${type}"/></Types>`,
})

export const docx = (...more: string[]) => zip([kinds(), '_rels/.rels', 'word/document.xml', ...more])
export const xlsx = (...more: string[]) => zip([kinds(), 'xl/workbook.xml', 'xl/worksheets/sheet1.xml', ...more])
export const pptx = () => zip([kinds(), 'ppt/presentation.xml'])

const sectorBytes = 512
const perSector = sectorBytes / 128
const [nothing, endOfChain, ofTable] = [0xffffffff, 0xfffffffe, 0xfffffffd]

type Entry = { name: string; below?: readonly Entry[] }
type Numbered = { name: string; right: number; child: number }

const entriesOf = (root: Entry): Numbered[] => {
  const made: Numbered[] = [{ name: root.name, right: nothing, child: nothing }]
  const add = (parent: number, below: readonly Entry[] = []) => {
    let last = nothing
    for (const { name, below: deeper } of below) {
      const id = made.push({ name, right: last, child: nothing }) - 1
      last = id
      add(id, deeper)
    }
    const owner = made[parent]
    if (owner) owner.child = last
  }
  add(0, root.below)
  return made
}

/** A compound file with empty streams and storages of these names below its root, with the directory's sectors scattered. */
export const compound = (below: readonly Entry[]): Buffer => {
  const entries = entriesOf({ name: 'Root Entry', below })
  const sectors = Math.ceil(entries.length / perSector)
  // The table is in the first sector; those of the directory follow, each before an unused one.
  const placeOf = (index: number) => 1 + 2 * index
  const header = Buffer.alloc(sectorBytes)
  Buffer.from('D0CF11E0A1B11AE1', 'hex').copy(header)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(placeOf(0), 48)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sectorBytes, 0xff)
  table.writeUInt32LE(ofTable, 0)
  const directory = Buffer.alloc(sectors * 2 * sectorBytes)
  for (let index = 0; index < sectors; index++)
    table.writeUInt32LE(index + 1 < sectors ? placeOf(index + 1) : endOfChain, placeOf(index) * 4)
  entries.forEach(({ name, right, child }, id) => {
    const at = Math.floor(id / perSector) * 2 * sectorBytes + (id % perSector) * 128
    directory.write(name, at, 'utf16le')
    directory.writeUInt16LE((name.length + 1) * 2, at + 64)
    directory.writeUInt32LE(nothing, at + 68)
    directory.writeUInt32LE(right, at + 72)
    directory.writeUInt32LE(child, at + 76)
  })
  return Buffer.concat([header, table, directory])
}
