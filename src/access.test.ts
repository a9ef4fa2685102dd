import { describe, expect, test } from 'vitest'
import { features } from '#server/features.ts'
import { givenLoggedWorld } from '#server/testing/access/logged.ts'
import { callAs, endpoints, table } from '#server/testing/access/rows.ts'
import { type Caller, callers, knowsCaller, once } from '#server/testing/access/table.ts'
import { type Answer, given } from '#server/testing/given.ts'

/*
 * The one table of who may do what: every call × every caller × every state of what its id names. Each feature has its rows in its
 * `*.access.ts`. The test fails for a call that is missing there, and for a call with an id that does not declare what a missing, a
 * malformed and a deleted id return.
 */

/**
 * Reading calls that write the audit: what administrators read of others, and opening a receipt on paper. Every other reading call
 * works on a full disk too.
 */
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
  test('is in the table, and the table names no other', () => {
    expect(Object.keys(table).toSorted()).toEqual([...endpoints.keys()].toSorted())
  })

  test('with an id declares in the table what a missing, a malformed and a deleted id return', () => {
    const withId = [...endpoints].filter(([, { params }]) => params).map(([name]) => name)
    const silent = withId.filter((name) => ['missing', 'malformedId', 'deleted'].some((state) => !table[name]?.[state]))
    expect(withId.length).toBeGreaterThan(5)
    expect(silent).toEqual([])
  })

  test('that the server serves is declared by a feature', async () => {
    const { app } = await given()
    const routes = app.printRoutes({ commonPrefix: false, includeMeta: false })
    expect(routes).toContain('(GET')
    const served = routes.match(/\((?:[A-Z]+(?:, )?)+\)/g)?.flatMap((list) => list.slice(1, -1).split(', ')) ?? []
    const besides = ['/api/docs', '/api/docs/openapi.json', '/healthz', '/readyz', '/metrics']
    besides.push(
      ...Object.values(features).flatMap(({ publicRoutes }) => publicRoutes.filter(({ method }) => !method).map(({ path }) => path)),
    )
    const posted = Object.values(features).flatMap(({ publicRoutes }) => publicRoutes.filter(({ method }) => method))
    expect(besides.every((url) => app.hasRoute({ method: 'GET', url }))).toBe(true)
    // One route serves all calls, and finds them in the contracts.
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
    expect(methods.every((method) => app.hasRoute({ method, url: '/api/*' }))).toBe(true)
    expect(served.filter((method) => method !== 'HEAD')).toHaveLength(methods.length + besides.length + posted.length)
  })
})

/** Starting an app takes longer than many calls, so the calls of a feature share one. */
const worlds = new Map<string, ReturnType<typeof givenLoggedWorld>>()
const worldFor = (name: string): ReturnType<typeof givenLoggedWorld> => {
  const [feature = ''] = name.split('.')
  const world = worlds.get(feature) ?? givenLoggedWorld({ lasts: 'file' })
  worlds.set(feature, world)
  return world
}

describe('who may call', () => {
  test.each(Object.keys(table))('%s', { timeout: 60_000 }, async (name) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not a call`)
    const { world, personalInLog } = await worldFor(name)
    const found: Record<string, number[]> = {}
    const answers = new Map<Caller, Answer[]>(callers.map((caller) => [caller, []]))
    for (const [situation, [prepare, statuses, tells]] of Object.entries(table[name] ?? {})) {
      found[situation] = []
      const preparedOnce = once(prepare)
      for (const [at, caller] of callers.entries()) {
        // What one caller only reads, or may not change, the next one finds as it was.
        const isLeft = endpoint.method === 'GET' || (statuses[at] ?? 0) >= 400
        const answer = await callAs(world, caller, endpoint, isLeft && !knowsCaller(prepare) ? preparedOnce : prepare)
        if (endpoint.method === 'GET' && !writtenDown.includes(name))
          expect([caller, situation, world.app.rowsWritten()]).toEqual([caller, situation, 0])
        found[situation].push(answer.status)
        if (tells !== 'why') answers.get(caller)?.push(answer)
      }
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(table[name] ?? {}).map(([situation, [, statuses]]) => [situation, statuses])))
    // The replies for a missing or deleted thing, for another person's and for a forbidden one are indistinguishable.
    if (endpoint.params) {
      for (const alike of answers.values()) for (const bodies of bodiesByFailure(alike)) expect(bodies).toHaveLength(1)
    }
    expect(await personalInLog(), 'what people typed, in the log').toEqual([])
  })
})
