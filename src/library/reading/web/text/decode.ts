import { MB } from '#contract/limits.ts'

/** Longer texts are cut here: a phone has them in memory twice, as bytes and as a string. */
export const maxTextBytes = 16 * MB

/** Decodes UTF-8. An invalid byte becomes a replacement character, and a character cut at the end is left out. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes, { stream: true }).replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
