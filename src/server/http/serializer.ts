import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>
type Reply = NonNullable<Endpoint['reply']>

/**
 * The compiled serializer wants less than zod says: `X or null` as `nullable`, and no closed objects, patterns or
 * formats; with them it throws for a row that has one field more. Without them undeclared fields are dropped.
 */
const loosen = (schema: Json): void => {
  delete schema.additionalProperties
  delete schema.pattern
  delete schema.format
  const choices = schema.anyOf as Json[] | undefined
  const others = choices?.filter((one) => one.type !== 'null')
  const [only] = others ?? []
  if (choices && only && others?.length === 1 && choices.length === 2) {
    delete schema.anyOf
    Object.assign(schema, only, { nullable: true })
  }
}

const compile = (reply: Reply): ((value: unknown) => string) =>
  fastJson(z.toJSONSchema(reply, { target: 'draft-07', io: 'output', override: ({ jsonSchema }) => loosen(jsonSchema as Json) }) as Json)

const compiled = new WeakMap<Reply, (value: unknown) => string>()

/**
 * Writes a reply as JSON with the declared fields alone. Compiling takes milliseconds, so it is done at the first reply
 * and once for all apps of this process.
 */
export const serialize = (reply: Reply, value: unknown): string => {
  let write = compiled.get(reply)
  if (!write) {
    write = compile(reply)
    compiled.set(reply, write)
  }
  return write(value)
}
