import { remembered } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'

const ofDocument = remembered((db, id: string) =>
  db
    .selectFrom('documents')
    .innerJoin('extractions', 'extractions.sha256', 'documents.fileSha256')
    .innerJoin('files', 'files.sha256', 'extractions.coverSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType', 'documents.deletedAt'])
    .where('documents.id', '=', id),
)

/** The content that is the cover of a document, of a deleted one too. */
export const coverOf = async (db: Db, id: string) => (await ofDocument(db, id)).at(0)
