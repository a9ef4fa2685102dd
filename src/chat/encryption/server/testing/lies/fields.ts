import { DeviceId } from '#chat/conversations/conversations.encryption.contract.ts'
import { Id } from '#contract/fields.ts'

/* Every field of a response or event, read from its schema, so that lies cover new fields automatically. */

/** The kind of a value, as far as lies depend on it. */
export type Kind = 'object' | 'array' | 'number' | 'boolean' | 'choice' | 'id' | 'deviceId' | 'string'

/** `path` is the path from the whole response to the field; `[]` stands for each item of a list. */
export type Field = { path: readonly string[]; kind: Kind; choices: readonly unknown[] }

type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  options?: readonly Schema[]
  in?: Schema
  entries?: Record<string, unknown>
  values?: readonly unknown[]
}
type Schema = { _zod: { def: unknown } }

const defOf = (schema: Schema): Def => schema._zod.def as Def

/** Returns the possible schemas of a value, without optional and nullable wrappers. */
const plain = (schema: Schema): readonly Schema[] => {
  const { type, innerType, options = [], in: input } = defOf(schema)
  if (innerType) return plain(innerType)
  if (type === 'union') return options.flatMap(plain)
  if (type === 'pipe' && input) return plain(input)
  return [schema]
}

const kindOf = (schema: Schema): Kind => {
  if ((schema as unknown) === Id) return 'id'
  if ((schema as unknown) === DeviceId) return 'deviceId'
  const { type } = defOf(schema)
  if (type === 'object' || type === 'array' || type === 'boolean') return type
  if (type === 'enum' || type === 'literal') return 'choice'
  return type === 'number' || type === 'int' ? 'number' : 'string'
}

const below = (schema: Schema, path: readonly string[]): Field[] => {
  const { shape = {}, element, entries = {}, values = [] } = defOf(schema)
  const field: Field = { path, kind: kindOf(schema), choices: [...Object.values(entries), ...values] }
  const inside = Object.entries(shape).flatMap(([name, one]) => fieldsOf(one, [...path, name]))
  const items = element ? fieldsOf(element, [...path, '[]']) : []
  const isWhole = path.length === 0 || path.at(-1) === '[]'
  return [...(isWhole && field.kind === 'object' ? [] : [field]), ...inside, ...items]
}

/** Returns all fields of a schema, each once. */
export const fieldsOf = (schema: Schema, path: readonly string[] = []): Field[] => {
  const all = plain(schema).flatMap((one) => below(one, path))
  return [...new Map(all.map((field) => [nameOf(field), field])).values()]
}

export const nameOf = ({ path }: Pick<Field, 'path'>): string => path.join('.').replaceAll('.[]', '[]')
