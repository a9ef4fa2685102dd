import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { audiences, type SocketEvent } from '#contract/event.ts'
import { platformEvents } from '#contract/platform.events.ts'
import { features } from '#server/features.ts'
import { given } from '#server/testing/given.ts'
import { breakingChanges } from '../scripts/apiChanges.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Content = { content?: Record<string, { schema?: { required?: string[]; properties?: Record<string, unknown> } }> }
type Operation = {
  operationId: string
  summary: string
  parameters: Parameter[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content & { description: string }>
}
type Described = { summary: string; description?: string; payload?: object; input?: object }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  'x-events': Record<'fromServer' | 'fromClient', Record<string, Described>>
  components: { schemas: Record<string, unknown> }
}

const calls = Object.entries(features).flatMap(([feature, { api }]) =>
  Object.entries(api).map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint: endpoint as Endpoint })),
)

const sentEvents = [
  ...Object.values<SocketEvent>(platformEvents),
  ...Object.values(features).flatMap(({ events }) => Object.values(events)),
]
const inboundEvents = Object.values(features).flatMap(({ channel }) => (channel.handlers ?? []).map(({ event }) => event))

const templateOf = ({ path }: Endpoint): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`

const makeReference = async () => {
  const app = await given({}, { lasts: 'file' })
  const answer = await app.anyone().get('/docs/openapi.json')
  const document = answer.body as Document
  const operationOf = (endpoint: Endpoint): Operation => {
    const operation = document.paths[templateOf(endpoint)]?.[endpoint.method.toLowerCase()]
    if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not described`)
    return operation
  }
  return { app, answer, document, operationOf }
}

let shared: ReturnType<typeof makeReference> | undefined
/** The document is made once, which takes a while. */
const givenReference = (): ReturnType<typeof makeReference> => {
  shared ??= makeReference()
  return shared
}

const refsIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

/** Returns what a JSON pointer in a fragment names, or undefined. */
const resolve = (document: unknown, ref: string): unknown => {
  if (!ref.startsWith('#/')) return undefined
  const steps = ref.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
}

describe('the OpenAPI document', () => {
  test('describes every call and nothing else', async () => {
    const { answer, document } = await givenReference()
    expect([answer.status, answer.headers['content-type'], document.openapi]).toEqual([200, 'application/json; charset=utf-8', '3.1.0'])
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    )
    const declared = calls.map(({ id, endpoint }) => `${endpoint.method.toLowerCase()} ${templateOf(endpoint)} ${id}`)
    expect(described.toSorted()).toEqual(declared.toSorted())
  })

  test('declares every parameter of every path, and no other', async () => {
    const { operationOf } = await givenReference()
    for (const { id, endpoint } of calls) {
      const inPath = operationOf(endpoint).parameters.filter((one) => one.in === 'path')
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect([id, inPath.map(({ name }) => name)]).toEqual([id, names])
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
  })

  test('has no reference without a target', async () => {
    const { document } = await givenReference()
    const refs = [...new Set(refsIn(document))]
    expect(refs).toContain('#/components/schemas/Failure')
    // The tree of categories refers to itself.
    expect(refs.length).toBeGreaterThan(1)
    expect(refs.filter((ref) => typeof resolve(document, ref) !== 'object')).toEqual([])
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
  })

  test('describes the success and every declared failure of every call', async () => {
    const { operationOf } = await givenReference()
    for (const { id, endpoint } of calls) {
      const { responses } = operationOf(endpoint)
      const success = endpoint.status ?? (endpoint.reply || endpoint.stream ? 200 : 204)
      expect([id, Object.keys(responses)]).toEqual([id, expect.arrayContaining([String(success), '400', '500'])])
      for (const { status, code, message } of Object.values(endpoint.errors ?? {}))
        expect([id, responses[status]?.description]).toEqual([id, expect.stringContaining(`\`${code}\`: ${message}`)])
      if (endpoint.access !== 'anyone' || endpoint.stream) expect([id, '401' in responses]).toEqual([id, true])
    }
  })

  test('declares the body of each call: JSON, a form, or a form with its file', async () => {
    const { operationOf } = await givenReference()
    for (const { id, endpoint } of calls) {
      const kinds = Object.keys(operationOf(endpoint).requestBody?.content ?? {})
      const { form, body } = endpoint
      const expected = [...(body && !form?.file?.required ? ['application/json'] : []), ...(form ? ['multipart/form-data'] : [])]
      expect([id, kinds]).toEqual([id, expected])
    }
    const upload = calls.find(({ id }) => id === 'documents.create')?.endpoint as Endpoint
    const schema = operationOf(upload).requestBody?.content?.['multipart/form-data']?.schema
    expect(schema?.required).toEqual(['title', 'category', 'pdf'])
    expect(schema?.properties?.pdf).toEqual({ type: 'string', format: 'binary' })
  })
})

describe('the events in the OpenAPI document', () => {
  test('are those that the server sends, each with its audience and payload', async () => {
    const { document } = await givenReference()
    const { fromServer } = document['x-events']
    expect(Object.keys(fromServer).toSorted()).toEqual(sentEvents.map(({ name }) => name).toSorted())
    for (const { name, audience, summary, payload } of sentEvents)
      expect([name, fromServer[name]]).toEqual([
        name,
        {
          tags: [expect.any(String)],
          summary,
          description: `For: ${audiences[audience]}`,
          ...(payload && { payload: expect.any(Object) }),
        },
      ])
    expect(fromServer.message_deleted?.payload).toMatchObject({ required: ['messageId', 'conversationId', 'change'] })
  })

  test('are those that a client sends, each with its input', async () => {
    const { document } = await givenReference()
    const { fromClient } = document['x-events']
    expect(Object.keys(fromClient).toSorted()).toEqual(inboundEvents.map(({ name }) => name).toSorted())
    for (const { input } of Object.values(fromClient)) expect(input).toEqual(expect.any(Object))
    expect(fromClient.update_status?.input).toMatchObject({ enum: ['online', 'away'] })
  })
})

