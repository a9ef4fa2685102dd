import { type FormEvent, useRef, useState } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import { fieldProblems } from '#web/ui/fieldProblems.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'

type Errors = Readonly<Record<string, string>>

type SettingsOptions<T, E extends Endpoint> = {
  /** What is stored now, which others may change meanwhile. */
  stored: T
  send: (change: CallInput<E>['body']) => Promise<Reply<E>>
  /** The sentence where the server gives none. */
  failure: string
  /** `all` where something is made, or the whole of it has to be judged. */
  sends?: 'changes' | 'all'
  /** Instead of saying that it is saved. */
  onDone?: (reply: Reply<E>) => void
}

const sentences = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors => {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

/** What is wrong, shown at its fields; the first of them is focused. A sentence whose field is not on this form is said of the whole. */
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
      // The error text has to stand before the field is focused, or a screen reader reads the field without it.
      if (bad instanceof HTMLElement) requestAnimationFrame(() => bad.focus())
    },
    /** Forgets what is wrong with these fields and what is in them. */
    forget: (fields: readonly string[]) =>
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !fields.includes(path.split('.')[0] ?? '')))),
  }
}

/**
 * The form of settings with lists in them, which stays open. Only what was changed here is sent, so that two people who edit
 * different settings undo nothing of each other. A field is named by its path, `hours.0.opens`, as the server names it.
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
