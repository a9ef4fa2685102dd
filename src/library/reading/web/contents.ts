import { type Chapter, type Outline, outlineOf } from './outline.ts'
import type { Pdf } from './pdf.ts'

/** Maximum number of earlier entries tried instead of a broken one. */
const mostTries = 5

/** The table of contents of an open document. The page of a chapter is resolved only on demand, since it may require bytes of the file. */
export const createContents = (pdf: Pick<Pdf, 'outline' | 'pageOf'>) => {
  let outline: Promise<Outline> | undefined
  const pages = new Map<Chapter, Promise<number | null>>()

  const pageOf = (chapter: Chapter): Promise<number | null> => {
    const page = pages.get(chapter) ?? pdf.pageOf(chapter.dest).catch(() => null)
    pages.set(chapter, page)
    return page
  }

  /** Returns the chapter, or the nearest one before it, that has a target page. */
  const leadingTo = async (all: readonly Chapter[], at: number): Promise<{ index: number; page: number } | undefined> => {
    for (let index = at; index >= 0 && index > at - mostTries; index -= 1) {
      const chapter = all[index]
      const page = chapter ? await pageOf(chapter) : null
      if (page !== null) return { index, page }
    }
    return undefined
  }

  return {
    /** Loads the outline once; a failure is retried on the next call. */
    load: (): Promise<Outline> => {
      outline ??= pdf.outline().then(outlineOf)
      outline.catch(() => {
        outline = undefined
      })
      return outline
    },
    /** Returns the page where a chapter starts; null if it has no target. */
    pageOf,
    /** Returns the chapter that contains a page. Chapters are in page order, so a binary search resolves only a few of them. */
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
