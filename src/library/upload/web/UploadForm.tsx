import { useRef } from 'react'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toolsEn } from '#web/ui/tools.en.ts'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'
import { titleOfFile } from './titleOfFile.ts'
import { useFileProblem } from './useFileProblem.ts'
import { useUploadDocument } from './useUploadDocument.ts'
import type { Chosen } from './useUploads.ts'

type Props = {
  categories: readonly Option[]
  category: string
  onSeveral: (chosen: readonly Chosen[], category: string) => void
  onDone: (document: Document) => void
}

const useUploadForm = ({ category, onDone }: Pick<Props, 'category' | 'onDone'>) => {
  const problem = useFileProblem()
  return useForm(documentsApi.create, {
    initial: { title: '', category },
    send: useUploadDocument(),
    failure: useWords(uploadEn).failed,
    check: (_, file): Record<string, string> => {
      const found = problem(file)
      return found ? { pdf: found } : {}
    },
    onDone,
  })
}

/** The chosen file, whose name is the title until a title is typed. */
const useTitledFile = (form: ReturnType<typeof useUploadForm>) => {
  const problem = useFileProblem()
  const suggested = useRef('')
  const { onChange, ...field } = form.fileField()
  const choose = (file: File | null) => {
    onChange(file)
    const title = String(form.values.title ?? '')
    if (!file || problem(file) !== undefined || (title.trim() !== '' && title !== suggested.current)) return
    suggested.current = titleOfFile(file.name)
    form.set('title', suggested.current)
  }
  return { ...field, onChange: choose }
}

/** The specification's form for one file; several files continue in a list. */
export const UploadForm = ({ categories, category, onSeveral, onDone }: Props) => {
  const words = useWords(uploadEn)
  const { stop } = useWords(toolsEn).upload
  const form = useUploadForm({ category, onDone })
  const file = useTitledFile(form)
  const { leave } = words
  const ask = () => confirm({ title: leave.title, text: leave.text, confirm: leave.confirm, cancel: leave.stay, isDanger: true })
  useLeaveGuard(form.isSending, ask, form.stop)
  const takeSeveral = (files: readonly File[]) => {
    const before = form.file ? [{ file: form.file, title: String(form.values.title ?? '') }] : []
    onSeveral([...before, ...files.map((each) => ({ file: each, title: titleOfFile(each.name) }))], String(form.values.category ?? ''))
  }
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FileField
        label={words.file}
        hint={words.hint}
        accept="application/pdf,.pdf"
        isRequired
        isDisabled={form.isSending}
        onSeveral={takeSeveral}
        {...file}
      />
      <TextField label={words.documentTitle} isRequired isDisabled={form.isSending} {...form.field('title')} />
      <SelectField
        label={words.category}
        isRequired
        isDisabled={form.isSending}
        placeholder={words.chooseCategory}
        options={categories}
        {...form.field('category')}
      />
      <FormError text={form.error} />
      {form.sent ? (
        <div className="flex flex-col gap-4">
          <UploadProgress sent={form.sent} />
          <div className="flex justify-end">
            <Button onPress={form.stop} className="max-md:w-full">
              {stop}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
          <ButtonLink to="/documents">{words.cancel}</ButtonLink>
          <Button type="submit" variant="primary" isPending={form.isSending}>
            {words.submit}
          </Button>
        </div>
      )}
    </form>
  )
}
