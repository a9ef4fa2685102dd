/*
 * Passwords that are read aloud over a counter and typed on a phone: `kubo-rane-tame-47`. No letter looks or sounds like another
 * one or like a figure: no c, g, i, l, q, w, x, z, no 0 and 1.
 *
 * Six syllables of 14 × 4 and two figures of 8: 6 × log2(56) + 2 × log2(8) = 40.8 bits. Sign-in is limited per address and account,
 * so that nobody can try a share of them that matters.
 */
const consonants = 'bdfhjkmnprstvy'
const vowels = 'aeou'
const figures = '23456789'

const GROUPS = 3

const times = (n: number, make: () => string): string[] => Array.from({ length: n }, make)

/** Returns a new password of 17 characters. `below(n)` returns one of the numbers from 0 to n - 1, each as likely as any other. */
export const readablePassword = (below: (n: number) => number): string => {
  const oneOf = (letters: string): string => letters.charAt(below(letters.length))
  const syllable = (): string => oneOf(consonants) + oneOf(vowels)
  return [...times(GROUPS, () => times(2, syllable).join('')), times(2, () => oneOf(figures)).join('')].join('-')
}
