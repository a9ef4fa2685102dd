import { MB } from '#contract/limits.ts'

/** A longer text is shown up to here: phones hold it twice, as bytes and as letters. */
export const maxTextBytes = 16 * MB

/** Texts come in as UTF-8; a wrong byte becomes a sign of its own, and a letter that is cut at the end is left out. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes, { stream: true }).replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
