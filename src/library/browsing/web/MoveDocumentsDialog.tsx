import { type FormEvent, useRef, useState } from 'react'
import { categoryOptions } from '#library/categories/web/categoryOptions.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useMoveDocuments } from './browsing.edit.queries.ts'
import { useTree } from './browsing.queries.ts'
import { uncategorized } from './searchTree.ts'

export type MoveProps = { documents: readonly Document[]; onMoved: () => void; onClose: () => void }

/** Moves all selected documents. The selection is not a form field, so this form does not use `useForm`. */
const useMoving = ({ documents, onMoved, onClose }: MoveProps, nameOf: (category: string) => string) => {
  const words = useWords(browsingEn).moving
  const ref = useRef<HTMLFormElement>(null)
  const [category, setCategory] = useState('')
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const move = useMoveDocuments()

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (move.isPending) return
    if (category === '') return setError({ field: words.categoryRequired })
    setError({})
    const ids = documents.map(({ _id }) => _id)
    try {
      const { moved } = await move.mutateAsync({ body: { ids, category: category === uncategorized ? null : category } })
      toast.success(words.done(moved, nameOf(category)))
      onMoved()
      onClose()
    } catch (thrown) {
      const field = thrown instanceof CallError ? thrown.fields?.category : undefined
      setError(field ? { field } : { form: errorText(thrown, words.failed) })
    }
  }
  const onChange = (value: string) => {
    setCategory(value)
    setError({})
  }
  return {
    form: { props: { ref, onSubmit: submit, noValidate: true as const }, error: error.form, isSending: move.isPending },
    field: { name: 'category', value: category, onChange, error: error.field },
  }
}

export const MoveDocumentsDialog = (props: MoveProps) => {
  const words = useWords(browsingEn)
  const { data: tree } = useTree()
  const options = [{ value: uncategorized, label: words.uncategorized }, ...categoryOptions(tree?.items ?? [])]
  const nameOf = (category: string): string => options.find(({ value }) => value === category)?.label ?? words.uncategorized
  const { form, field } = useMoving(props, nameOf)
  const { title, category, chooseCategory, submit, submitting } = words.moving
  return (
    <FormDialog title={title(props.documents.length)} isOpen onClose={props.onClose} {...{ form, submit, submitting }}>
      <SelectField label={category} placeholder={chooseCategory} options={options} isRequired {...field} />
    </FormDialog>
  )
}
