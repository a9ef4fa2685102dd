import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { admits, roles } from '#contract/actor.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { features } from '#server/features.ts'

const endpoints = new Map(
  Object.values(features).flatMap(({ api }) =>
    Object.values(api as Record<string, Endpoint>).map((one) => [`${one.method} ${one.path}`, one]),
  ),
)

/** Returns the errors of one row: a role that the page allows a call that refuses it, or the reverse. */
const faultsOf = (row: string): string[] => {
  const [what = '', ...rest] = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const call = rest.at(-1)?.replaceAll('`', '') ?? ''
  const endpoint = endpoints.get(call)
  if (!endpoint) return [`${what}: there is no call ${call}`]
  return roles.flatMap((role, at) => (admits(endpoint.access, role) === (rest[at] !== '–') ? [] : [`${what}: ${role}`]))
}

test('docs/roles.md lists for each call the roles that may make it', () => {
  const rows = readFileSync('docs/roles.md', 'utf8')
    .split('\n')
    .filter((line) => / \| `\w+ \//.test(line))
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.flatMap(faultsOf)).toEqual([])
})

test.each([
  ['| Read | yes | yes | yes | yes | `GET /document` |', []],
  ['| Read | – | yes | yes | yes | `GET /document` |', ['Read: student']],
  ['| Read | yes | yes | yes | yes | `GET /books` |', ['Read: there is no call GET /books']],
])('%s', (row, faults) => {
  expect(faultsOf(row)).toEqual(faults)
})
