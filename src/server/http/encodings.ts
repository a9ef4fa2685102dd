import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Compressed = 'br' | 'gzip'
export type Encoding = Compressed | 'identity'

// Made once and sent often, but by the first who asks: so of a quality that takes milliseconds.
export const compress: Record<Compressed, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}

const judgeEncodings = (header: string): Encoding => {
  const admitted = header
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => admitted.includes(encoding)) ?? 'identity'
}

const MOST_HEADERS = 100
const judged = new Map<string, Encoding>()

/** The best encoding that an `Accept-Encoding` admits; one with a weight of zero is refused. */
export const encodingFor = (header = ''): Encoding => {
  const known = judged.get(header)
  if (known) return known
  const encoding = judgeEncodings(header)
  // Browsers send a handful of them; whoever sends ever new ones starts it over.
  if (judged.size >= MOST_HEADERS) judged.clear()
  judged.set(header, encoding)
  return encoding
}
