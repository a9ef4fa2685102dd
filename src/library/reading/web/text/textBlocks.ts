import { breathe } from '../breathe.ts'
import type { Blocks } from './BlocksReader.tsx'

/** A block is rendered as a whole: a few lines, few enough to be laid out at once. */
const linesPerBlock = 10
const charactersPerBlock = 2_000
/** Browsers cannot scroll content taller than this many lines. */
export const maxLines = 500_000

/** Pixels. */
const lineHeight = 24

/** Returns where to cut a line that is too long for a block: after a space if there is one, never within a surrogate pair. */
export const cutAt = (text: string, start: number): number => {
  const most = start + charactersPerBlock
  const space = text.lastIndexOf(' ', most - 1)
  if (space > start + charactersPerBlock / 2) return space + 1
  const unit = text.charCodeAt(most)
  return unit >= 0xdc00 && unit <= 0xdfff ? most - 1 : most
}

/** Splits a text into blocks of whole lines; only lines longer than a block are cut. Yields to the browser between slices. */
export const textBlocks = async (text: string, signal: AbortSignal): Promise<Blocks> => {
  const starts: number[] = []
  const lines: number[] = []
  let at = 0
  let total = 0
  while (at < text.length && total < maxLines) {
    if (starts.length % 5_000 === 4_999) await breathe()
    signal.throwIfAborted()
    starts.push(at)
    const begin = at
    let count = 0
    while (count < linesPerBlock && at < text.length) {
      const newline = text.indexOf('\n', at)
      const end = newline === -1 ? text.length : newline + 1
      if (end - begin > charactersPerBlock) break
      at = end
      count += 1
    }
    if (count === 0) at = Math.min(text.length, cutAt(text, begin))
    lines.push(Math.max(1, count))
    total += Math.max(1, count)
  }
  return {
    count: starts.length,
    textOf: (index) => text.slice(starts[index], starts[index + 1] ?? at),
    heightOf: (index) => (lines[index] ?? 1) * lineHeight,
    isCut: at < text.length,
  }
}
