import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import type { Feature } from './feature.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: NonNullable<Endpoint['body']>, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Json
  return json
}

const failure = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    expired: { type: 'boolean' },
    requestId: { type: 'string' },
  },
}

const failuresOf = ({ access, params, errors = {} }: Endpoint): Json => {
  const common: ErrorKind[] = [commonErrors.invalid, commonErrors.internal]
  if (access !== 'anyone') common.push(commonErrors.notSignedIn, commonErrors.notAllowed)
  if (params) common.push(commonErrors.notFound)
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

const parametersOf = (schema: Endpoint['query'], place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const bodyOf = ({ body, form }: Endpoint): Json | undefined => {
  if (!body) return undefined
  const json = schemaOf(body, 'input')
  if (!form) return { required: true, content: { 'application/json': { schema: json } } }
  const properties = { ...(json.properties as Json), ...(form.file && { [form.file.field]: { type: 'string', format: 'binary' } }) }
  return { required: true, content: { 'multipart/form-data': { schema: { ...json, properties } } } }
}

const answerOf = ({ reply, status, stream }: Endpoint): Json => {
  if (stream) return { 200: { description: 'The file', content: { '*/*': {} } }, 206: { description: 'A range of the file' } }
  if (!reply) return { 204: { description: 'Done' } }
  return { [status ?? 200]: { description: 'The answer', content: { 'application/json': { schema: schemaOf(reply, 'output') } } } }
}

const operation = (feature: string, name: string, endpoint: Endpoint): Json => ({
  operationId: `${feature}.${name}`,
  tags: [feature],
  summary: endpoint.summary,
  description: `For: ${endpoint.access}`,
  security: endpoint.access === 'anyone' ? [] : [{ token: [] }],
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  requestBody: bodyOf(endpoint),
  responses: { ...answerOf(endpoint), ...failuresOf(endpoint) },
})

/** The OpenAPI 3.1 document of every call, made from the contracts. */
export const openapiOf = (features: Record<string, Feature>): Json => {
  const paths: Record<string, Json> = {}
  for (const [featureName, { api }] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(api)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(featureName, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carrel',
      version: '1',
      description: 'The calls of a Carrel server. The token goes into the `Authorization` header, raw or after `Bearer `.',
    },
    paths,
    components: { schemas: { Failure: failure }, securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  }
}
