/** A piece of text with its styles. */
export type Styled = { text: string; bold?: true; italic?: true; strike?: true; code?: true; href?: string }

type Style = 'bold' | 'italic' | 'strike'

/** Characters that may open or close emphasis; `at` is the index of their piece. */
type Signs = { at: number; sign: string; length: number }

const isSpace = (letter: string): boolean => letter === '' || /\s/.test(letter)
const isWordLetter = (letter: string): boolean => /[\p{L}\p{M}\p{N}_]/u.test(letter)

/**
 * Pairs emphasis delimiters as they arrive. Styled ranges are recorded by their ends, so that a long text is not traversed once for each of
 * them.
 */
export class Emphasis {
  readonly #open: Signs[] = []
  readonly #openOf = new Map<string, number>()
  readonly #changes = new Map<number, Map<Style, number>>()
  readonly #pieces: Styled[]

  constructor(pieces: Styled[]) {
    this.#pieces = pieces
  }

  /** Adds the last piece as a run of delimiters. */
  take(run: string, before: string, after: string): void {
    const signs: Signs = { at: this.#pieces.length - 1, sign: run.charAt(0), length: run.length }
    const isWithinWord = signs.sign === '_' && isWordLetter(before) && isWordLetter(after)
    if (!isSpace(before) && !isWithinWord) while (signs.length > 0 && this.#close(signs));
    if (signs.length > 0 && !isSpace(after) && !isWithinWord) {
      this.#open.push(signs)
      this.#count(signs.sign, 1)
    }
  }

  /** Returns a function that styles the pieces in order, from the first. */
  styles(): (styled: Styled, at: number) => Styled {
    const depth = { bold: 0, italic: 0, strike: 0 }
    return (styled, at) => {
      for (const [style, by] of this.#changes.get(at) ?? []) depth[style] += by
      const { bold, italic, strike } = depth
      return { ...styled, ...(bold > 0 && { bold: true }), ...(italic > 0 && { italic: true }), ...(strike > 0 && { strike: true }) }
    }
  }

  #close(closing: Signs): boolean {
    if (!this.#openOf.get(closing.sign)) return false
    let opening = this.#open.at(-1)
    // Unmatched delimiters inside remain text.
    while (opening && opening.sign !== closing.sign) {
      this.#drop()
      opening = this.#open.at(-1)
    }
    if (!opening) return false
    const length = opening.length >= 2 && closing.length >= 2 ? 2 : 1
    const style: Style = closing.sign === '~' ? 'strike' : length === 2 ? 'bold' : 'italic'
    this.#change(opening.at + 1, style, 1)
    this.#change(closing.at, style, -1)
    for (const each of [opening, closing]) this.#shorten(each, length)
    if (opening.length === 0) this.#drop()
    return true
  }

  #shorten(signs: Signs, by: number): void {
    signs.length -= by
    this.#pieces[signs.at] = { text: signs.sign.repeat(signs.length) }
  }

  #drop(): void {
    const dropped = this.#open.pop()
    if (dropped) this.#count(dropped.sign, -1)
  }

  #count(sign: string, by: number): void {
    this.#openOf.set(sign, (this.#openOf.get(sign) ?? 0) + by)
  }

  #change(at: number, style: Style, by: number): void {
    const changes = this.#changes.get(at) ?? new Map<Style, number>()
    this.#changes.set(at, changes.set(style, (changes.get(style) ?? 0) + by))
  }
}
