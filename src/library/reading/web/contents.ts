import { type Chapter, type Outline, outlineOf } from './outline.ts'
import type { Pdf } from './pdf.ts'

/** Entries before a broken one that are tried in its place. */
const mostTries = 5

/** The contents of an open document. Where a chapter begins is asked only when someone wants to know, since it may take bytes of the file. */
export const createContents = (pdf: Pick<Pdf, 'outline' | 'pageOf'>) => {
  let outline: Promise<Outline> | undefined
  const pages = new Map<Chapter, Promise<number | null>>()

  const pageOf = (chapter: Chapter): Promise<number | null> => {
    const page = pages.get(chapter) ?? pdf.pageOf(chapter.dest).catch(() => null)
    pages.set(chapter, page)
    return page
  }

  /** The chapter, or the nearest one before it, that leads to a page. */
  const leadingTo = async (all: readonly Chapter[], at: number): Promise<{ index: number; page: number } | undefined> => {
    for (let index = at; index >= 0 && index > at - mostTries; index -= 1) {
      const chapter = all[index]
      const page = chapter ? await pageOf(chapter) : null
      if (page !== null) return { index, page }
    }
    return undefined
  }

  return {
    /** Asked for once; after a failure once more. */
    load: (): Promise<Outline> => {
      outline ??= pdf.outline().then(outlineOf)
      outline.catch(() => {
        outline = undefined
      })
      return outline
    },
    /** The page where a chapter begins; null where it leads nowhere. */
    pageOf,
    /** The chapter that a page is in. Chapters follow one another, so a few of them tell. */
    chapterAt: async ({ all }: Outline, page: number): Promise<Chapter | undefined> => {
      let [low, high] = [0, all.length - 1]
      let found: Chapter | undefined
      while (low <= high) {
        const middle = (low + high) >> 1
        const begins = await leadingTo(all, middle)
        if (!begins || begins.page <= page) {
          if (begins) found = all[begins.index]
          low = middle + 1
        } else high = Math.min(begins.index, middle) - 1
      }
      return found
    },
  }
}
export type Contents = ReturnType<typeof createContents>