test('docs/openapi.json matches the contracts: after a change run `npm run openapi`', async () => {
  const { document } = await givenReference()
  expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(document)
})

describe('a change of the API', () => {
  const person = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 100 }, role: { enum: ['student', 'admin'] } },
  }
  const apiOf = (sent: object, received: object, parameters: readonly object[] = []) => ({
    paths: {
      '/api/people': {
        post: {
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: sent } } },
          responses: { 201: { content: { 'application/json': { schema: received } } }, 400: {} },
        },
      },
    },
  })
  const before = apiOf(person, person)
  const { name, role } = person.properties

  test.each<[string, object, string[]]>([
    ['none', before, []],
    ['a call that is gone', { paths: {} }, ['POST /api/people is gone']],
    ['a field of the reply that is gone', apiOf(person, { ...person, properties: { name } }), ['POST /api/people reply.role is gone']],
    [
      'a field of the reply that may be missing',
      apiOf(person, { ...person, required: [] }),
      ['POST /api/people reply.name is optional now'],
    ],
    ['a field that is required', apiOf({ ...person, required: ['name', 'role'] }, person), ['POST /api/people body.role is required now']],
    [
      'a lower limit',
      apiOf({ ...person, properties: { name: { ...name, maxLength: 50 }, role } }, person),
      ['POST /api/people body.name: maxLength is 50, was 100'],
    ],
    [
      'a value that is no longer taken',
      apiOf({ ...person, properties: { name, role: { enum: ['student'] } } }, person),
      ['POST /api/people body.role: no longer takes "admin"'],
    ],
    [
      'another type',
      apiOf(person, { ...person, properties: { name: { type: 'number' }, role } }),
      ['POST /api/people reply.name: its type is "number", was "string"'],
    ],
    [
      'a required parameter',
      apiOf(person, person, [{ in: 'query', name: 'hall', required: true, schema: {} }]),
      ['POST /api/people: requires query hall'],
    ],
    [
      'additions',
      apiOf(
        { ...person, properties: { ...person.properties, phone: { type: 'string' } } },
        { ...person, properties: { ...person.properties, phone: { type: 'string' } } },
        [{ in: 'query', name: 'hall', required: false, schema: {} }],
      ),
      [],
    ],
  ])('breaks clients, or does not: %s', (_, after, expected) => {
    expect(breakingChanges(before, after as never)).toEqual(expected)
  })
})

describe('a change of the events', () => {
  const fields = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, seq: { type: 'integer' } } }
  const documentOf = (fromServer: object, fromClient: object) => ({ paths: {}, 'x-events': { fromServer, fromClient } })
  const { id } = fields.properties
  const before = documentOf({ told: { payload: fields }, hint: {} }, { asked: { input: fields } })

  test.each<[string, object, string[]]>([
    ['none', before, []],
    ['events that are gone', documentOf({ hint: {} }, {}), ['event told is gone', 'event asked is gone']],
    [
      'a field of a payload that is gone',
      documentOf({ told: { payload: { ...fields, properties: { id } } }, hint: {} }, { asked: { input: fields } }),
      ['event told.seq is gone'],
    ],
    [
      'a payload that is gone',
      documentOf({ told: {}, hint: {} }, { asked: { input: fields } }),
      ['event told: its type is undefined, was "object"'],
    ],
    [
      'an input that takes less',
      documentOf({ told: { payload: fields }, hint: {} }, { asked: { input: { ...fields, required: ['id', 'seq'] } } }),
      ['event asked.seq is required now'],
    ],
    [
      'an event and a field more',
      documentOf(
        { told: { payload: { ...fields, properties: { ...fields.properties, more: id } } }, hint: { payload: fields }, other: {} },
        { asked: { input: fields }, other: {} },
      ),
      [],
    ],
  ])('breaks clients, or does not: %s', (_, after, expected) => {
    expect(breakingChanges(before, after as never)).toEqual(expected)
  })
})

describe('the reference page', () => {
  test('lists every call and event, and needs neither script nor style of its own', async () => {
    const { app } = await givenReference()
    const answer = await app.anyone().get('/docs')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const rows = [...answer.text.matchAll(/<tr id="([^"]+)"><td><code>([A-Z]+)<\/code><\/td><td><code>([^<]+)<\/code>/g)]
    const listed = rows.map(([, id, method, path]) => `${id} ${method} ${path}`)
    expect(listed.toSorted()).toEqual(calls.map(({ id, endpoint }) => `${id} ${endpoint.method} ${templateOf(endpoint)}`).toSorted())
    const events = [...answer.text.matchAll(/<tr id="event-([^"]+)">/g)].map(([, name]) => name)
    expect(events).toEqual([...sentEvents, ...inboundEvents].map(({ name }) => name))
    expect(answer.text).not.toMatch(/<script|<style|style=|\son\w+=/)
  })
})

test('accepts null for a text of a body that may be absent or empty', () => {
  const refusing = calls.flatMap(({ id, endpoint }) => {
    const shape = (endpoint.body as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {}
    return Object.entries(shape)
      .filter(([, schema]) => {
        const [absent, empty] = [schema.safeParse(undefined), schema.safeParse('')]
        return absent.success && empty.success && empty.data === '' && !schema.safeParse(null).success
      })
      .map(([name]) => `${id} ${name}`)
  })
  expect(refusing).toEqual([])
})
