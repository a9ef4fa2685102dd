import { type FormEvent, useRef, useState } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import { fieldProblems } from '#web/ui/fieldProblems.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'

type Errors = Readonly<Record<string, string>>

type SettingsOptions<T, E extends Endpoint> = {
  /** The stored values, which others may change while the form is open. */
  stored: T
  send: (change: CallInput<E>['body']) => Promise<Reply<E>>
  /** Shown if the server sends no message. */
  failure: string
  /** `all` to create a record, or if the values can only be validated together. */
  sends?: 'changes' | 'all'
  /** Called instead of showing that it was saved. */
  onDone?: (reply: Reply<E>) => void
}

const sentences = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors => {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

/** Errors by field; the first field with an error is focused. An error whose field is not on this form is shown for the whole form. */
const useErrors = () => {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<string>()
  return {
    ref,
    errors,
    error,
    show: (found: Errors, whole?: string) => {
      const bad = [...(ref.current?.elements ?? [])].find((each) => 'name' in each && typeof each.name === 'string' && found[each.name])
      setErrors(found)
      setError(bad ? undefined : (whole ?? Object.values(found)[0]))
      // The error text must be rendered before the field is focused, or a screen reader reads the field without it.
      if (bad instanceof HTMLElement) requestAnimationFrame(() => bad.focus())
    },
    /** Clears the errors of these fields and of fields nested in them. */
    forget: (fields: readonly string[]) =>
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !fields.includes(path.split('.')[0] ?? '')))),
  }
}

/**
 * A settings form with lists that stays open after saving. Only changed values are sent, so that two people editing different settings do
 * not overwrite each other. A field is named by its path, `hours.0.opens`, like on the server.
 */
export const useSettings = <T extends object, E extends Endpoint>(endpoint: E, options: SettingsOptions<T, E>) => {
  const { stored, send, failure, sends = 'changes', onDone } = options
  const words = useWords(customizationEn)
  const { ref, errors, error, show, forget } = useErrors()
  const [edited, setEdited] = useState<Partial<T>>({})
  const [isSending, setSending] = useState(false)
  const draft = { ...stored, ...edited }

  const save = async (change: object) => {
    setSending(true)
    try {
      const reply = await send(change as CallInput<E>['body'])
      if (onDone) return onDone(reply)
      setEdited({})
      toast.success(words.saved)
    } catch (thrown) {
      show((thrown instanceof CallError && thrown.fields) || {}, errorText(thrown, failure))
    } finally {
      setSending(false)
    }
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending) return
    const change = sends === 'all' ? draft : edited
    const judged = endpoint.body?.safeParse(change)
    const found = { ...(judged?.error && sentences(judged.error.issues)), ...fieldProblems(ref.current) }
    show(found)
    if (Object.keys(found).length === 0) await save(change)
  }

  return {
    draft,
    errors,
    error,
    isSending,
    isChanged: JSON.stringify(draft) !== JSON.stringify(stored),
    set: (change: Partial<T>) => {
      setEdited((before) => ({ ...before, ...change }))
      forget(Object.keys(change))
    },
    discard: () => {
      setEdited({})
      show({})
    },
    props: { ref, onSubmit: submit, noValidate: true as const },
  }
}
export type Settings = Pick<ReturnType<typeof useSettings>, 'error' | 'isSending' | 'isChanged' | 'discard'>
