import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, notesOf, sectionsOf, type TestNames, testsIn, unprovenIn } from '../scripts/claims.ts'

/* A promise of docs/security.md or docs/encryption.md names the tests that show it, and those tests exist. */

const tests: TestNames = new Map(
  globSync(['src/**/*.test.{ts,tsx}', 'e2e/*.spec.ts']).map((file) => [file, testsIn(file, readFileSync(file, 'utf8'))] as const),
)

/** They say what is not promised, and whom to tell. */
const promiseNothing = ['What is not protected', 'Reporting a vulnerability']

describe('docs/security.md', () => {
  const security = readFileSync('docs/security.md', 'utf8')
  const sections = sectionsOf(security)

  test('has a note for each sentence that promises something', () => {
    expect(promiseNothing.filter((heading) => !sections.has(heading))).toEqual([])
    expect(sections.size).toBeGreaterThan(10)
    const promising = [...sections].filter(([heading]) => !promiseNothing.includes(heading))
    expect(promising.flatMap(([, section]) => unprovenIn(section))).toEqual([])
  })

  test('has notes that each name a test that exists', () => {
    const { used, defined } = notesOf(security)
    expect([...used].toSorted()).toEqual([...defined.keys()].toSorted())
    expect([...defined.values()].flatMap((text) => faultsOf(text, tests))).toEqual([])
  })
})

test('each promise of docs/encryption.md names tests that exist', () => {
  const promises = sectionsOf(readFileSync('docs/encryption.md', 'utf8')).get('Promises and their tests') ?? ''
  const [, , ...rows] = promises.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.length).toBeGreaterThan(10)
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
    expect(faultsOf('everything is safe', known)).toEqual(['names no test: everything is safe'])
  })

  test('sees a sentence without a note', () => {
    const section = 'It opens.[^open] It closes, in 1.5 seconds, at `a.b`. Then it\nlocks.[^lock][^open]\n\n[^open]: x. y.\n'
    expect(unprovenIn(section)).toEqual(['It closes, in 1.5 seconds, at `a.b`.'])
    expect(unprovenIn('It opens.[^open]\n\nIt never closes')).toEqual(['It never closes'])
    expect(notesOf(section).used).toEqual(new Set(['open', 'lock']))
  })
})
