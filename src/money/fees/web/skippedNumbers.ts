type Numbered = { start: string; count: number }

/** Splits a number such as `R/2026-27/000012` into the prefix of its year and the count. */
const parse = (number: string): Numbered | undefined => {
  const found = /^((?:R\/)?\d{4}-\d\d\/)(\d{6})$/.exec(number.trim())
  return found?.[1] && found[2] ? { start: found[1], count: Number(found[2]) } : undefined
}

/** Returns the first and last number that are skipped if `typed` replaces `last` as the last number; undefined if none is. */
export const skippedNumbers = (last: string | null, typed: string): { from: string; to: string } | undefined => {
  const next = parse(typed)
  if (!next) return undefined
  const before = last === null ? undefined : parse(last)
  // The page does not know the last number of an earlier year.
  if (before && next.start < before.start) return undefined
  const first = (before?.start === next.start ? before.count : 0) + 1
  if (next.count < first) return undefined
  return { from: `${next.start}${String(first).padStart(6, '0')}`, to: typed.trim() }
}
