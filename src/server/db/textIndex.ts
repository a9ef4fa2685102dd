import type { RawBuilder } from 'kysely'
import type { Db } from './tables.ts'
import type { TextQuery } from './words.ts'

export type IndexedPage = { page: number; words: readonly string[] }
export type FoundPage = { sha256: string; page: number }

/** Finds pages by their words. The index entries of a page are removed with its row in `pageTexts`. */
export type TextIndex = {
  /** Adds pages of a content whose rows in `pageTexts` exist, in the same transaction. */
  add: (tx: Db, sha256: string, pages: readonly IndexedPage[]) => Promise<void>
  /**
   * The best page of each content that has one, best content first, at most `most` of them. If there are many pages, contents are
   * ranked by the number of pages: a word that occurs nearly everywhere says little about any page.
   */
  find: (db: Db, query: TextQuery, most: number) => Promise<FoundPage[]>
  /** Returns the result of `use` for all contents that have a page: the `sha256` of each, as a subquery. */
  among: <T>(db: Db, query: TextQuery, use: (db: Db, contents: RawBuilder<string>) => Promise<T>) => Promise<T>
}

/** From this number of pages on they are counted instead of weighed. */
export const MANY_PAGES = 2_000

/** The maximum number of pages that are counted for a word that is nearly everywhere: on SQLite the newest. */
export const COUNTED_PAGES = 5_000
