import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { CallOptions } from '../api/call.ts'
import { CallError } from '../api/callError.ts'
import { webEn } from '../web.en.ts'
import { errorText, formatBytes, useWords } from '../words.ts'
import { fieldProblems } from './fieldProblems.ts'
import {
  type Body,
  changesOf,
  type Errors,
  fileErrors,
  firstSentences,
  type Key,
  type Value,
  type Values,
  withNumbers,
  withoutBlanks,
} from './formValues.ts'
import { useHandlers } from './useHandlers.ts'
import { useUpload } from './useUpload.ts'

type Form = RefObject<HTMLFormElement | null>
type Show = (found: Errors, whole?: string) => void

type FormOptions<E extends Endpoint> = {
  /** The initial values of the fields. A key without a field is sent unchanged. */
  initial: Values<E>
  /**
   * Makes the call: `(filled) => create.mutateAsync(filled)`. With a file it has `signal` and `onProgress` too, which make it
   * stoppable.
   */
  send: (filled: { body: Body<E>; file: File | undefined } & CallOptions) => Promise<Reply<E>>
  /** The sentence if the server gives none. */
  failure: string
  /** Validates what the contract cannot: a repeated password, a file's kind. Returns sentences by field name. */
  check?: (values: Values<E>, file: File | null) => { [field: string]: string | undefined }
  /**
   * `changes` is for editing: only what differs from `initial` is sent, so that two people who edit different fields do not undo
   * each other's changes; an emptied field is sent as a blank, which clears it.
   */
  sends?: 'all' | 'changes'
  /** Fields that are typed as text and sent as numbers, such as an amount of money. */
  numbers?: readonly Key<E>[]
  onDone?: (reply: Reply<E>) => void
}

const focusFirst = (form: HTMLFormElement | null, errors: Errors): void => {
  const bad = [...(form?.elements ?? [])].find((each) => 'name' in each && typeof each.name === 'string' && errors[each.name])
  if (bad instanceof HTMLElement) bad.focus()
}

/** A field that is disabled while the form is sent loses the focus, and with it the typing position and Escape. */
const giveBackFocus = (to: Element | null): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && to instanceof HTMLElement) to.focus({ preventScroll: true })
  })
}

/** The values and the errors of a form's fields, and what binds a field to them. */
const useFields = <E extends Endpoint>(initial: Values<E>) => {
  const [values, setValues] = useState<Values<E>>(initial)
  const [errors, setErrors] = useState<Errors>({})
  const setFault = (name: string, text?: string) => setErrors(({ [name]: _, ...rest }) => (text ? { ...rest, [name]: text } : rest))
  const set = (name: Key<E>, value: Value) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFault(name)
  }
  const changed = useHandlers(set)
  return {
    values,
    setValues,
    errors,
    setErrors,
    setFault,
    set,
    /** For text, password, select, date: `<TextField label="…" {...form.field('title')} />`. */
    field: (name: Key<E>) => ({
      name: name as string,
      value: String(values[name] ?? ''),
      onChange: changed(name) as (value: string) => void,
      error: errors[name],
    }),
    /** For `SwitchField`. */
    toggle: (name: Key<E>) => ({ name, value: values[name] === true, onChange: changed(name) as (value: boolean) => void }),
  }
}

/** Sends a form that is valid, and shows why it was refused. */
const useSending = <E extends Endpoint>({ send, failure, onDone }: FormOptions<E>, form: Form, show: Show) => {
  const [isSending, setSending] = useState(false)
  const { upload, ...uploading } = useUpload()
  const fail = (thrown: unknown) => {
    const fields = thrown instanceof CallError ? thrown.fields : undefined
    // A sentence whose field is not on this form must still be shown.
    const seen = Object.keys(fields ?? {}).some((name) => form.current?.elements.namedItem(name))
    show(fields ?? {}, seen ? undefined : errorText(thrown, failure))
  }
  const sendNow = async (body: Body<E>, file: File | null) => {
    const focused = document.activeElement
    setSending(true)
    try {
      const filled = { body, file: file ?? undefined }
      const reply = await (file ? upload(file, (options) => send({ ...filled, ...options })) : send(filled))
      onDone?.(reply)
    } catch (thrown) {
      fail(thrown)
      giveBackFocus(focused)
    } finally {
      setSending(false)
    }
  }
  return { isSending, uploading, sendNow }
}

/**
 * The state of every form: the contract's schema validates before the call, the server's `fields` after it; the first bad field is
 * focused; any other failure is `error`, one sentence for the whole form.
 */
export const useForm = <E extends Endpoint>(endpoint: E, options: FormOptions<E>) => {
  const { initial, check, sends = 'all', numbers = [] } = options
  const words = useWords(webEn).ui
  const ref = useRef<HTMLFormElement>(null)
  // The edited record may be refetched meanwhile; changes are relative to what the form started with.
  const [start] = useState<Values<E>>(initial)
  const { values, setValues, errors, setErrors, setFault, set, field, toggle } = useFields<E>(initial)
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const filePart = endpoint.form?.file
  const fileName = filePart?.field ?? 'file'

  const [found, setFound] = useState<Errors>({})
  const show = (problems: Errors, whole?: string) => {
    setErrors(problems)
    setError(whole)
    setFound({ ...problems })
  }
  // The error must be rendered before its field is focused: a screen reader reads both, and a field that was hidden appears with it.
  useEffect(() => focusFirst(ref.current, found), [found])
  const { isSending, uploading, sendNow } = useSending(options, ref, show)
  const fileFaults = (chosen: File | null) => fileErrors(filePart, chosen, (bytes) => words.file.tooLarge(formatBytes(bytes)))
  const faultsOf = (body: Record<string, Value | number>): Errors => {
    const parsed = endpoint.body?.safeParse(body)
    const own = Object.entries(check?.(values, file) ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return {
      ...(parsed?.error && firstSentences(parsed.error.issues)),
      ...fileFaults(file),
      ...fieldProblems(ref.current),
      ...Object.fromEntries(own),
    }
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending) return
    const body = withNumbers(sends === 'changes' ? changesOf(values, start) : withoutBlanks(endpoint.body, values), numbers)
    const faults = faultsOf(body)
    show(faults)
    if (Object.keys(faults).length === 0) await sendNow(body as Body<E>, file)
  }

  return {
    values,
    file: file as File | null,
    error,
    isSending,
    /** True if closing the form would lose input. */
    isChanged: file !== null || Object.keys(changesOf(values, start)).length > 0,
    /** The progress of the file; undefined without one. */
    sent: uploading.sent,
    /** Stops the upload of a file. */
    stop: uploading.stop,
    set,
    field,
    toggle,
    /** For `FileField` and `PictureField`. */
    fileField: () => ({
      name: fileName,
      value: file as File | null,
      onChange: (next: File | null) => {
        setFile(next)
        // A wrong file is reported before the rest is filled in.
        setFault(fileName, (next && (check?.(values, next)[fileName] ?? fileFaults(next)[fileName])) || undefined)
      },
      error: errors[fileName],
    }),
    /** For the `<form>`: `<form {...form.props}>`, or `<FormDialog form={form}>`. */
    props: { ref, onSubmit: submit, noValidate: true as const },
    /** Resets a form that stays open. */
    reset: () => {
      setValues(initial)
      setFile(null)
      setErrors({})
      setError(undefined)
    },
  }
}

type AnyForm = ReturnType<typeof useForm<Endpoint>>
/** The part of a form that `FormDialog` needs. */
export type FormState = Pick<AnyForm, 'props' | 'error' | 'isSending'> & Partial<Pick<AnyForm, 'sent' | 'stop' | 'isChanged'>>
