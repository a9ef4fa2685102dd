import type * as z from 'zod/mini'
import type { Endpoint, FilePart } from '#contract/endpoint.ts'
import { typedNumber } from './typedNumber.ts'

export type Body<E> = E extends { body: infer S extends z.ZodMiniType } ? z.input<S> : Record<never, never>
export type Key<E> = keyof Body<E> & string
export type Value = string | boolean
export type Values<E> = { [K in Key<E>]?: Value }
export type Errors = Record<string, string>

/** Returns the first sentence of each bad field. */
export const firstSentences = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors => {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message
  return errors
}

/** Returns whether a value may be absent and stays absent then. A field with a default must be sent as it is shown. */
const mayBeNone = (schema: z.ZodMiniType | undefined): boolean => {
  const parsed = schema?.safeParse(undefined)
  return parsed?.success === true && (parsed.data ?? '') === ''
}

/** Omits blanks that the contract allows to be absent, so that an empty date is not a wrong date. */
export const withoutBlanks = (schema: Endpoint['body'], values: Values<Endpoint>): Record<string, Value> => {
  const filled = Object.entries<Value | undefined>(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const shape = (schema as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape
  return Object.fromEntries(filled.filter(([name, value]) => value !== '' || !mayBeNone(shape?.[name])))
}

/** Returns the values that differ from the initial ones. */
export const changesOf = (values: Values<Endpoint>, initial: Values<Endpoint>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries<Value | undefined>(values).filter(
      (entry): entry is [string, Value] => entry[1] !== undefined && entry[1] !== (initial as Record<string, Value>)[entry[0]],
    ),
  )

/** Returns the body with numbers for texts. A blank stays one, for the contract's own sentence. */
export const withNumbers = (body: Record<string, Value>, names: readonly string[]): Record<string, Value | number> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, names.includes(name) && value !== '' ? typedNumber(String(value)) : value]),
  )

/** Returns the sentence for a file that is missing or too large. */
export const fileErrors = (part: FilePart | undefined, file: File | null, tooLarge: (bytes: number) => string): Errors => {
  if (!part) return {}
  if (!file) return part.required ? { [part.field]: part.required } : {}
  return file.size > part.maxBytes ? { [part.field]: part.tooLarge ?? tooLarge(part.maxBytes) } : {}
}
