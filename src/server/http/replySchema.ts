import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>

/**
 * The compiled serializer wants less than zod says: `X or null` as `nullable`, and no closed objects, patterns or
 * formats; with them it answers 500 for a row that has one field more. Without them undeclared fields are dropped.
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

/** The JSON Schema from which Fastify compiles the serializer of a reply. */
export const replySchema = (reply: NonNullable<Endpoint['reply']>): Json =>
  z.toJSONSchema(reply, { target: 'draft-07', io: 'output', override: ({ jsonSchema }) => loosen(jsonSchema as Json) }) as Json
