import type { Db } from '#server/db/tables.ts'
import type { Feature } from './feature.ts'
import type { OpenCtx } from './platform.ts'

/** What a new student brings who was here before Carrel: the last month that was paid, and what was owed, in paise, and why. */
export type Opening = { paidUpTo: number | null; oldDues: number | null; reason: string }

/** A student pays less than others from now on, or at least something else: amounts in paise, or the month as a number. */
export type Concession = {
  userId: string
  kind: 'monthly-fee' | 'paid-up-to'
  beforeValue: number | null
  afterValue: number | null
  reason: string
}

/** What features do when others make or take away what they refer to, in the transaction that does so. */
export type Hooks = {
  /** Of a new account; what it brings is there for students alone. */
  onPersonCreated: (tx: Db, ctx: Pick<OpenCtx, 'me' | 'now' | 'config'>, person: { id: string } & Opening) => Promise<void>
  onConcession: (tx: Db, ctx: Pick<OpenCtx, 'me' | 'now'>, concession: Concession) => Promise<void>
  onPersonRemoved: (tx: Db, personId: string) => Promise<void>
  /** Of documents that can still be restored. */
  onDocumentsRemoved: (tx: Db, documentIds: readonly string[]) => Promise<void>
  /** Of documents that go for good; those are removed before. */
  onDocumentsPurged: (tx: Db, documentIds: readonly string[]) => Promise<void>
  /** Before an archive is made, or a cash box is closed: what is written late is written now. */
  onSealing: (tx: Db) => Promise<void>
  /** Of stored contents that no row names any more. */
  onContentsReleased: (tx: Db, hashes: readonly string[]) => Promise<void>
  /** Of messages whose content goes for good; their rows stay. */
  onMessagesErased: (tx: Db, messageIds: readonly string[]) => Promise<void>
}

/** Calls one hook of all features, one after the other: on SQLite and PostgreSQL a transaction runs one statement at a time. */
export const all =
  <A extends unknown[]>(hooks: readonly (((...args: A) => Promise<void>) | undefined)[]) =>
  async (...args: A): Promise<void> => {
    for (const hook of hooks) await hook?.(...args)
  }

/** The hooks of all features as services call them: `ctx.hooks.onPersonRemoved(tx, id)`. */
export const hooksOf = (features: readonly Feature[]): Hooks => ({
  onPersonCreated: all(features.map(({ onPersonCreated }) => onPersonCreated)),
  onConcession: all(features.map(({ onConcession }) => onConcession)),
  onPersonRemoved: all(features.map(({ onPersonRemoved }) => onPersonRemoved)),
  onDocumentsRemoved: all(features.map(({ onDocumentsRemoved }) => onDocumentsRemoved)),
  onDocumentsPurged: all(features.map(({ onDocumentsPurged }) => onDocumentsPurged)),
  onSealing: all(features.map(({ onSealing }) => onSealing)),
  onContentsReleased: all(features.map(({ onContentsReleased }) => onContentsReleased)),
  onMessagesErased: all(features.map(({ onMessagesErased }) => onMessagesErased)),
})
