import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>
type Schema = NonNullable<Endpoint['reply']>

/**
 * Adapts a schema of zod to the compiled serializer: `X or null` as `nullable`, and no closed objects, patterns or formats, with
 * which it throws for a row with an extra field. Without them undeclared fields are dropped.
 */
const loosen = (schema: Json): void => {
  // A record, such as the parameters of a sentence, declares the values of its keys and stays.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.pattern
  delete schema.format
  const choices = schema.anyOf as Json[] | undefined
  const others = choices?.filter((one) => one.type !== 'null')
  const [only] = others ?? []
  if (choices && only && others?.length === 1 && choices.length === 2) {
    delete schema.anyOf
    Object.assign(schema, only, { nullable: true })
    // The variant of a union is chosen by the values too.
    if (Array.isArray(only.enum)) schema.enum = [...only.enum, null]
  }
}

const compile = (schema: Schema): ((value: unknown) => string) =>
  fastJson(z.toJSONSchema(schema, { target: 'draft-07', io: 'output', override: ({ jsonSchema }) => loosen(jsonSchema as Json) }) as Json)

const compiled = new WeakMap<Schema, (value: unknown) => string>()

/**
 * Serializes a reply, or the payload of an event, as JSON with only the declared fields. Compiling takes milliseconds, so it
 * happens on first use and once for all apps of this process.
 */
export const serialize = (schema: Schema, value: unknown): string => {
  let write = compiled.get(schema)
  if (!write) {
    write = compile(schema)
    compiled.set(schema, write)
  }
  return write(value)
}
