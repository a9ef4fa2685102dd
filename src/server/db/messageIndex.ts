import { hash } from 'node:crypto'
import type { Db } from './tables.ts'
import type { TextQuery } from './words.ts'

export type IndexedMessage = { id: string; conversationId: string; seq: number; text: string }

/**
 * Finds messages by their words, newest first. Words are indexed by cells: a fixed number of consecutive messages of one
 * conversation. A search names the cells it may read, and other cells cost it nothing, however common the words.
 */
export type MessageIndex = {
  /**
   * Messages per cell: a search goes through at most this many before it has the newest match of a word that occurs in each cell.
   * Smaller cells mean more of them to read for a word that occurs in none.
   */
  cellMessages: number
  /** Adds a message in the transaction that writes it, or replaces its text, which was `before`. */
  put: (tx: Db, message: IndexedMessage, before?: string | null) => Promise<void>
  /**
   * Removes messages with the texts that they were added with, in the transaction that deletes them and before they are marked as
   * deleted. They are not found any more; `erase` removes their words from the disk.
   */
  remove: (tx: Db, messages: readonly IndexedMessage[]) => Promise<void>
  /** The ids of messages in these cells that have all the words, newest first; only older ones than `before`. */
  find: (db: Db, query: TextQuery, within: Within) => Promise<string[]>
  /**
   * Removes the words of messages that were removed or replaced from the disk. Call it every few seconds and at the start: within
   * the request it would take longer than the rest of an edit.
   */
  erase: (db: Db) => Promise<void>
  /** Merges index segments, a few pages at a time, because a search reads each segment. Call it from time to time. */
  tidy: (db: Db) => Promise<void>
  /** Clears the index. */
  clear: (tx: Db) => Promise<void>
}
export type Within = { cells: readonly string[]; before: string | undefined; most: number }

/** The name of a cell: ten letters and digits, which prefix each of its words. */
export const cellOf = (conversationId: string, at: number): string => hash('sha256', `${conversationId} ${at}`).slice(0, 10)
