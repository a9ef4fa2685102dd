import { expect, test } from 'vitest'
import { oversized, sizeFaults } from '../scripts/sizes.ts'

const body = (lines: number): string => Array.from({ length: lines }, (_, at) => `  use(${at})`).join('\n')
const arrow = (name: string, lines: number): string => `export const ${name} = () => {\n${body(lines - 2)}\n}\n`

test('finds a function of more than 40 lines, and a component of more than 80', () => {
  const sources = {
    'src/server/a.ts': arrow('fits', 40) + arrow('tooLong', 41),
    'src/web/B.tsx': arrow('Fits', 80) + arrow('TooLong', 81),
    'src/server/c.ts': `function declared() {\n${body(40)}\n}\nexport class C {\n  method() {\n${body(40)}\n  }\n}\n`,
  }
  expect([...oversized(sources)]).toEqual([
    ['src/server/a.ts tooLong', 41],
    ['src/web/B.tsx TooLong', 81],
    ['src/server/c.ts declared', 42],
    ['src/server/c.ts method', 42],
  ])
})

test('finds a file of more than 200 lines, but no test, migration, table or file of words', () => {
  const long = `${body(201)}\n`
  const exempt = ['a.test.ts', 'testing/a.ts', 'db/migrations/0002.ts', 'db/tables/money.ts']
  const sources = Object.fromEntries([...exempt.map((file) => `src/server/${file}`), 'src/web/web.en.ts'].map((file) => [file, long]))
  expect([...oversized({ ...sources, 'src/server/a.ts': long, 'src/server/b.ts': `${body(200)}\n` })]).toEqual([['src/server/a.ts', 201]])
})

test('refuses a size without an allowance, and an allowance without a size', () => {
  const sources = { 'src/server/a.ts': `${body(201)}\n`, 'src/server/b.ts': `${body(201)}\n` }
  expect(sizeFaults(sources, { 'src/server/b.ts': 'one table', 'src/server/gone.ts': 'one table' })).toEqual([
    'src/server/a.ts has 201 lines',
    'src/server/gone.ts needs no allowance any more',
  ])
})
