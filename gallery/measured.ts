/** What a look consists of; docs/look.md defines each figure. */
export type Measured = {
  /** Sizes of letters in pixels, rounded to halves. */
  sizes: string[]
  /** Colours of letters, grounds, borders and icons beside the accent and the colours of states. */
  colours: string[]
  /** The x of each line of blocks that begin below each other in the main part. */
  edges: string[]
  /** Names of the filled buttons. */
  filled: string[]
  /** Elements with a border that can be seen; the cells of one row are one element. */
  bordered: string[]
}
