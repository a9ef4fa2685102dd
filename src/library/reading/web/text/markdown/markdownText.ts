import type { MarkdownBlock } from './blocks.ts'

/** Returns the texts of a block, each of which is formatted, searched and marked separately. */
export const textsOf = (block: MarkdownBlock): string[] => {
  switch (block.kind) {
    case 'list':
      return block.items.map(({ text }) => text)
    case 'table':
      return [block.heading, ...block.rows].flat()
    case 'rule':
      return []
    default:
      return [block.text]
  }
}
