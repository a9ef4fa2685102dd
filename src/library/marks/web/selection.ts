import type { LaidPage, TextSpan } from './laidPages.ts'

/** Selected text of one page. */
export type SelectedText = TextSpan & { readonly page: number; readonly quote: string }

/** Returns the part of a page's text that a range covers. */
const spanIn = ({ elements, starts }: LaidPage, range: Range): TextSpan | undefined => {
  let span: TextSpan | undefined
  for (const [index, element] of elements.entries()) {
    const node = element.firstChild
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue
    const start = starts[index] ?? 0
    const from = range.startContainer === node ? range.startOffset : 0
    const to = range.endContainer === node ? range.endOffset : node.length
    if (to > from) span = { start: span?.start ?? start + from, end: start + to }
  }
  return span
}

const trimmed = (text: string, { start, end }: TextSpan): TextSpan => {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  return { start: from, end: Math.max(from, from + part.trim().length) }
}

/** Returns the selected text of each page that has some, in the order of the pages. */
export const selectedTexts = (pages: ReadonlyMap<number, LaidPage>, selection: Selection | null): SelectedText[] => {
  const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  if (!range) return []
  return [...pages]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([page, laid]) => {
      if (!laid.sheet.isConnected || !range.intersectsNode(laid.sheet)) return []
      const found = spanIn(laid, range)
      const span = found && trimmed(laid.text, found)
      return span && span.end > span.start ? [{ page, ...span, quote: laid.text.slice(span.start, span.end) }] : []
    })
}

const wordsOf = (text: string): TextSpan[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))

/** Returns the first word of a page that is in view. */
const firstVisible = ({ elements, starts, sheet }: LaidPage): number => {
  const top = Math.max(0, sheet.closest('section')?.getBoundingClientRect().top ?? 0)
  const index = elements.findIndex((element) => element.textContent?.trim() && element.getBoundingClientRect().top >= top)
  return index < 0 ? 0 : (starts[index] ?? 0)
}

/** Returns what a key selects after `now`: the arrows to the sides add and drop words, those up and down go to another line. */
export const spanByKey = (key: string, text: string, now: TextSpan | undefined, first: number): TextSpan | undefined => {
  const words = wordsOf(text)
  const wordAt = (place: number) => words.find(({ end }) => end > place)
  if (!now) return wordAt(first) ?? words.at(-1)
  const from = wordAt(now.start) ?? now
  if (key === 'ArrowRight') return { start: now.start, end: wordAt(now.end)?.end ?? now.end }
  if (key === 'ArrowLeft') return { start: now.start, end: words.findLast(({ end }) => end < now.end && end > now.start)?.end ?? from.end }
  if (key === 'ArrowDown') {
    const lineEnd = text.indexOf('\n', now.start)
    return (lineEnd < 0 ? undefined : wordAt(lineEnd)) ?? from
  }
  const lineStart = text.lastIndexOf('\n', now.start - 1)
  const lineBefore = lineStart < 0 ? -1 : text.slice(0, lineStart).trimEnd().lastIndexOf('\n')
  return lineStart < 0 ? wordAt(0) : wordAt(lineBefore + 1)
}

/** Selects text of the current page by Shift and an arrow key, since a browser lets only the pointer select in a page. */
export const selectByKey = (key: string, pages: ReadonlyMap<number, LaidPage>, current: number): void => {
  const selection = getSelection()
  const [selected] = selectedTexts(pages, selection)
  const laid = pages.get(selected?.page ?? current)
  if (!laid || !selection) return
  const span = spanByKey(key, laid.text, selected, firstVisible(laid))
  const range = span && laid.rangeOf(span)
  if (!range) return
  selection.removeAllRanges()
  selection.addRange(range)
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
}
