/** A page of paper that someone is given: what stands on it, in the order in which it is read. */
export type Paper = {
  size: 'A5' | 'A4'
  /** Of the file. */
  title: string
  /** A picture on this machine, painted at this height in points. */
  logo: { path: string; height: number } | null
  hall: { name: string; lines: readonly string[] }
  heading: string
  /** Why it counts no more: a word across the page, and a sentence. */
  voided: { stamp: string; text: string } | null
  /** A sentence under the heading, without which the figures below it could be misread. */
  note?: string
  facts: readonly { label: string; value: string }[]
  columns: readonly { title: string; isRight?: boolean /** Of the width of the page, 0 to 1. */; share: number }[]
  rows: readonly { cells: readonly string[]; isStrong?: boolean }[]
  /** Below the table, in whole sentences. */
  remarks: readonly string[]
  /** At the foot of the last page, each with its label. */
  signed: { label: string; value: string } | null
  /** In small letters below everything else. */
  small?: string
  /** `{page}` and `{pages}` are filled in where there is more than one page. */
  pageOf: string
}
