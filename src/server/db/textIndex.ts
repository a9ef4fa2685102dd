import type { Db } from './tables.ts'
import type { TextQuery } from './words.ts'

export type IndexedPage = { page: number; words: readonly string[] }
export type FoundPage = { sha256: string; page: number }
/** Contents with a page that matches, and whether they are all that there are. */
export type FoundContents = { contents: string[]; isAll: boolean }

/** Finds pages by their words. The index entries of a page are removed with its row in `pageTexts`. */
export type TextIndex = {
  /** Adds pages of a content whose rows in `pageTexts` exist, in the same transaction. */
  add: (tx: Db, sha256: string, pages: readonly IndexedPage[]) => Promise<void>
  /**
   * The best page of each content that has one, best content first, at most `most` of them. If there are many pages, contents are
   * ranked by the number of pages: a word that occurs nearly everywhere says little about any page. They come in parts, of which the
   * next is looked for only if it is needed.
   */
  find: (db: Db, query: TextQuery, most: number) => AsyncIterable<FoundPage[]>
  /** The contents that have a page, at most `most` of them. */
  among: (db: Db, query: TextQuery, most: number) => Promise<FoundContents>
}

/** From this number of pages on they are counted instead of weighed. */
export const MANY_PAGES = 2_000

/** The maximum number of pages that are counted for a word that is nearly everywhere: on SQLite the newest. */
export const COUNTED_PAGES = 5_000

/**
 * The number of newest contents in which SQLite looks for a phrase first, since it has to compare the places of the words on every
 * page that has them all.
 */
export const NEWEST_CONTENTS = 10_000

/** Older contents are not counted if a phrase is in so many of the newest. */
export const ENOUGH_CONTENTS = 20
