import type { RawBuilder } from 'kysely'
import type { Db } from './tables.ts'
import type { TextQuery } from './words.ts'

export type IndexedPage = { page: number; words: readonly string[] }
export type FoundPage = { sha256: string; page: number }

/** Finds pages by their words. What it holds of a page goes with the page's row in `pageTexts`. */
export type TextIndex = {
  /** Adds pages of a content whose rows in `pageTexts` are there, in the same transaction. */
  add: (tx: Db, sha256: string, pages: readonly IndexedPage[]) => Promise<void>
  /**
   * The best page of each content that has one, best content first, at most `most` of them. Of many pages those contents come
   * first that have the most of them: a word that stands nearly everywhere tells little of any page.
   */
  find: (db: Db, query: TextQuery, most: number) => Promise<FoundPage[]>
  /** What `use` makes of all contents that have a page: the `sha256` of each, as a query within its own. */
  among: <T>(db: Db, query: TextQuery, use: (db: Db, contents: RawBuilder<string>) => Promise<T>) => Promise<T>
}

/** From so many pages on they are counted, and not weighed. */
export const MANY_PAGES = 2_000
