/** Returns pseudo-random numbers from 0 up to 1, determined by the text. */
export const randomFrom = (text: string): (() => number) => {
  let state = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns this many of the items, in random order. */
export const sampleOf = <T>(all: readonly T[], count: number, random: () => number): T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ one }) => one)
