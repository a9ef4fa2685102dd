import { cachedQuery } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'

const ofDocument = cachedQuery((db, id: string) =>
  db
    .selectFrom('documents')
    .innerJoin('extractions', 'extractions.sha256', 'documents.fileSha256')
    .innerJoin('files', 'files.sha256', 'extractions.coverSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType', 'documents.deletedAt'])
    .where('documents.id', '=', id),
)

/** Returns the content that is the cover of a document, deleted or not. */
export const coverOf = async (db: Db, id: string) => (await ofDocument(db, id)).at(0)
