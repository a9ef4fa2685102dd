import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { CallOptions } from '../api/call.ts'
import { CallError } from '../api/callError.ts'
import { webEn } from '../web.en.ts'
import { errorText, formatBytes, useWords } from '../words.ts'
import { fieldProblems } from './fieldProblems.ts'
import { typedNumber } from './typedNumber.ts'
import { useUpload } from './useUpload.ts'

type Body<E> = E extends { body: infer S extends z.ZodMiniType } ? z.input<S> : Record<never, never>
type Key<E> = keyof Body<E> & string
type Value = string | boolean
type Values<E> = { [K in Key<E>]?: Value }
type Errors = Record<string, string>

type FormOptions<E extends Endpoint> = {
  /** What the fields start with. A key that has no field is sent as it stands here. */
  initial: Values<E>
  /** Makes the call: `(filled) => create.mutateAsync(filled)`. With a file it has `signal` and `onProgress` too, which make it stoppable. */
  send: (filled: { body: Body<E>; file: File | undefined } & CallOptions) => Promise<Reply<E>>
  /** The sentence where the server gives none. */
  failure: string
  /** Judges what the contract cannot: a repeated password, a file's kind. Answers sentences by field name. */
  check?: (values: Values<E>, file: File | null) => { [field: string]: string | undefined }
  /**
   * `changes` is for editing: only what differs from `initial` is sent, so that two people who edit different
   * fields undo nothing of each other, and an emptied field is sent as a blank, which clears it.
   */
  sends?: 'all' | 'changes'
  /** Fields that are typed as text and sent as numbers, such as an amount of money. */
  numbers?: readonly Key<E>[]
  onDone?: (reply: Reply<E>) => void
}

const firstSentences = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors => {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message
  return errors
}

/** Whether a value may be absent and is none then. One that gets a default must not become another than the field shows. */
const mayBeNone = (schema: z.ZodMiniType | undefined): boolean => {
  const judged = schema?.safeParse(undefined)
  return judged?.success === true && (judged.data ?? '') === ''
}

/** A blank that the contract allows to be absent is left out, so that an empty date is no wrong date. */
const withoutBlanks = (schema: Endpoint['body'], values: Values<Endpoint>): Record<string, Value> => {
  const filled = Object.entries<Value | undefined>(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const shape = (schema as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape
  return Object.fromEntries(filled.filter(([name, value]) => value !== '' || !mayBeNone(shape?.[name])))
}

const changesOf = (values: Values<Endpoint>, initial: Values<Endpoint>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries<Value | undefined>(values).filter(
      (entry): entry is [string, Value] => entry[1] !== undefined && entry[1] !== (initial as Record<string, Value>)[entry[0]],
    ),
  )

/** A blank stays one, for the contract's own sentence. */
const withNumbers = (body: Record<string, Value>, names: readonly string[]): Record<string, Value | number> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, names.includes(name) && value !== '' ? typedNumber(String(value)) : value]),
  )

const focusFirst = (form: HTMLFormElement | null, errors: Errors): void => {
  const bad = [...(form?.elements ?? [])].find((each) => 'name' in each && typeof each.name === 'string' && errors[each.name])
  // The error text has to stand before the field is focused, or a screen reader reads the field without it.
  if (bad instanceof HTMLElement) requestAnimationFrame(() => bad.focus())
}

/** A field that is disabled while the form is on its way loses the focus, and with it the place of who types, and Escape. */
const giveBackFocus = (to: Element | null): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && to instanceof HTMLElement) to.focus({ preventScroll: true })
  })
}

/**
 * The one way of all forms: the contract's schema judges before the call, the server's `fields` after
 * it; the first bad field is focused; any other failure is `error`, one sentence for the whole form.
 */
