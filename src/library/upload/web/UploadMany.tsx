import { type FormEvent, useEffect, useRef, useState } from 'react'
import { newRowsAddress } from '#library/browsing/web/newRowsAddress.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { toolsEn } from '#web/ui/tools.en.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'
import { UploadRow } from './UploadRow.tsx'
import { type Chosen, isToSend, type Upload, useUploads } from './useUploads.ts'

/** Returns sent bytes as a share of all bytes; a share of files would not advance during a long upload. */
const shareOf = (items: readonly Upload[]): number => {
  const all = items.reduce((sum, { file }) => sum + file.size, 0)
  const out = items.reduce((sum, { file, state, sent }) => {
    if (state === 'done') return sum + file.size
    return sum + (sent && sent.total > 0 ? (file.size * sent.bytes) / sent.total : 0)
  }, 0)
  return all === 0 ? 0 : out / all
}

const focusFirstBad = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

type Props = {
  chosen: readonly Chosen[]
  categories: readonly Option[]
  category: string
  onCategory: (id: string) => void
  onEmpty: () => void
  /** Called when all files are stored and no errors need attention. */
  onDone: (ids: readonly string[]) => void
}

/** Uploads several files into one category. */
export const UploadMany = ({ chosen, categories, category, onCategory, onEmpty, onDone }: Props) => {
  const words = useWords(uploadEn)
  const form = useRef<HTMLFormElement>(null)
  const list = useKeptFocus<HTMLUListElement>()
  const { items, leftOut, isRunning, ...uploads } = useUploads(chosen)
  const [categoryError, setCategoryError] = useState<string>()
  const usable = items.filter(({ state }) => state !== 'unusable')
  const done = items.filter(({ state }) => state === 'done')
  const failed = items.filter(({ state }) => state === 'failed')
  const toSend = items.filter(isToSend)
  const ids = done.flatMap(({ id }) => id ?? [])
  const isAllDone = !isRunning && items.length > 0 && done.length === items.length

  const latest = useRef({ onEmpty, onDone, ids })
  useEffect(() => {
    latest.current = { onEmpty, onDone, ids }
  })
  useEffect(() => {
    if (isAllDone) latest.current.onDone(latest.current.ids)
  }, [isAllDone])
  // The button that opened the file picker is gone, and the category is the next field to fill in.
  useEffect(() => {
    const field = form.current?.elements.namedItem('category')
    if (document.activeElement === document.body && field instanceof HTMLElement) field.focus()
  }, [])
  useEffect(() => {
    if (items.length === 0) latest.current.onEmpty()
  }, [items.length])

  const { leave, many } = words
  const discard = useWords(toolsEn).discard
  const ask = async (link?: HTMLAnchorElement) => {
    // Leaving by a link inside the form is deliberate and needs no confirmation.
    if (form.current?.contains(link ?? null)) return true
    const question = isRunning
      ? { title: leave.title, text: many.leaveText, confirm: leave.confirm, cancel: leave.stay }
      : { title: discard.title, text: many.discardText(toSend.length), confirm: discard.confirm, cancel: discard.keep }
    return confirm({ ...question, isDanger: true })
  }
  useLeaveGuard(isRunning || toSend.length > 0, ask, uploads.stop)

  const isReady = (): boolean => {
    setCategoryError(category === '' ? many.categoryRequired : undefined)
    const ready = uploads.judgeTitles() && category !== ''
    if (!ready) focusFirstBad(form.current)
    return ready
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isRunning && toSend.length > 0 && isReady()) void uploads.uploadAll(category)
  }
  const retry = (key: number) => {
    setCategoryError(category === '' ? many.categoryRequired : undefined)
    if (category === '') focusFirstBad(form.current)
    else void uploads.retry(key, category)
  }
  const press = toSend.length > 0 && toSend.length === failed.length ? many.retryAll(failed.length) : many.submit(toSend.length)
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FileField
        label={words.file}
        hint={words.hint}
        accept="application/pdf,.pdf"
        isDisabled={isRunning}
        value={null}
        onChange={(file) => file && uploads.add([file])}
        onSeveral={uploads.add}
        error={leftOut > 0 ? many.tooMany(documentLimits.uploadsAtOnce, leftOut) : undefined}
      />
      <SelectField
        label={words.category}
        name="category"
        isRequired
        isDisabled={isRunning}
        placeholder={words.chooseCategory}
        options={categories}
        value={category}
        onChange={(id) => {
          setCategoryError(undefined)
          onCategory(id)
        }}
        error={categoryError}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={many.list}
        className="border-line border-t outline-none [&_button]:scroll-mb-32 [&_input]:scroll-mb-32"
      >
        {items.map((upload) => (
          <li key={upload.key}>
            <UploadRow
              upload={upload}
              onRetitle={(title) => uploads.retitle(upload.key, title)}
              onRetry={() => retry(upload.key)}
              onRemove={() => uploads.remove(upload.key)}
            />
          </li>
        ))}
      </ul>
      {usable.length === 0 && <FormError text={many.nothing} />}
      <p role="status" className="sr-only">
        {(isRunning || done.length > 0 || failed.length > 0) && many.status(done.length, usable.length, failed.length)}
      </p>
      <div className="sticky bottom-(--bar,0px) z-10 -mx-2 flex flex-col gap-3 border-line border-t bg-surface px-2 py-3">
        {isRunning ? (
          <ProgressBar label={many.progress} value={shareOf(usable)} figures={many.doneOf(done.length, usable.length)} />
        ) : (
          done.length > 0 && <p className="text-sm">{many.status(done.length, usable.length, failed.length)}</p>
        )}
        <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:grow">
          {!isRunning && (
            <ButtonLink to={done.length > 0 ? newRowsAddress(category, ids) : '/documents'}>
              {done.length > 0 ? many.show : words.cancel}
            </ButtonLink>
          )}
          {(isRunning || toSend.length > 0) && (
            <Button variant={isRunning ? 'secondary' : 'primary'} onPress={isRunning ? uploads.stop : () => submit()}>
              {isRunning ? many.stop : press}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
