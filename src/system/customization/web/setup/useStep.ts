import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { errorText, useWords } from '#web/words.ts'
import { setupEn } from '../../customization.setup.en.ts'
import type { DraftState, SetupField, SetupStep } from './setupDraft.ts'

type Judged = { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }

/** What a step receives from its page. */
export type StepProps = {
  draft: DraftState
  /** Opens the next step, or the seat map. */
  onDone: () => void
}

type StepOptions<F extends SetupField> = StepProps & {
  step: SetupStep
  /** The stored values of this step's fields. */
  stored: Readonly<Record<F, string>>
  /** Validates the values against the contract before they are sent. */
  judge: (values: Readonly<Record<F, string>>) => Judged
  send: (values: Readonly<Record<F, string>>) => Promise<unknown>
}

type Errors = Readonly<Record<string, string>>

const sentences = ({ error }: Judged): Errors => {
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[String(path[0] ?? '')] ??= message
  return found
}

const focusFirst = (form: HTMLFormElement | null, errors: Errors): boolean => {
  const bad = [...(form?.elements ?? [])].find((each) => 'name' in each && typeof each.name === 'string' && errors[each.name])
  // The error text must be rendered before the field is focused, or a screen reader reads the field without it.
  if (bad instanceof HTMLElement) requestAnimationFrame(() => bad.focus())
  return bad !== undefined
}

/** The form of one step. Its values are saved in the draft while typing, and sent even if unchanged. */
export const useStep = <F extends SetupField>({ draft, onDone, step, stored, judge, send }: StepOptions<F>) => {
  const words = useWords(setupEn)
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const names = Object.keys(stored) as F[]
  const values = Object.fromEntries(names.map((name) => [name, draft.draft[name] ?? stored[name]])) as Record<F, string>

  const set = (name: F, value: string) => {
    draft.keep({ [name]: value })
    setErrors(({ [name]: _, ...rest }) => rest)
  }
  const show = (found: Errors, whole?: string) => {
    setErrors(found)
    setError(focusFirst(ref.current, found) ? undefined : whole)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const found = sentences(judge(values))
    if (Object.keys(found).length > 0) return show(found, Object.values(found)[0])
    show({})
    setSending(true)
    try {
      await send(values)
      draft.saved(step, names)
      onDone()
    } catch (thrown) {
      show((thrown instanceof CallError && thrown.fields) || {}, errorText(thrown, words.failed))
    } finally {
      setSending(false)
    }
  }

  return {
    values,
    error,
    isSending,
    set,
    field: (name: F) => ({ name, value: values[name], onChange: (value: string) => set(name, value), error: errors[name] }),
    props: { ref, onSubmit: submit, noValidate: true as const },
  }
}
export type StepForm = Pick<ReturnType<typeof useStep>, 'error' | 'isSending' | 'props'>
