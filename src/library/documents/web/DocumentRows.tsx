import { RowList } from '#web/ui/RowList.tsx'
import { rowHeight } from '#web/ui/RowsSkeleton.tsx'
import type { Document } from '../documents.contract.ts'
import { DocumentRow, type RowActions } from './DocumentRow.tsx'

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
