import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useOpenDocument } from '#features/reading/web/openDocument.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import type { RowActions } from './DocumentRow.tsx'
import { useRemoveDocument, useRemoveDocuments } from './documents.edit.queries.ts'
import { EditDocumentDialog } from './EditDocumentDialog.tsx'
import { MoveDocumentsDialog } from './MoveDocumentsDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'

/** Asks, with the specification's sentence for one document, and deletes. */
const useRemoval = (onRemoved: (ids: readonly string[]) => void) => {
  const words = useWords(documentsEn).deletion
  const { mutate: removeOne } = useRemoveDocument(onRemoved)
  const { mutate: removeMany } = useRemoveDocuments(onRemoved)
  return useCallback(
    async (documents: readonly Document[]) => {
      const [first] = documents
      if (!first) return
      const isOne = documents.length === 1
      const yes = await confirm({
        title: isOne ? words.title : words.titleMany(documents.length),
        text: isOne ? words.text(first.title) : words.textMany(documents.length),
        confirm: words.confirm,
        isDanger: true,
      })
      if (!yes) return
      if (isOne) removeOne({ params: { id: first._id } }, { onSuccess: () => toast.success(words.done(first.title)) })
      else
        removeMany(
          { body: { ids: documents.map(({ _id }) => _id) } },
          { onSuccess: ({ removed }) => toast.success(words.doneMany(removed)) },
        )
    },
    [words, removeOne, removeMany],
  )
}

/** What those may do who keep the library in order, and the windows that it takes. */
export const useManaging = (): { manage: NonNullable<RowActions['manage']>; bar: ReactNode; dialogs: ReactNode } => {
  const selection = useSelection()
  const viewer = useOpenDocument()
  const [editing, setEditing] = useState<Document>()
  const [moving, setMoving] = useState<readonly Document[]>()
  const removal = useRemoval((ids) => {
    selection.drop(ids)
    if (viewer.id !== null && ids.includes(viewer.id)) viewer.close()
  })
  const manage = useMemo(
    () => ({ selection, edit: setEditing, remove: (document: Document) => void removal([document]) }),
    [selection, removal],
  )
  return {
    manage,
    bar: <SelectionBar selection={selection} onMove={setMoving} onRemove={(documents) => void removal(documents)} />,
    dialogs: (
      <>
        {editing && <EditDocumentDialog document={editing} onClose={() => setEditing(undefined)} />}
        {moving && <MoveDocumentsDialog documents={moving} onMoved={selection.clear} onClose={() => setMoving(undefined)} />}
      </>
    ),
  }
}
