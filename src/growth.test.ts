import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notAsked } from '../bench/growth.notAsked.ts'
import { questions, type Subjects } from '../bench/growth.questions.ts'

type OpenApi = { paths: Record<string, Record<string, unknown>> }

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
const reading = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}))

/** Each subject is its own name, with letters alone. */
const subjects = new Proxy({}, { get: (_, name) => String(name) }) as Subjects
const asked = questions.map(({ path }) => path(subjects).replace(/\?.*$/, ''))

/** Those with fewer parameters come first, so that `/fees/box` is not taken for a student. */
const patterns = reading
  .toSorted((one, other) => one.split('{').length - other.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
const pathOf = (address: string): string | undefined => patterns.find(({ pattern }) => pattern.test(address))?.path

test('the growth bench asks for every call that reads, or says why not', () => {
  const known = new Set([...asked.map(pathOf), ...Object.keys(notAsked)])
  expect(reading.filter((path) => !known.has(path))).toEqual([])
})

test('the growth bench asks only for calls that exist, and does not ask for those that it leaves out', () => {
  expect(asked.filter((address) => pathOf(address) === undefined)).toEqual([])
  const left = Object.keys(notAsked)
  expect(left.filter((path) => !reading.includes(path))).toEqual([])
  expect(left.filter((path) => asked.some((address) => pathOf(address) === path))).toEqual([])
})
