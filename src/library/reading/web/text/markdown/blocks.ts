import { type Content, contentsOf, type Open, run } from './blockContents.ts'
import { mostFormatted } from './inline.ts'
import { bulletOf, cellsOf, columnsOf, fenceOf, headingOf, isDelimiter, isRule, setextLevel, unquoted } from './lines.ts'

/** A block is rendered as a whole; `quote` is its depth of quotation. */
export type MarkdownBlock = Content & { quote: number }

const mostQuotes = 4
const mostDepth = 4
const mostColumns = 20

class Parser {
  readonly blocks: MarkdownBlock[] = []
  #open: Open | undefined
  #quote = 0

  take(line: string): void {
    const isCode = this.#open?.kind === 'code' && this.#open.fence !== undefined
    const { depth, rest } = unquoted(line, isCode ? this.#quote : mostQuotes)
    if (depth !== this.#quote) this.close()
    this.#quote = depth
    const open = this.#open
    if (open?.kind === 'code' && open.fence !== undefined) this.#takeCode(open, open.fence, rest)
    else if (rest.trim() === '') this.#takeBlank()
    else if (rest.length > mostFormatted || !this.#takeStructure(rest)) this.#takeText(rest)
  }

  close(): void {
    if (this.#open) for (const content of contentsOf(this.#open)) this.#add(content)
    this.#open = undefined
  }

  #add(content: Content): void {
    this.blocks.push({ ...content, quote: this.#quote })
  }

  #begin(open: Open): void {
    this.close()
    this.#open = open
  }

  #takeCode(open: { lines: string[] }, fence: string, line: string): void {
    const text = line.trim()
    if (text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)) this.close()
    else open.lines.push(line)
  }

  #takeBlank(): void {
    if (this.#open?.kind === 'list') this.#open.isAfterBlank = true
    else this.close()
  }

  /** Returns whether the line is more than text. */
  #takeStructure(line: string): boolean {
    if (this.#open?.kind === 'paragraph' && this.#takeUnderline(this.#open.lines, line)) return true
    // Most lines are text, as their first character shows.
    const sign = line.trimStart().charAt(0)
    const fence = sign === '`' || sign === '~' ? fenceOf(line) : undefined
    if (fence) {
      this.#begin({ kind: 'code', lines: [], fence })
      return true
    }
    const heading = sign === '#' ? headingOf(line) : undefined
    const single: Content | undefined = heading ? { kind: 'heading', ...heading } : isRule(sign, line) ? { kind: 'rule' } : undefined
    if (single) {
      this.close()
      this.#add(single)
      return true
    }
    return (/[-*+\d]/.test(sign) && this.#takeItem(line)) || this.#takeRow(line)
  }

  /** Turns the previous line into a heading, or into the header of a table. */
  #takeUnderline(lines: readonly string[], line: string): boolean {
    const [first = ''] = lines
    const level = setextLevel(line)
    const text = level === undefined ? '' : run(lines)
    if (level !== undefined && text.length <= mostFormatted) {
      this.#open = undefined
      this.#add({ kind: 'heading', level, text })
      return true
    }
    const heading = lines.length === 1 && isDelimiter(line) ? cellsOf(first) : []
    if (!first.includes('|') || heading.length > mostColumns || heading.length !== cellsOf(line).length) return false
    this.#open = { kind: 'table', heading, rows: [] }
    return true
  }

  #takeItem(line: string): boolean {
    const bullet = bulletOf(line)
    if (!bullet) return false
    const { indent, isFirst, marker, text } = bullet
    const isText = this.#open?.kind === 'paragraph' && (!isFirst || text === '')
    if (isText || (this.#open?.kind !== 'list' && indent >= 4)) return false
    if (this.#open?.kind !== 'list') this.#begin({ kind: 'list', items: [], indents: [], isAfterBlank: false })
    if (this.#open?.kind !== 'list') return false
    const { indents, items } = this.#open
    while (indents.length > 0 && (indents.at(-1) ?? 0) > indent) indents.pop()
    if (indents.length === 0 || indent > (indents.at(-1) ?? 0) + 1) indents.push(indent)
    items.push({ depth: Math.min(mostDepth, indents.length - 1), marker, lines: [text] })
    this.#open.isAfterBlank = false
    return true
  }

  #takeRow(line: string): boolean {
    if (this.#open?.kind !== 'table' || !line.includes('|')) return false
    const cells = cellsOf(line)
    this.#open.rows.push(this.#open.heading.map((_, column) => cells[column] ?? ''))
    return true
  }

  #takeText(line: string): void {
    const open = this.#open
    const indent = columnsOf(line)
    if (open?.kind === 'list' && (!open.isAfterBlank || indent >= 2)) {
      const lines = open.items.at(-1)?.lines
      if (open.isAfterBlank && lines) lines.push(`${lines.pop() ?? ''}  `)
      lines?.push(line)
      open.isAfterBlank = false
    } else if (open?.kind === 'paragraph') open.lines.push(line)
    else if (indent >= 4 && open?.kind === 'code') open.lines.push(line.replace(/^(?: {4}|\t)/, ''))
    else if (indent >= 4) this.#begin({ kind: 'code', lines: [line.replace(/^(?: {4}|\t)/, '')], fence: undefined })
    else this.#begin({ kind: 'paragraph', lines: [line] })
  }
}

/** Splits Markdown into small blocks, in one pass over the lines. */
export const markdownBlocks = (text: string): MarkdownBlock[] => {
  const parser = new Parser()
  for (const line of text.split('\n')) parser.take(line)
  parser.close()
  return parser.blocks
}
