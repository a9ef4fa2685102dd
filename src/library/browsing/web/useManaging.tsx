import { FolderInput, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { useOpenDocument } from '#library/reading/web/openDocument.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useRemoveDocument, useRemoveDocuments, useRestoreDocuments } from './browsing.edit.queries.ts'
import { editScreen, moveScreen } from './documentScreens.ts'
import type { RowActions } from './rowActions.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'

/** Shows a message with Undo: a person who deleted a document may restore it for some minutes. */
const useSayDeleted = () => {
  const { undo } = useWords(browsingEn).deletion
  const { mutate: restore } = useRestoreDocuments()
  return useCallback(
    (text: string, ids: readonly string[]) =>
      toast.success(text, undefined, { label: undo, onPress: () => restore({ body: { ids: [...ids] } }) }),
    [undo, restore],
  )
}

/** Asks for confirmation, with the specification's sentence for a single document, and deletes. */
const useRemoval = (onRemoved: (ids: readonly string[]) => void) => {
  const words = useWords(browsingEn).deletion
  const say = useSayDeleted()
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
        note: isOne ? words.note(documentLimits.restoreDays) : words.noteMany(documentLimits.restoreDays),
        confirm: words.confirm,
        isDanger: true,
      })
      if (!yes) return
      const ids = documents.map(({ _id }) => _id)
      if (isOne) removeOne({ params: { id: first._id } }, { onSuccess: () => say(words.done(first.title), ids) })
      else removeMany({ body: { ids } }, { onSuccess: ({ removed }) => say(words.doneMany(removed), ids) })
    },
    [words, say, removeOne, removeMany],
  )
}

/** Actions for people who manage the library, and their dialogs. */
export const useManaging = (): { manage: NonNullable<RowActions['manage']>; bar: ReactNode; dialogs: ReactNode } => {
  const words = useWords(browsingEn).selection
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
    bar: (
      <SelectionBar selection={selection}>
        {(documents) => (
          <>
            <Button icon={<FolderInput aria-hidden="true" />} onPress={() => setMoving(documents)}>
              {words.move}
            </Button>
            <Button className="text-error-text!" icon={<Trash2 aria-hidden="true" />} onPress={() => void removal(documents)}>
              {words.delete}
            </Button>
          </>
        )}
      </SelectionBar>
    ),
    dialogs: (
      <>
        {editing && <Embed screen={editScreen} document={editing} onClose={() => setEditing(undefined)} />}
        {moving && <Embed screen={moveScreen} documents={moving} onMoved={selection.clear} onClose={() => setMoving(undefined)} />}
      </>
    ),
  }
}
