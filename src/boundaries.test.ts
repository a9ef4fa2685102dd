import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaches, type Packages, type Sources } from '../scripts/boundaries.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const packages: Packages = { server: Object.keys(manifest.dependencies), browser: Object.keys(manifest.devDependencies) }

const sourceFiles = (): Sources =>
  Object.fromEntries(
    globSync('src/**/*.{ts,tsx}').map((file) => {
      const path = file.replaceAll('\\', '/')
      return [path, readFileSync(file, 'utf8')]
    }),
  )

test('every file imports only what the table of boundaries lets it', () => {
  const sources = sourceFiles()
  expect(Object.keys(sources).length).toBeGreaterThan(50)
  expect(breaches(sources, packages)).toEqual([])
})

const made: Packages = { server: ['fastify', 'kysely', 'zod'], browser: ['react', '@tanstack/react-query'] }
const told = (sources: Sources): string => breaches(sources, made).join('\n')

test.each<[string, string, string]>([
  ['the contract does not know the server', 'src/contract/a.ts', "import { x } from '#server/x.ts'"],
  ['a type counts as an import', 'src/contract/a.ts', "import type { X } from '#server/x.ts'"],
  ['a type asked for in passing counts as an import', 'src/contract/a.ts', "export type X = import('#server/x.ts').X"],
  ['a re-export counts as an import', 'src/contract/a.ts', "export * from '../server/x.ts'"],
  ['a dynamic import counts as an import', 'src/contract/a.ts', "export const x = () => import('#server/x.ts')"],
  ['an import for its effect counts as an import', 'src/contract/a.ts', "import '#server/x.ts'"],
  ['the contract takes the small zod', 'src/contract/a.ts', "import * as z from 'zod'"],
  ['the contract does not know Node', 'src/contract/a.ts', "import { join } from 'node:path'"],
  ['words do not know the browser', 'src/features/fees/fees.en.ts', "import { x } from '#web/x.ts'"],
  ['a policy does not know the server', 'src/features/fees/fees.policy.ts', "import { x } from './server/fees.db.ts'"],
  ['the server of a feature does not know the browser', 'src/features/fees/server/fees.service.ts', "import { x } from '#web/x.ts'"],
  [
    'the server of a feature does not ask another table by itself',
    'src/features/fees/server/fees.service.ts',
    "import { x } from '#features/users/server/users.db.ts'",
  ],
  ['the server of a feature does not show words', 'src/features/fees/server/fees.service.ts', "import { x } from '../fees.en.ts'"],
  ['the server bundles nothing of the browser', 'src/features/fees/server/fees.service.ts', "import { useState } from 'react'"],
  ['tests stay out of the product', 'src/features/fees/server/fees.service.ts', "import { given } from '#server/testing/given.ts'"],
  ['a service does not write SQL', 'src/features/fees/server/fees.service.ts', "import { sql } from 'kysely'"],
  ['a screen does not know the server', 'src/features/fees/web/FeesPage.tsx', "import { x } from '../server/fees.service.ts'"],
  ['a screen takes no words of another feature', 'src/features/fees/web/FeesPage.tsx', "import { x } from '#features/users/users.en.ts'"],
  ['a screen does not know Node', 'src/features/fees/web/FeesPage.tsx', "import { join } from 'node:path'"],
  ['a screen loads no library of the server', 'src/features/fees/web/FeesPage.tsx', "import { x } from 'fastify'"],
  [
    'a worker counts as an import',
    'src/features/fees/web/FeesPage.tsx',
    "new Worker(new URL('../server/fees.worker.ts', import.meta.url))",
  ],
  ['the server platform does not know features', 'src/server/app.ts', "import { x } from '#features/fees/server/fees.service.ts'"],
  ['the server platform knows no contract of a feature', 'src/server/app.ts', "import type { Fee } from '#features/fees/fees.contract.ts'"],
  ['the browser platform does not know features', 'src/web/shell/Shell.tsx', "import { x } from '#features/fees/web/FeesPage.tsx'"],
  ['the browser platform does not know the server', 'src/web/main.tsx', "import { x } from '#server/x.ts'"],
])('%s', (_, file, text) => {
  expect(told({ [file]: text })).toMatch(/may not import|imports kysely/)
})

test('what the table lets a file import is taken', () => {
  expect(
    told({
      'src/contract/money.ts': "import * as z from 'zod/mini'; export const money = z.int()",
      'src/features/fees/fees.contract.ts': "import { money } from '#contract/money.ts'; export const fee = money",
      'src/features/fees/server/fees.db.ts': "import { sql } from 'kysely'; import type { Db } from '#server/db/tables.ts'",
      'src/features/fees/server/fees.service.ts':
        "import * as db from './fees.db.ts'; import { find } from '#features/users/server/users.service.ts'; import { join } from 'node:path'",
      'src/features/fees/web/FeesPage.tsx':
        "import { useState } from 'react'; import { useQuery } from '@tanstack/react-query'; import { words } from '../fees.en.ts'; import { Page } from '#web/ui/Page.tsx'",
      'src/features/fees/server/fees.test.ts': "import { given } from '#server/testing/given.ts'; import { x } from '#web/x.ts'",
      'src/server/features.ts':
        "import * as fees from '#features/fees/server/fees.service.ts'; import { feature } from './http/feature.ts'",
      'src/web/routes.tsx': "export const page = () => import('#features/fees/web/FeesPage.tsx')",
    }),
  ).toBe('')
})

test('a circle of imports is found, and one of types only is none', () => {
  const circle = { 'src/server/a.ts': "import './b.ts'", 'src/server/b.ts': "import './c.ts'", 'src/server/c.ts': "import './a.ts'" }
  expect(told(circle)).toBe('circle: src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts')
  expect(told({ 'src/server/a.ts': "import type { B } from './b.ts'", 'src/server/b.ts': "import { A } from './a.ts'" })).toBe('')
  expect(told({ 'src/server/a.ts': "import './a.ts'" })).toContain('circle')
})

test.each(['src/server/utils.ts', 'src/web/common/Box.tsx', 'src/contract/index.ts', 'src/features/fees/server/fees.helpers.ts'])(
  'the name %s says nothing and is refused',
  (file) => {
    expect(told({ [file]: 'export const x = 1' })).toContain('has a name that says nothing')
  },
)

test.each([
  'export default 3',
  'const x = 1; export { x as default }',
  "export { default } from './b.ts'",
  "export { x as default } from './b.ts'",
])('a default export is refused: %s', (text) => {
  expect(told({ 'src/server/a.ts': text })).toContain('has a default export')
})

test('a computed import, which nobody can check, is refused', () => {
  expect(told({ 'src/server/a.ts': "const load = (name: string) => import('./pages/' + name)" })).toContain('computed')
})

test('a file outside the rooms of the house is refused', () => {
  expect(told({ 'src/stray.ts': 'export const x = 1' })).toContain('no row for it')
  expect(told({ 'src/features/fees/fees.rules.ts': 'export const x = 1' })).toContain('no row for it')
})
