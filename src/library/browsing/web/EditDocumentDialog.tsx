import { categoryOptions } from '#library/categories/web/categoryOptions.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useUpdateDocument } from './browsing.edit.queries.ts'
import { useTree } from './browsing.queries.ts'

export type EditProps = { document: Document; onClose: () => void }

/** Changes the title of a document, or moves it to another category. */
export const EditDocumentDialog = ({ document, onClose }: EditProps) => {
  const { editing: words, uncategorized } = useWords(browsingEn)
  const { data: tree } = useTree()
  const update = useUpdateDocument()
  const form = useForm(documentsApi.update, {
    initial: { title: document.title, category: document.category?._id ?? '' },
    sends: 'changes',
    send: ({ body }) => update.mutateAsync({ params: { id: document._id }, body }),
    failure: words.failed,
    onDone: ({ title }) => {
      toast.success(words.done(title))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <TextField label={words.documentTitle} isRequired {...form.field('title')} />
      <SelectField
        label={words.category}
        placeholder={uncategorized}
        options={categoryOptions(tree?.items ?? [])}
        {...form.field('category')}
      />
    </FormDialog>
  )
}
