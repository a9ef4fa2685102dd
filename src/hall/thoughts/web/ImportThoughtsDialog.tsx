import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { thoughtLimits } from '../thoughts.contract.ts'
import { thoughtsEn } from '../thoughts.en.ts'
import { type ParsedLine, parseThoughts } from './parseThoughts.ts'
import { useImportThoughts } from './thoughts.queries.ts'

/** Number of lines in the preview, which always includes those with a problem. */
const previewed = 20

const Line = ({ of: { line, thought, author, problem } }: { of: ParsedLine }) => {
  const words = useWords(thoughtsEn)
  return (
    <li className="border-line border-b py-2 last:border-0">
      <p dir="auto" className="line-clamp-3 text-left wrap-anywhere">
        {thought}
      </p>
      <p dir="auto" className="line-clamp-2 text-left text-muted text-sm wrap-anywhere">
        {words.today.by(author)}
      </p>
      {problem && (
        <p className="flex items-start gap-1 text-error-text text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {words.importing.line(line, problem)}
        </p>
      )}
    </li>
  )
}

const Preview = ({ lines }: { lines: readonly ParsedLine[] }) => {
  const words = useWords(thoughtsEn).importing
  const id = useId()
  if (lines.length === 0) return null
  const shown = lines.toSorted((one, other) => Number(!one.problem) - Number(!other.problem) || one.line - other.line).slice(0, previewed)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium text-sm">
        {words.preview(lines.length)}
      </h3>
      <ol className="mt-1 rounded-lg border border-line px-3">
        {shown.map((line) => (
          <Line key={line.line} of={line} />
        ))}
      </ol>
      {lines.length > shown.length && <p className="mt-1 text-muted text-sm">{words.more(lines.length - shown.length)}</p>}
    </section>
  )
}

/** Imports many thoughts, one per line, with a preview of the result. */
export const ImportThoughtsDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(thoughtsEn).importing
  const send = useImportThoughts()
  const ref = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const lines = parseThoughts(text, words.anonymous)
  const judge = (): string | undefined => {
    if (lines.length === 0) return words.empty
    if (lines.length > thoughtLimits.atOnce) return words.tooMany(thoughtLimits.atOnce)
    const bad = lines.filter(({ problem }) => problem)
    return bad.length > 0 ? words.badLines(bad.length) : undefined
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const found = judge()
    setFault(found)
    setError(undefined)
    if (found !== undefined) return ref.current?.querySelector('textarea')?.focus()
    try {
      const { imported } = await send.mutateAsync({ body: { thoughts: lines.map(({ thought, author }) => ({ thought, author })) } })
      toast.success(words.done(imported))
      onClose()
    } catch (failed) {
      setError(errorText(failed, words.failed))
    }
  }
  const change = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  return (
    <FormDialog
      title={words.title}
      isOpen
      onClose={onClose}
      form={{ props: { ref, onSubmit: submit, noValidate: true }, error, isSending: send.isPending, isChanged: text.trim() !== '' }}
      submit={words.submit}
      submitting={words.submitting}
    >
      <TextArea
        label={words.text}
        hint={words.hint}
        isRequired
        rows={8}
        isDisabled={send.isPending}
        value={text}
        onChange={change}
        error={fault}
      />
      <Preview lines={lines} />
    </FormDialog>
  )
}
