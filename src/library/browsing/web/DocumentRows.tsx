import type { Document } from '#library/documents/documents.contract.ts'
import { RowList } from '#web/ui/RowList.tsx'
import { rowHeight } from '#web/ui/RowsSkeleton.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import type { RowActions } from './rowActions.ts'

const keyOf = ({ _id }: Document): string => _id

type Props = { documents: readonly Document[]; query: string; actions: RowActions; label: string }

/** The documents of one branch. */
export const DocumentRows = ({ documents, query, actions, label }: Props) => (
  <RowList
    items={documents}
    row={(document) => <DocumentRow {...{ document, query, actions }} among={documents} />}
    usualHeight={rowHeight}
    {...{ label, keyOf }}
  />
)
