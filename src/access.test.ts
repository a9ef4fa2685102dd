import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { features } from '#server/features.ts'
import { type Caller, callers, type Prepare, type Situation, type World } from '#server/testing/access/table.ts'
import { type Answer, given } from '#server/testing/given.ts'
import { givenCategory } from '#server/testing/library.ts'
import { cheapHash, rightPassword } from '#server/testing/people.ts'

/*
 * The one table of who may do what: every call × every caller × every state of what its id names. Each feature has its
 * rows in its `*.access.ts`. A call that is missing there fails, and so does one with an id that does not say what a
 * missing, an unthinkable and a deleted thing answers.
 */

type Rows = Record<string, Record<string, Situation>>

const rowsIn = async (file: string) => {
  const feature = basename(file, '.access.ts')
  const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Rows>
  return Object.values(exported).flatMap((rows) => Object.entries(rows).map(([name, situations]) => [`${feature}.${name}`, situations]))
}

const table: Rows = Object.fromEntries((await Promise.all(globSync('src/*/*/server/*.access.ts').map(rowsIn))).flat())

const endpoints = new Map<string, Endpoint>(
  Object.entries(features).flatMap(([feature, { api }]) => Object.entries(api).map(([name, one]) => [`${feature}.${name}`, one] as const)),
)

const givenWorld = async (): Promise<World> => {
  const app = await given()
  const admin = await app.as('admin')
  return { app, admin, category: (await givenCategory(admin, 'Physics'))._id }
}

/** Of the password that everybody has who calls. */
let knownHash: Promise<string> | undefined

const callAs = async (world: World, caller: Caller, endpoint: Endpoint, prepare: Prepare): Promise<Answer> => {
  knownHash ??= cheapHash(rightPassword)
  const passwordHash = await knownHash
  const me = caller === 'anonymous' ? undefined : await world.app.as(caller, { passwordHash })
  const { query, body, ...params } = await prepare(world, me)
  const path = `${fillPath(endpoint.path, params)}${query ? `?${query}` : ''}`
  const person = me ?? world.app.anyone()
  switch (endpoint.method) {
    case 'GET':
      return person.get(path)
    case 'POST':
      return person.post(path, body)
    case 'PUT':
      return person.put(path, body)
    case 'PATCH':
      return person.patch(path, body)
    case 'DELETE':
      return person.del(path)
  }
}

/** What administrators read of others is written down, and that the paper of a receipt was opened. Every other reading call answers on a full disk too. */
const writtenDown = [
  'receipts.receipt',
  'receipts.receiptPdf',
  'attachments.file',
  'attachments.preview',
  'attachments.link',
  'moderation.messages',
  'moderation.download',
]

const bodiesByFailure = (answers: readonly Answer[]): string[][] =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .filter(([status]) => status >= 400)
    .map(([, alike]) => [...new Set(alike.map(({ text }) => text))])

describe('every call', () => {
  test('stands in the table, and the table names no other', () => {
    expect(Object.keys(table).toSorted()).toEqual([...endpoints.keys()].toSorted())
  })

  test('that has an id tells in the table what a missing, an unthinkable and a deleted thing answers', () => {
    const withId = [...endpoints].filter(([, { params }]) => params).map(([name]) => name)
    const silent = withId.filter((name) => ['missing', 'unthinkable', 'deleted'].some((state) => !table[name]?.[state]))
    expect(withId.length).toBeGreaterThan(5)
    expect(silent).toEqual([])
  })

  test('that the server answers is declared by a feature', async () => {
    const { app } = await given()
    const routes = app.printRoutes({ commonPrefix: false, includeMeta: false })
    expect(routes).toContain('(GET')
    const served = routes.match(/\((?:[A-Z]+(?:, )?)+\)/g)?.flatMap((list) => list.slice(1, -1).split(', ')) ?? []
    const besides = ['/api/docs', '/api/docs/openapi.json', '/healthz', '/readyz', '/metrics']
    besides.push(...Object.values(features).flatMap(({ publicRoutes }) => publicRoutes.map(({ path }) => path)))
    expect(besides.every((url) => app.hasRoute({ method: 'GET', url }))).toBe(true)
    expect(served.filter((method) => method !== 'HEAD')).toHaveLength(endpoints.size + besides.length)
  })
})

describe('who may call', () => {
  test.each(Object.keys(table))('%s', { timeout: 60_000 }, async (name) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not a call`)
    const world = await givenWorld()
    const found: Record<string, number[]> = {}
    const answers = new Map<Caller, Answer[]>(callers.map((caller) => [caller, []]))
    for (const [situation, [prepare, , tells]] of Object.entries(table[name] ?? {})) {
      found[situation] = []
      for (const caller of callers) {
        const answer = await callAs(world, caller, endpoint, prepare)
        if (endpoint.method === 'GET' && !writtenDown.includes(name))
          expect([caller, situation, world.app.rowsWritten()]).toEqual([caller, situation, 0])
        found[situation].push(answer.status)
        if (tells !== 'why') answers.get(caller)?.push(answer)
      }
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(table[name] ?? {}).map(([situation, [, statuses]]) => [situation, statuses])))
    // What is missing, deleted, someone else's or not for this caller cannot be told apart by what the refusal says.
    if (endpoint.params) {
      for (const alike of answers.values()) for (const bodies of bodiesByFailure(alike)) expect(bodies).toHaveLength(1)
    }
  })
})
