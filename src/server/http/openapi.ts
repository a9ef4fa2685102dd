import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { audiences, type InboundEvent, type SocketEvent, type SocketEvents } from '#contract/event.ts'
import { platformEvents } from '#contract/platform.events.ts'
import type { Feature } from '#server/feature/feature.ts'

type Json = Record<string, unknown>

type Schema = NonNullable<Endpoint['body']>
type SchemaOf = (schema: Schema, io: 'input' | 'output') => Json

/**
 * Describes the schemas of one operation. Zod puts a recursive shape below the schema's own `$defs`, but references are resolved
 * against the whole document, so such shapes move to its components.
 */
const schemasInto =
  (components: Json, operationId: string): SchemaOf =>
  (schema, io) => {
    const prefix = `${operationId}.${io}`
    const made = JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }))
    const { $schema: _dialect, $defs = {}, ...json } = JSON.parse(made.replaceAll('"#/$defs/', `"#/components/schemas/${prefix}.`)) as Json
    for (const [name, one] of Object.entries($defs as Json)) components[`${prefix}.${name}`] = one
    return json
  }

const failure = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    params: { type: 'object', description: 'What the sentence names, for programs and other languages' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    expired: { type: 'boolean' },
    requestId: { type: 'string' },
  },
}

const failuresOf = ({ access, params, body, stream, errors = {} }: Endpoint): Json => {
  const common: ErrorKind[] = [commonErrors.invalid, commonErrors.internal, commonErrors.unavailable]
  if (access !== 'anyone' || stream) common.push(commonErrors.notSignedIn, commonErrors.expired)
  if (access !== 'anyone') common.push(commonErrors.notAllowed)
  if (params) common.push(commonErrors.notFound)
  if (body) common.push(commonErrors.malformed, commonErrors.tooLarge, commonErrors.unsupportedType)
  if (stream) common.push(commonErrors.rangeNotSatisfiable, commonErrors.tooManyDownloads)
  const byStatus = Map.groupBy([...Object.values(errors), ...common], ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const parametersOf = (schemaOf: SchemaOf, schema: Endpoint['query'], place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const formOf = (json: Json, { file }: NonNullable<Endpoint['form']>): Json => {
  if (!file) return json
  const required = [...((json.required as string[] | undefined) ?? []), ...(file.required ? [file.field] : [])]
  return { ...json, required, properties: { ...(json.properties as Json), [file.field]: { type: 'string', format: 'binary' } } }
}

const bodyOf = (schemaOf: SchemaOf, { body, form }: Endpoint): Json | undefined => {
  if (!body) return undefined
  const json = schemaOf(body, 'input')
  const asJson = form?.file?.required ? {} : { 'application/json': { schema: json } }
  return { required: true, content: { ...asJson, ...(form && { 'multipart/form-data': { schema: formOf(json, form) } }) } }
}

const answerOf = (schemaOf: SchemaOf, { reply, status, stream }: Endpoint): Json => {
  if (stream) return { 200: { description: 'The file', content: { '*/*': {} } }, 206: { description: 'A range of the file' } }
  if (!reply) return { 204: { description: 'Done' } }
  return { [status ?? 200]: { description: 'The response', content: { 'application/json': { schema: schemaOf(reply, 'output') } } } }
}

const operation = (schemaOf: SchemaOf, feature: string, name: string, endpoint: Endpoint): Json => ({
  operationId: `${feature}.${name}`,
  tags: [feature],
  summary: endpoint.summary,
  description: `For: ${endpoint.access}`,
  security: endpoint.access !== 'anyone' ? [{ token: [] }] : endpoint.stream || endpoint.recognizes ? [{}, { token: [] }] : [],
  parameters: [...parametersOf(schemaOf, endpoint.params, 'path'), ...parametersOf(schemaOf, endpoint.query, 'query')],
  requestBody: bodyOf(schemaOf, endpoint),
  responses: { ...answerOf(schemaOf, endpoint), ...failuresOf(endpoint) },
})

type OfFeature<E> = readonly [feature: string, event: E]

/** The events of the socket, for which OpenAPI has no terms. */
const eventsOf = (features: Record<string, Feature>, schemas: Json): Json => {
  const fromServer: OfFeature<SocketEvent>[] = [
    ...Object.values<SocketEvent>(platformEvents as SocketEvents).map((event) => ['platform', event] as const),
    ...Object.entries(features).flatMap(([feature, { events }]) => Object.values(events).map((event) => [feature, event] as const)),
  ]
  const fromClient: OfFeature<InboundEvent>[] = Object.entries(features).flatMap(([feature, { channel }]) =>
    (channel.handlers ?? []).map(({ event }) => [feature, event] as const),
  )
  const described = <E extends SocketEvent | InboundEvent>(
    events: readonly OfFeature<E>[],
    partsOf: (event: E, schemaOf: SchemaOf) => Json,
  ) =>
    Object.fromEntries(
      events.map(([feature, event]) => [
        event.name,
        { tags: [feature], summary: event.summary, ...partsOf(event, schemasInto(schemas, `${feature}.${event.name}`)) },
      ]),
    )
  return {
    description:
      'Events of the Socket.IO connection at `/socket.io`, which takes the token as `auth.token`. An event may be lost: a client that was disconnected fetches what it missed. Input that does not fit is ignored, and nothing is acknowledged.',
    fromServer: described(fromServer, ({ audience, payload }, schemaOf) => ({
      description: `For: ${audiences[audience]}`,
      ...(payload && { payload: schemaOf(payload, 'output') }),
    })),
    fromClient: described(fromClient, ({ input }, schemaOf) => ({ input: schemaOf(input, 'input') })),
  }
}

/** Returns the OpenAPI 3.1 document of every call and event, made from the contracts. */
export const openapiOf = (features: Record<string, Feature>): Json => {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Failure: failure }
  for (const [featureName, { api }] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(api)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      const schemaOf = schemasInto(schemas, `${featureName}.${name}`)
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(schemaOf, featureName, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carrel',
      version: '1',
      description:
        'The API of a Carrel server. Send the token in the `Authorization` header, with or without `Bearer `. A query parameter that a call does not list, or that is given twice, is answered 400.',
    },
    paths,
    'x-events': eventsOf(features, schemas),
    components: { schemas, securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  }
}
