import { MB } from '#contract/limits.ts'
import type { Blocks } from '../BlocksReader.tsx'
import { type MarkdownBlock, markdownBlocks } from './blocks.ts'
import type { Styled } from './emphasis.ts'
import { inlineOf } from './inline.ts'
import { textsOf } from './markdownText.ts'

const mostLetters = MB
/** Maximum number of blocks that layout and search handle quickly. */
const mostBlocks = 20_000

export type FormattedBlocks = Blocks & { readonly blockAt: (index: number) => MarkdownBlock | undefined }

/** Separates the texts of a block in the searched text, so that no match spans two of them. */
const between = '\u0001'

const lineHeight = 24
const lettersPerLine = 80

const heightOf = (block: MarkdownBlock): number =>
  textsOf(block).reduce((sum, text) => sum + lineHeight * Math.ceil((text.length + 1) / lettersPerLine), lineHeight / 2)

const shownText = (styled: readonly Styled[]): string => styled.map(({ text }) => text).join('')

/** Markdown as it is rendered and searched; undefined if it is too long and shown as written. */
export const formattedBlocks = (text: string): FormattedBlocks | undefined => {
  if (text.length > mostLetters) return undefined
  const blocks = markdownBlocks(text)
  if (blocks.length > mostBlocks) return undefined
  return {
    count: blocks.length,
    isCut: false,
    blockAt: (index) => blocks[index],
    textOf: (index) => {
      const block = blocks[index]
      return block
        ? textsOf(block)
            .map((each) => shownText(stylesOf(block, each)))
            .join(between)
        : ''
    },
    heightOf: (index) => {
      const block = blocks[index]
      return block ? heightOf(block) : lineHeight
    },
  }
}

/** Code, and text that is too long, is shown as written. */
export const stylesOf = ({ kind }: Pick<MarkdownBlock, 'kind'>, text: string): Styled[] =>
  kind === 'code' || kind === 'plain' ? [{ text }] : inlineOf(text)
