import { piecesOf } from '#web/ui/linkedText.ts'
import { Emphasis, type Styled } from './emphasis.ts'

/** Longer texts are shown as written, so that untrusted input cannot create expensive layouts. */
export const mostFormatted = 4_000
/** Each piece is an element of the page. */
const mostPieces = 400

const escapedSign = /\\([!-/:-@[-`{-~])/.source
const ticksOfCode = /(`+)/.source
const bareAddress = /<((?:https?:\/\/|mailto:)[^\s<>]*)>/.source
const label = /!?\[((?:[^[\]\\]|\\[\s\S])*)\]/.source
const target = /\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.source
const signsOfEmphasis = /(\*+|_+|~~)/.source
const signs = new RegExp([escapedSign, ticksOfCode, bareAddress, label + target, signsOfEmphasis].join('|'), 'giu')

/** Returns the address if it is safe to link to; undefined for other schemes, above all `javascript:`, and for relative paths. */
const safeHref = (address: string): string | undefined =>
  /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address) ? address : undefined

/** Returns the end of code that starts with this run of backticks, or -1. */
const endOfCode = (text: string, from: number, ticks: string): number => {
  for (const { 0: run, index } of text.slice(from).matchAll(/`+/g)) if (run === ticks) return from + index
  return -1
}

const isAlike = (one: Styled, other: Styled): boolean =>
  one.href === other.href &&
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.strike === other.strike &&
  one.code === other.code

/** Joins adjacent pieces of the same style and drops empty ones. */
const joined = (pieces: readonly Styled[]): Styled[] => {
  const made: Styled[] = []
  for (const piece of pieces) {
    const last = made.at(-1)
    if (piece.text === '') continue
    if (last && isAlike(last, piece)) made[made.length - 1] = { ...last, text: last.text + piece.text }
    else made.push(piece)
  }
  return made
}

/** Links addresses that were typed as plain text. */
const withAddresses = (piece: Styled): Styled[] =>
  piece.code || piece.href ? [piece] : piecesOf(piece.text).map((found) => ({ ...piece, ...found }))

/** A quick check, since most texts need no formatting and there may be very many of them. */
const hasSigns = /[\\`<[*_~]|https?:|mailto:|www\./i

/** Parses the inline Markdown of a line into pieces. HTML is treated as text. */
export const inlineOf = (text: string): Styled[] => {
  if (text.length > mostFormatted || !hasSigns.test(text)) return [{ text }]
  const pieces: Styled[] = []
  const emphasis = new Emphasis(pieces)
  let done = 0
  for (const match of text.matchAll(signs)) {
    const { 0: all, index } = match
    if (index < done) continue
    const [escaped, ticks, address, name, to, run] = match.slice(1)
    pieces.push({ text: text.slice(done, index) })
    done = index + all.length
    if (escaped !== undefined) pieces.push({ text: escaped })
    else if (ticks !== undefined) {
      const end = endOfCode(text, done, ticks)
      pieces.push(end === -1 ? { text: ticks } : { text: text.slice(done, end).trim(), code: true })
      if (end !== -1) done = end + ticks.length
    } else if (run !== undefined) {
      pieces.push({ text: run })
      emphasis.take(run, text.charAt(index - 1), text.charAt(done))
    } else {
      const href = safeHref(address ?? to ?? '')
      const named: Styled[] = name === undefined ? [{ text: address ?? '' }] : inlineOf(name)
      pieces.push(...named.map(({ href: _, ...piece }) => ({ ...piece, ...(href && { href }) })))
    }
  }
  pieces.push({ text: text.slice(done) })
  const styled = joined(joined(pieces.map(emphasis.styles())).flatMap(withAddresses))
  return styled.length > mostPieces ? [{ text }] : styled
}
