/** Where an entry of an outline leads, as the file has it: a name or a list; anything else leads nowhere. */
export type Destination = unknown

/** An entry of an outline as pdf.js hands it over. */
export type OutlineItem = { readonly title: string; readonly dest: Destination; readonly items: readonly OutlineItem[] }

export type Chapter = {
  /** Its place among all chapters, in the order of the outline. */
  readonly index: number
  readonly title: string
  readonly dest: Destination
  readonly parent: Chapter | undefined
  readonly children: Chapter[]
}

/** A document's own contents. A hostile or broken outline is cut where no book's would go on. */
export type Outline = { readonly chapters: readonly Chapter[]; readonly all: readonly Chapter[]; readonly isCut: boolean }

export const mostChapters = 2_000
/** What lies deeper is listed at this level. */
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

/** Whether a chapter is this one or lies in it. */
export const isWithin = (chapter: Chapter | undefined, other: Chapter): boolean => {
  for (let at = chapter; at !== undefined; at = at.parent) if (at === other) return true
  return false
}
