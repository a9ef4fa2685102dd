/** Numbers of one financial year, both ends included. */
export type NumberRange = { year: number; first: number; last: number }

export type Correction = { year: number; beforeLast: number; afterLast: number }

/**
 * Returns the numbers that corrections skipped. Raising the last number skips the numbers in between; lowering it makes the numbers
 * above it assignable again, so their gaps are no longer explained.
 */
const leftOut = (corrections: readonly Correction[]): NumberRange[] => {
  let skipped: NumberRange[] = []
  for (const { year, beforeLast, afterLast } of corrections) {
    if (afterLast > beforeLast) skipped.push({ year, first: beforeLast + 1, last: afterLast })
    else
      skipped = skipped
        .map((range) => (range.year === year ? { ...range, last: Math.min(range.last, afterLast) } : range))
        .filter(({ first, last }) => first <= last)
  }
  return skipped
}

/** Returns a range minus another range of the same year. */
const without = (range: NumberRange, { first, last }: NumberRange): NumberRange[] =>
  [
    { ...range, last: Math.min(range.last, first - 1) },
    { ...range, first: Math.max(range.first, last + 1) },
  ].filter((part) => part.first <= part.last)

/** Returns the parts of these gaps that no correction explains. */
export const unexplained = (gaps: readonly NumberRange[], corrections: readonly Correction[]): NumberRange[] => {
  const skipped = leftOut(corrections)
  return gaps.flatMap((gap) =>
    skipped.filter(({ year }) => year === gap.year).reduce((parts, range) => parts.flatMap((part) => without(part, range)), [gap]),
  )
}
