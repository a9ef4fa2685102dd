import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** Runs when documents are deleted; they can still be restored. */
export const documentsDeleted = hook<[tx: Db, documentIds: readonly string[]]>('documentsDeleted')

/** Runs when deleted documents are removed permanently. */
export const documentsPurged = hook<[tx: Db, documentIds: readonly string[]]>('documentsPurged')
