import { fromBase64, toBase64 } from '../base64.ts'
import { flipped } from './devices.ts'

/** Returns each field of a value, by path. */
export const fieldsOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, [...path, key])) : [path]

/**
 * Returns a different value of the same kind: a flipped bit of base64, another character of a text, another number, something for
 * null.
 */
const changed = (value: unknown, at: number): unknown => {
  if (typeof value === 'number') return value + 1 + (at % 3)
  if (value === null) return toBase64(new Uint8Array(at % 2 ? 32 : 64))
  const text = String(value)
  if (/^[A-Za-z0-9+/]{43,}=*$/.test(text) && text.length % 4 === 0) return toBase64(flipped(fromBase64(text), at))
  const index = at % text.length
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`
}

/** Returns a copy with one field changed. */
export const withChange = <T>(value: T, path: string[], at: number): T => {
  const copy = structuredClone(value)
  const parent = path.slice(0, -1).reduce((inner: Record<string, unknown>, key) => inner[key] as Record<string, unknown>, copy as never)
  const key = path.at(-1) ?? ''
  parent[key] = changed(parent[key], at)
  return copy
}
