import { cutAt } from '../textBlocks.ts'
import { mostFormatted } from './inline.ts'
import type { ListItem } from './lines.ts'

export type Content =
  | { kind: 'heading'; level: number; text: string }
  /** `plain` is too long to be formatted and shown as written. */
  | { kind: 'paragraph' | 'code' | 'plain'; text: string }
  | { kind: 'list'; items: readonly ListItem[] }
  | { kind: 'table'; heading: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'rule' }

/** A block that may continue on the next line. */
export type Open =
  | { kind: 'paragraph'; lines: string[] }
  | { kind: 'code'; lines: string[]; fence: string | undefined }
  | { kind: 'list'; items: (Omit<ListItem, 'text'> & { lines: string[] })[]; indents: number[]; isAfterBlank: boolean }
  | { kind: 'table'; heading: string[]; rows: string[][] }

/** Joins lines into one paragraph; two spaces or a backslash at the end of a line are a line break. */
export const run = (lines: readonly string[]): string =>
  lines
    .map((line, at) => {
      const isLast = at === lines.length - 1
      const isBroken = !isLast && (line.endsWith('  ') || line.endsWith('\\'))
      const text = isBroken && line.endsWith('\\') ? line.slice(0, -1).trim() : line.trim()
      return isLast ? text : `${text}${isBroken ? '\n' : ' '}`
    })
    .join('')

/** Splits a text into parts that are small enough to lay out at once. */
const cut = (text: string): string[] => {
  const parts: string[] = []
  let at = 0
  while (at < text.length || parts.length === 0) {
    const end = text.length - at > mostFormatted ? cutAt(text, at) : text.length
    parts.push(text.slice(at, end))
    at = end
  }
  return parts
}

const eachCosts = 40

/** Groups entries into blocks that are small enough to lay out at once. */
const grouped = <T>(entries: readonly T[], sizeOf: (entry: T) => number): T[][] => {
  const groups: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    size += sizeOf(entry) + eachCosts
    if (size > mostFormatted) {
      groups.push([])
      size = sizeOf(entry) + eachCosts
    }
    groups.at(-1)?.push(entry)
  }
  return groups
}

const textBlocksOf = (text: string): Content[] =>
  text.length > mostFormatted ? cut(text).map((part) => ({ kind: 'plain', text: part })) : [{ kind: 'paragraph', text }]

const listBlocksOf = (items: readonly ListItem[]): Content[] =>
  grouped(items, ({ text }) => text.length).flatMap((group): Content[] => {
    const [first] = group
    return first && first.text.length > mostFormatted ? textBlocksOf(`${first.marker} ${first.text}`) : [{ kind: 'list', items: group }]
  })

/** Returns the blocks of a completed structure. */
export const contentsOf = (open: Open): Content[] => {
  if (open.kind === 'paragraph') return textBlocksOf(run(open.lines))
  if (open.kind === 'list') return listBlocksOf(open.items.map(({ lines, ...item }) => ({ ...item, text: run(lines) })))
  if (open.kind === 'code')
    return grouped(open.lines.flatMap(cut), ({ length }) => length).map((lines) => ({ kind: 'code', text: lines.join('\n') }))
  const { heading, rows } = open
  const size = (row: readonly string[]) => row.reduce((sum, cell) => sum + cell.length + eachCosts, 0)
  return (rows.length === 0 ? [[]] : grouped(rows, size)).map((group) => ({ kind: 'table', heading, rows: group }))
}
