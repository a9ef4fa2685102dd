/** A printed page: its content, in reading order. */
export type Paper = {
  size: 'A5' | 'A4'
  /** The title of the file. */
  title: string
  /** A picture on this machine, drawn at this height in points. */
  logo: { path: string; height: number } | null
  hall: { name: string; lines: readonly string[] }
  heading: string
  /** Why it is void: a word across the page, and a sentence. */
  voided: { stamp: string; text: string } | null
  /** A sentence under the heading that prevents a misreading of the figures below. */
  note?: string
  /** In large figures under the heading, with its words. */
  amount?: { figure: string; words: string }
  facts: readonly { label: string; value: string }[]
  columns: readonly { title: string; isRight?: boolean /** A share of the width of the page, 0 to 1. */; share: number }[]
  rows: readonly { cells: readonly string[]; isStrong?: boolean }[]
  /** Sentences below the table. */
  remarks: readonly string[]
  /** Twelve squares below the remarks, and what they cover. */
  strip?: { states: readonly ('paid' | 'part' | 'due' | 'none')[]; text: string }
  /** At the foot of the last page, each with its label. */
  signed: { label: string; value: string } | null
  /** In small letters below everything else. */
  small?: string
  /** `{page}` and `{pages}` are filled in if there is more than one page. */
  pageOf: string
}
