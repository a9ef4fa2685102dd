import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { CategoryTree } from '#features/categories/categories.contract.ts'
import { categoryOptions } from '#features/categories/web/categoryOptions.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { webEn } from '#web/web.en.ts'
import { useWords } from '#web/words.ts'
import { documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { useTree, useUploadDocument } from './documents.queries.ts'

/** How long the success stands there before the documents open (specification, section 9). */
const successMs = 2_000

/** Why a chosen file cannot be sent, or nothing. The server judges the content, this only saves the way. */
const useFileProblem = () => {
  const words = useWords(documentsEn).upload
  return (file: File | null): string | undefined => {
    if (!file) return undefined
    if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name))) return words.fileRequired
    if (file.size === 0) return words.emptyFile(file.name)
    return file.size > limits.documentBytes ? words.tooLarge(file.name) : undefined
  }
}

const UploadForm = ({ tree, onDone }: { tree: CategoryTree; onDone: () => void }) => {
  const words = useWords(documentsEn).upload
  const { stop } = useWords(webEn).ui.upload
  const problem = useFileProblem()
  const upload = useUploadDocument()
  const form = useForm(documentsApi.create, {
    initial: { title: '', category: '' },
    send: (filled) => upload.mutateAsync(filled),
    failure: words.failed,
    check: (_, file): Record<string, string> => {
      const found = problem(file)
      return found ? { pdf: found } : {}
    },
    onDone,
  })
  const askToLeave = () =>
    confirm({ title: words.leave.title, text: words.leave.text, confirm: words.leave.confirm, cancel: words.leave.stay, isDanger: true })
  useLeaveGuard(form.isSending, askToLeave, form.stop)

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <TextField label={words.documentTitle} isRequired isDisabled={form.isSending} {...form.field('title')} />
      <SelectField
        label={words.category}
        isRequired
        isDisabled={form.isSending}
        placeholder={words.chooseCategory}
        options={categoryOptions(tree.items)}
        {...form.field('category')}
      />
      <FileField
        label={words.file}
        hint={words.hint}
        accept="application/pdf,.pdf"
        isRequired
        isDisabled={form.isSending}
        {...form.fileField()}
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

/** Shown for two seconds, then the documents open. */
const Success = () => {
  const words = useWords(documentsEn).upload
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/documents'), successMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div role="status" className="flex flex-col items-center gap-2 py-10 text-center">
      <CircleCheck aria-hidden="true" className="size-16 text-success-text" />
      <p className="mt-2 font-semibold text-lg">{words.success}</p>
      <p className="text-muted">{words.successText}</p>
    </div>
  )
}

const NoCategories = () => {
  const words = useWords(documentsEn).upload
  return (
    <div className="mb-5">
      <Notice tone="info">
        <p>{words.noCategories}</p>
        <ButtonLink to="/categories" className="mt-3">
          {words.addCategory}
        </ButtonLink>
      </Notice>
    </div>
  )
}

/** Takes a PDF in: title, category, file. */
export const UploadPage = () => {
  const words = useWords(documentsEn).upload
  const tree = useTree()
  const [isDone, setDone] = useState(false)
  return (
    <Page title={words.title} about={words.lead}>
      <Card className="w-full max-w-2xl">
        <Loaded of={tree} skeleton={<ListSkeleton rows={4} />} failed={words.categoriesFailed}>
          {(loaded) =>
            isDone ? (
              <Success />
            ) : (
              <>
                {loaded.items.length === 0 && <NoCategories />}
                <UploadForm tree={loaded} onDone={() => setDone(true)} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
