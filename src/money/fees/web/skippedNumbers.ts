type Numbered = { start: string; count: number }

/** `R/2026-27/000012` as what all numbers of its year begin with, and its count. */
const parse = (number: string): Numbered | undefined => {
  const found = /^((?:R\/)?\d{4}-\d\d\/)(\d{6})$/.exec(number.trim())
  return found?.[1] && found[2] ? { start: found[1], count: Number(found[2]) } : undefined
}

/** The first and last number that are never given once `typed` is the last one in place of `last`; undefined where none is skipped. */
export const skippedNumbers = (last: string | null, typed: string): { from: string; to: string } | undefined => {
  const next = parse(typed)
  if (!next) return undefined
  const before = last === null ? undefined : parse(last)
  // Of an earlier year the page does not know the last number.
  if (before && next.start < before.start) return undefined
  const first = (before?.start === next.start ? before.count : 0) + 1
  if (next.count < first) return undefined
  return { from: `${next.start}${String(first).padStart(6, '0')}`, to: typed.trim() }
}
