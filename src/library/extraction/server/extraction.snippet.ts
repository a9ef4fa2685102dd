import { placedWords, type TextQuery } from '#server/db/words.ts'

const LENGTH = 160
const BEFORE = 50
/** How far the start may move to reach a word boundary. */
const MAX_SHIFT = 20

type Place = { start: number; which: string }

/** Returns a function that tells which of the searched words, if any, a word matches. */
const judge = ({ parts, prefix }: TextQuery): ((word: string) => string | undefined) => {
  const whole = new Set(parts.flat())
  return (word) => (whole.has(word) ? word : prefix !== undefined && word.startsWith(prefix) ? prefix : undefined)
}

/** Returns the place where the most matches are closest together; the start of the text without matches. */
const bestPlace = (text: string, query: TextQuery): number => {
  const which = judge(query)
  const all = new Set([...query.parts.flat(), ...(query.prefix === undefined ? [] : [query.prefix])]).size
  let near: Place[] = []
  let best = { start: 0, count: 0 }
  for (const { word, start } of placedWords(text)) {
    const found = which(word)
    if (found === undefined) continue
    near = [...near.filter((place) => start - place.start < LENGTH - BEFORE), { start, which: found }]
    const count = new Set(near.map((place) => place.which)).size
    if (count > best.count) best = { start: near[0]?.start ?? start, count }
    if (count === all) break
  }
  return best.start
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))
/** Returns whether this is between two characters and not within one, as far as a cheap check can tell. */
const isBreak = (text: string, at: number): boolean => !/^(?:\p{M}|\p{Cf}|\p{Cs})/u.test(text.slice(at, at + 2))

const moved = (text: string, from: number, step: 1 | -1, fits: (text: string, at: number) => boolean): number | undefined => {
  for (let at = from; Math.abs(at - from) <= MAX_SHIFT && at > 0 && at < text.length; at += step) if (fits(text, at)) return at
  return undefined
}
const cutAt = (text: string, from: number, step: 1 | -1): number => {
  if (from <= 0) return 0
  if (from >= text.length) return text.length
  return moved(text, from, step, isSpace) ?? moved(text, from, step, isBreak) ?? from
}

/** Returns about 160 characters of a page around the matches, as plain text on one line. */
export const snippetOf = (text: string, query: TextQuery): string => {
  const place = bestPlace(text, query)
  const start = cutAt(text, place - BEFORE, 1)
  const end = cutAt(text, start + LENGTH, -1)
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}
