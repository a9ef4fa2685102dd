import { hash } from 'node:crypto'
import type { Db } from './tables.ts'
import type { TextQuery } from './words.ts'

export type IndexedMessage = { id: string; conversationId: string; seq: number; text: string }

/**
 * Finds messages by their words, newest first. Words are kept by cells: so many messages of one conversation in a row. A search
 * names the cells that it may look into, and what stands in others costs it nothing, however common the words.
 */
export type MessageIndex = {
  /**
   * Messages of one cell: a search goes through as many at most before it has the newest of a word that stands in each. With
   * fewer there are more cells to look into for a word that stands in none.
   */
  cellMessages: number
  /** Adds a message in the transaction that writes it, or replaces its text, which was `before`. */
  put: (tx: Db, message: IndexedMessage, before?: string | null) => Promise<void>
  /**
   * Removes messages with the texts that they were added with, in the transaction that deletes them and before they are marked
   * as deleted. They are not found any more; `erase` removes their words from the disk.
   */
  remove: (tx: Db, messages: readonly IndexedMessage[]) => Promise<void>
  /** The ids of messages in these cells that have all the words, newest first; only older ones than `before`. */
  find: (db: Db, query: TextQuery, within: Within) => Promise<string[]>
  /**
   * Removes the words of messages that were removed or replaced from the disk. To be called every few seconds and at the start:
   * in the request it would take longer than all the rest of an edit.
   */
  erase: (db: Db) => Promise<void>
  /**
   * Puts the pieces together that words were written in, a few pages at a time: a search looks into each piece. To be called
   * now and then.
   */
  tidy: (db: Db) => Promise<void>
  /** Forgets everything. */
  clear: (tx: Db) => Promise<void>
}
export type Within = { cells: readonly string[]; before: string | undefined; most: number }

/** The name of a cell: ten letters and digits, which each of its words begins with. */
export const cellOf = (conversationId: string, at: number): string => hash('sha256', `${conversationId} ${at}`).slice(0, 10)
