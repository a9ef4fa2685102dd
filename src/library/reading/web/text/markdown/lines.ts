/** One entry of a list, nested `depth` levels deep. */
export type ListItem = { depth: number; marker: string; text: string }

/** Strips up to `most` quote markers from a line. */
export const unquoted = (line: string, most: number): { depth: number; rest: string } => {
  let [depth, rest] = [0, line]
  while (depth < most) {
    const [sign] = /^ {0,3}> ?/.exec(rest) ?? []
    if (sign === undefined) break
    rest = rest.slice(sign.length)
    depth += 1
  }
  return { depth, rest }
}

/** Returns the indentation of a line in columns; a tab counts as four. */
export const columnsOf = (line: string): number => {
  let columns = 0
  for (const letter of line) {
    if (letter !== ' ' && letter !== '\t') break
    columns += letter === '\t' ? 4 : 1
  }
  return columns
}

const withoutHashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trim() : text
}

/** `## Two ##` */
export const headingOf = (line: string): { level: number; text: string } | undefined => {
  const [, hashes] = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line) ?? []
  return hashes === undefined ? undefined : { level: hashes.length, text: withoutHashes(line.trim().slice(hashes.length).trim()) }
}

/** Returns the level of a heading with this underline. */
export const setextLevel = (line: string): 1 | 2 | undefined => {
  const text = line.trim()
  if (columnsOf(line) > 3 || text === '') return undefined
  if (text === '='.repeat(text.length)) return 1
  return text === '-'.repeat(text.length) ? 2 : undefined
}

/** `***`, `- - -`, identified by the first character. */
export const isRule = (sign: string, line: string): boolean =>
  (sign === '-' || sign === '*' || sign === '_') && columnsOf(line) < 4 && /^([-*_])[ \t]*\1[ \t]*\1[ \t]*(?:\1[ \t]*)*$/.test(line.trim())

/** Returns the fence that closes the code block opened by this line. */
export const fenceOf = (line: string): string | undefined => {
  const [, fence, info = ''] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  return fence?.startsWith('`') && info.includes('`') ? undefined : fence
}

/** `- a`, `3. a`, `- [x] a` */
export const bulletOf = (line: string) => {
  const [all, space = '', sign] = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(line) ?? []
  if (all === undefined || sign === undefined) return undefined
  const isBullet = /^[-*+]$/.test(sign)
  const [box, tick] = /^\[([ xX])\][ \t]+/.exec(line.slice(all.length)) ?? ['']
  const shown = [...(isBullet && tick ? [] : [isBullet ? '•' : sign]), ...(tick ? [tick === ' ' ? '☐' : '☑'] : [])]
  return {
    indent: columnsOf(space),
    /** True if it may start a list in the middle of a paragraph: a line that starts with a year may not. */
    isFirst: isBullet || Number.parseInt(sign, 10) === 1,
    marker: shown.join(' '),
    text: line.slice(all.length + box.length).trimStart(),
  }
}

/** Splits a table row into cells. */
export const cellsOf = (line: string): string[] => {
  const text = line.trim().replace(/^\|/, '')
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  return cells.length > 1 && cells.at(-1) === '' ? cells.slice(0, -1) : cells
}

/** `|---|:-:|`, the line below the header of a table. */
export const isDelimiter = (line: string): boolean => line.includes('-') && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell))
