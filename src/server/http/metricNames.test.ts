import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startJobs } from '#server/feature/jobs.ts'
import { given } from '#server/testing/given.ts'

/* The dashboard and the alert rules in deploy/ use metrics that exist, and every metric of Carrel is on the dashboard. */

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const dashboard = JSON.parse(readFileSync('deploy/grafana/carrel.json', 'utf8')) as Dashboard
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const rules = [...readFileSync('deploy/prometheus/carrel.rules.yml', 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)

/** Prometheus makes these itself, for each target. */
const ofPrometheus = new Set(['up'])

/** Only nodes with Redis or a bucket have them; `servers.nodes.test.ts` and `bucket.test.ts` read them. */
const ofServices = ['redis_connected', 'bucket_connected']

/** The names of metrics in an expression, which are neither functions, labels, numbers nor operators. */
const namesIn = (expr: string): string[] => {
  const bare = expr
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\b\d[\w.]*/g, ' ')
  return [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)].map(([name]) => name).filter((name) => !/^(?:and|or|unless|bool)$/.test(name))
}

const served = async (): Promise<Set<string>> => {
  const { app, platform, as } = await given()
  const stop = startJobs(platform, [
    { name: 'one that succeeds', everySeconds: 60, run: async () => {} },
    { name: 'one that fails', everySeconds: 60, run: () => Promise.reject(new Error('odd')) },
  ])
  await stop()
  await (await as('student')).get('/category')
  const { payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return new Set([...payload.matchAll(/^([a-z_:][\w:]*)[ {]/gim)].map(([, name = '']) => name))
}

test('names the metrics of an expression', () => {
  const expr = 'topk(3, sum by (le, route) (rate(a_bucket{route=~"/x.*"}[5m])) / sum(b_total)) > 2 * 86400 and time() - c_seconds > 2e9'
  expect(namesIn(expr)).toEqual(['a_bucket', 'b_total', 'c_seconds'])
})

test('every metric of the dashboard and of the alert rules is served', async () => {
  const names = new Set([...(await served()), ...ofPrometheus, ...ofServices])
  expect(Math.min(shown.length, rules.length)).toBeGreaterThan(10)
  expect([...shown, ...rules].flatMap(namesIn).filter((name) => !names.has(name))).toEqual([])
})

test('the dashboard shows every metric of Carrel itself', async () => {
  const own = [...(await served()), ...ofServices].filter((name) => !/^(?:process|nodejs)_/.test(name))
  const known = new Set(shown.flatMap(namesIn))
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((name) => !known.has(name))).toEqual([])
})
