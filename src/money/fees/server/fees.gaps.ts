/** Numbers of one financial year, both ends included. */
export type NumberRange = { year: number; first: number; last: number }

export type Correction = { year: number; beforeLast: number; afterLast: number }

/**
 * The numbers that corrections left out. Raising the last number skips those in between; lowering it lets the numbers above it
 * be given after all, so nothing explains a gap among them any more.
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

/** What is left of a range without another one of the same year. */
const without = (range: NumberRange, { first, last }: NumberRange): NumberRange[] =>
  [
    { ...range, last: Math.min(range.last, first - 1) },
    { ...range, first: Math.max(range.first, last + 1) },
  ].filter((part) => part.first <= part.last)

/** The parts of these gaps that no correction explains. */
export const unexplained = (gaps: readonly NumberRange[], corrections: readonly Correction[]): NumberRange[] => {
  const skipped = leftOut(corrections)
  return gaps.flatMap((gap) =>
    skipped.filter(({ year }) => year === gap.year).reduce((parts, range) => parts.flatMap((part) => without(part, range)), [gap]),
  )
}
