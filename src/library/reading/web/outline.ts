/** The target of an outline entry in the file: a name or an array; other values have no target. */
export type Destination = unknown

/** An outline entry as pdf.js returns it. */
export type OutlineItem = { readonly title: string; readonly dest: Destination; readonly items: readonly OutlineItem[] }

export type Chapter = {
  /** Its index among all chapters in outline order. */
  readonly index: number
  readonly title: string
  readonly dest: Destination
  readonly parent: Chapter | undefined
  readonly children: Chapter[]
}

/** A document's table of contents. Hostile or broken outlines are cut at limits that no real book reaches. */
export type Outline = { readonly chapters: readonly Chapter[]; readonly all: readonly Chapter[]; readonly isCut: boolean }

export const mostChapters = 2_000
/** Deeper entries are listed at this level. */
const mostLevels = 6
const longestTitle = 300

const titleOf = (title: unknown): string => {
  const text = String(title)
    .slice(0, 10 * longestTitle)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return text.length > longestTitle ? `${text.slice(0, longestTitle)}…` : text
}

type Level = { items: readonly OutlineItem[]; next: number; into: Chapter[]; parent: Chapter | undefined; level: number }

export const outlineOf = (items: readonly OutlineItem[]): Outline => {
  const [chapters, all]: [Chapter[], Chapter[]] = [[], []]
  const seen = new Set<OutlineItem>()
  const levels: Level[] = [{ items, next: 0, into: chapters, parent: undefined, level: 1 }]
  for (let top = levels.at(-1); top !== undefined; top = levels.at(-1)) {
    const item = top.items[top.next]
    top.next += 1
    if (!item) {
      levels.pop()
      continue
    }
    if (seen.has(item)) continue
    if (all.length === mostChapters) return { chapters, all, isCut: true }
    seen.add(item)
    const { into, parent, level } = top
    const chapter = { index: all.length, title: titleOf(item.title), dest: item.dest, parent, children: [] }
    all.push(chapter)
    into.push(chapter)
    if (level < mostLevels) levels.push({ items: item.items ?? [], next: 0, into: chapter.children, parent: chapter, level: level + 1 })
    else levels.push({ items: item.items ?? [], next: 0, into, parent, level })
  }
  return { chapters, all, isCut: false }
}

/** Returns whether a chapter equals another or is inside it. */
export const isWithin = (chapter: Chapter | undefined, other: Chapter): boolean => {
  for (let at = chapter; at !== undefined; at = at.parent) if (at === other) return true
  return false
}
