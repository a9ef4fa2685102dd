import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, notesOf, sectionsOf, type TestNames, testsIn, unprovenIn } from '../scripts/claims.ts'

/* Each promise of docs/security.md, docs/encryption.md and docs/conformance.md names the tests that prove it, and those tests exist. */

const tests: TestNames = new Map(
  globSync(['src/**/*.test.{ts,tsx}', 'e2e/*.spec.ts']).map((file) => [file, testsIn(file, readFileSync(file, 'utf8'))] as const),
)

/** Sections that list what is not promised, and where to report a vulnerability. */
const promiseNothing = ['What is not protected', 'Reporting a vulnerability']

const faultsIn = (document: string, promising: (heading: string) => boolean): string[] => {
  const markdown = readFileSync(document, 'utf8')
  const { used, defined } = notesOf(markdown)
  const sections = [...sectionsOf(markdown)].filter(([heading]) => promising(heading))
  expect(sections.length).toBeGreaterThan(0)
  return [
    ...sections.flatMap(([, section]) => unprovenIn(section)).map((text) => `has no note: ${text}`),
    ...[...used].filter((name) => !defined.has(name)).map((name) => `is not written: [^${name}]`),
    ...[...defined.keys()].filter((name) => !used.has(name)).map((name) => `is not used: [^${name}]`),
    ...[...defined.values()].flatMap((text) => faultsOf(text, tests)),
  ]
}

test('each promise of docs/security.md names tests that exist', () => {
  expect(faultsIn('docs/security.md', (heading) => !promiseNothing.includes(heading))).toEqual([])
})

test('each promise of docs/encryption.md names tests that exist', () => {
  expect(faultsIn('docs/encryption.md', (heading) => heading === 'Promises and their tests')).toEqual([])
})

test('each section of docs/conformance.md names test files that exist', () => {
  const rows = [...readFileSync('docs/conformance.md', 'utf8').matchAll(/^\| \d\. .*$/gm)].map(([row]) => row)
  expect(rows.length).toBeGreaterThan(45)
  expect(rows.flatMap((row) => faultsOf(row, tests))).toEqual([])
})

describe('the guard itself', () => {
  const file = `
    describe('a door', () => {
      test('opens', () => {})
      test.each(keys)('opens with %s', () => {})
      test.runIf(isPostgres)('locks', () => {})
      test.skip('burns', () => {})
      test.todo('sinks')
    })
    describe.skip('a window', () => test('opens', () => {}))
    test(\`stays for \${years} years\`, () => {})`
  const known: TestNames = new Map([
    ['src/a/door.test.ts', testsIn('door.test.ts', file)],
    ['src/b/door.test.ts', new Set()],
  ])

  test('knows the names of tests that run', () => {
    const named = ['a door opens', 'a door opens with %s', 'a door locks', 'stays for ' + '${' + 'years} years']
    expect([...(known.get('src/a/door.test.ts') ?? [])]).toEqual(named)
  })

  test('sees a missing test, a missing file, one that could be two, and none', () => {
    expect(faultsOf('`a/door.test.ts` “a door opens”, “a door locks”', known)).toEqual([])
    expect(faultsOf('`a/door.test.ts` “a door opens”, “a door burns”', known)).toEqual(['a/door.test.ts has no test “a door burns”'])
    expect(faultsOf('`gate.test.ts` “a gate opens”', known)).toEqual(['gate.test.ts is no test file'])
    expect(faultsOf('`door.test.ts`', known)).toEqual(['door.test.ts is one of src/a/door.test.ts, src/b/door.test.ts'])
    expect(faultsOf('`b/door.test.ts`', known)).toEqual(['b/door.test.ts has no tests'])
    expect(faultsOf('everything is safe', known)).toEqual(['names no test: everything is safe'])
  })

  test('sees a sentence without a note', () => {
    const section = 'It opens.[^open] It closes, in 1.5 seconds, at `a.b`. Then it\nlocks.[^lock][^open]\n\n[^open]: x. y.\n'
    expect(unprovenIn(section)).toEqual(['It closes, in 1.5 seconds, at `a.b`.'])
    expect(unprovenIn('It opens.[^open]\n\nIt never closes')).toEqual(['It never closes'])
    expect(notesOf(section).used).toEqual(new Set(['open', 'lock']))
  })
})