export const useForm = <E extends Endpoint>(
  endpoint: E,
  { initial, send, failure, check, sends = 'all', numbers = [], onDone }: FormOptions<E>,
) => {
  const words = useWords(webEn).ui
  const ref = useRef<HTMLFormElement>(null)
  // What is being edited may be loaded again meanwhile; changes are told from what the form started with.
  const [start] = useState<Values<E>>(initial)
  const [values, setValues] = useState<Values<E>>(initial)
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const uploading = useUpload()
  const filePart = endpoint.form?.file
  const fileName = filePart?.field ?? 'file'

  const show = (found: Errors, whole?: string) => {
    setErrors(found)
    setError(whole)
    focusFirst(ref.current, found)
  }
  const fileError = (chosen: File | null): Errors => {
    if (!filePart) return {}
    if (!chosen) return filePart.required ? { [filePart.field]: filePart.required } : {}
    return chosen.size > filePart.maxBytes
      ? { [filePart.field]: filePart.tooLarge ?? words.file.tooLarge(formatBytes(filePart.maxBytes)) }
      : {}
  }
  const judge = (body: Record<string, Value | number>): Errors => {
    const judged = endpoint.body?.safeParse(body)
    const own = Object.entries(check?.(values, file) ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return {
      ...(judged?.error && firstSentences(judged.error.issues)),
      ...fileError(file),
      ...fieldProblems(ref.current),
      ...Object.fromEntries(own),
    }
  }
  const fail = (thrown: unknown) => {
    const fields = thrown instanceof CallError ? thrown.fields : undefined
    // A sentence whose field is not on this form must still be read.
    const seen = Object.keys(fields ?? {}).some((name) => ref.current?.elements.namedItem(name))
    show(fields ?? {}, seen ? undefined : errorText(thrown, failure))
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending) return
    const filledIn = sends === 'changes' ? changesOf(values, start) : withoutBlanks(endpoint.body, values)
    const body = withNumbers(filledIn, numbers)
    const found = judge(body)
    if (Object.keys(found).length > 0) return show(found)
    show({})
    const focused = document.activeElement
    setSending(true)
    try {
      const filled = { body: body as Body<E>, file: file ?? undefined }
      const reply = await (file ? uploading.upload(file, (options) => send({ ...filled, ...options })) : send(filled))
      onDone?.(reply)
    } catch (thrown) {
      fail(thrown)
      giveBackFocus(focused)
    } finally {
      setSending(false)
    }
  }

  const set = (name: Key<E>, value: Value) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...rest }) => rest)
  }

  return {
    values,
    file: file as File | null,
    error,
    isSending,
    /** Something was entered that closing the form would lose. */
    isChanged: file !== null || Object.keys(changesOf(values, start)).length > 0,
    /** How far a file is; without one there is nothing to tell. */
    sent: uploading.sent,
    /** Stops the upload of a file. */
    stop: uploading.stop,
    set,
    /** For text, password, select, date: `<TextField label="…" {...form.field('title')} />`. */
    field: (name: Key<E>) => ({
      name: name as string,
      value: String(values[name] ?? ''),
      onChange: (value: string) => set(name, value),
      error: errors[name],
    }),
    /** For `SwitchField`. */
    toggle: (name: Key<E>) => ({ name, value: values[name] === true, onChange: (value: boolean) => set(name, value) }),
    /** For `FileField` and `PictureField`. */
    fileField: () => ({
      name: fileName,
      value: file as File | null,
      onChange: (next: File | null) => {
        setFile(next)
        // A person who has chosen a wrong file is told before the rest is filled in.
        const said = next && (check?.(values, next)[fileName] ?? fileError(next)[fileName])
        setErrors(({ [fileName]: _, ...rest }) => (said ? { ...rest, [fileName]: said } : rest))
      },
      error: errors[fileName],
    }),
    /** For the `<form>`: `<form {...form.props}>`, or `<FormDialog form={form}>`. */
    props: { ref, onSubmit: submit, noValidate: true as const },
    /** Back to the start, for a form that stays open. */
    reset: () => {
      setValues(initial)
      setFile(null)
      setErrors({})
      setError(undefined)
    },
  }
}

type AnyForm = ReturnType<typeof useForm<Endpoint>>
/** What `FormDialog` needs of a form. */
export type FormState = Pick<AnyForm, 'props' | 'error' | 'isSending'> & Partial<Pick<AnyForm, 'sent' | 'stop' | 'isChanged'>>
