/* Encodes hashed, signed or additional data as bytes, identically in browsers and on the server: see docs/encryption.md. */

/** Available in browsers and in Node. */
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array<ArrayBuffer> }

export type Field = string | number | Uint8Array

const utf8 = new TextEncoder()

/**
 * Concatenates the fields, each preceded by its length in bytes as four bytes, most significant first. Different inputs therefore
 * never give the same bytes. A text is encoded as UTF-8, a number as its decimal digits.
 */
export const encodeFields = (...fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const parts = fields.map((field) => (field instanceof Uint8Array ? field : utf8.encode(String(field))))
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + 4 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}
