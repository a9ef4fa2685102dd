import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { queryFault } from '#contract/query.ts'
import { assertDecodableQuery } from './utf8.ts'

type Issue = { path: PropertyKey[]; message: string }
type Outcome = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } }
type Checks = { safeParse(value: unknown, fallback: { error: () => string }): Outcome }

// For failures for which the contract has no sentence of its own.
const fallback = { error: () => commonErrors.invalid.message }

/** Sorts issues by the fields as the contract declares them: checks over several fields find theirs last. */
const inOrder = (issues: readonly Issue[], schema: Endpoint['body']): readonly Issue[] => {
  const names = Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
  return issues.toSorted((one, other) => names.indexOf(String(one.path[0])) - names.indexOf(String(other.path[0])))
}

/** Returns one sentence for each bad field, the first one that was found. */
const fieldsOf = (issues: readonly Issue[]): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = path.map(String).join('.')
    if (name) fields[name] ??= message
  }
  return fields
}

const refuse = (issues: readonly Issue[]): AppError => {
  const fields = fieldsOf(issues)
  const message = Object.values(fields)[0]
  return message === undefined ? new AppError(commonErrors.malformed) : new AppError(commonErrors.invalid, { message, fields })
}

const check = (schema: Endpoint['body'], value: unknown): unknown => {
  if (!schema) return undefined
  const outcome = (schema as unknown as Checks).safeParse(value, fallback)
  if (!outcome.success) throw refuse(inOrder(outcome.error.issues, schema))
  return outcome.data
}

/** Throws for a key that the call does not take: a misspelled filter would return everything. */
const assertKnownKeys = (endpoint: Endpoint, query: unknown): void => {
  const fault = queryFault(endpoint, (query ?? {}) as Record<string, unknown>)
  if (fault) throw new AppError(commonErrors.invalid, { message: fault.message, fields: { [fault.key]: fault.message } })
}

/** Validates the parts of a call; throws `invalid` with the sentences of the contract. An id that no row can have is `notFound`. */
export const validateAddress = (endpoint: Endpoint, { url, params, query }: { url: string; params: unknown; query: unknown }) => {
  assertDecodableQuery(url)
  const id = endpoint.params && (endpoint.params as unknown as Checks).safeParse(params, fallback)
  if (id && !id.success) throw new AppError(commonErrors.notFound)
  assertKnownKeys(endpoint, query)
  return { params: id?.data, query: check(endpoint.query, query) }
}

const noBody = 'The request body is empty.'

/**
 * A missing body is refused unless the contract allows it: it may have been lost. It is validated as an empty one first, so that
 * the reply names the first missing field.
 */
export const validateBody = ({ body: schema }: Endpoint, body: unknown): unknown => {
  if (!schema || body !== undefined) return check(schema, body)
  const outcome = (schema as unknown as Checks).safeParse(undefined, fallback)
  if (outcome.success) return outcome.data
  check(schema, {})
  throw new AppError(commonErrors.malformed, { message: noBody })
}
