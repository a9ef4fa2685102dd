import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** Runs when the content of messages is erased for good; their rows stay. */
export const messagesErased = hook<[tx: Db, messageIds: readonly string[]]>('messagesErased')
