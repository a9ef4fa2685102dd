import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#server/features.ts'
import { featureKeyOf } from '#server/testing/featureKey.ts'
import { breaches, importsBetweenWings, type Packages, type Sources } from '../scripts/boundaries.ts'
import { snake, strangeWrites } from '../scripts/tableWrites.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const packages: Packages = { server: Object.keys(manifest.dependencies), browser: Object.keys(manifest.devDependencies) }

const sourceFiles = (): Sources =>
  Object.fromEntries(
    globSync('src/**/*.{ts,tsx}').map((file) => {
      const path = file.replaceAll('\\', '/')
      return [path, readFileSync(file, 'utf8')]
    }),
  )

test('every file imports only what the table of boundaries allows', () => {
  const sources = sourceFiles()
  expect(Object.keys(sources).length).toBeGreaterThan(50)
  expect(breaches(sources, packages)).toEqual([])
})

test('counts imports between wings, without those of tests', () => {
  const counts = importsBetweenWings({
    'src/money/dues/server/dues.service.ts':
      "import { a } from '#people/users/users.contract.ts'\nimport type { B } from '#money/fees/b.policy.ts'",
    'src/money/dues/server/dues.test.ts': "import { c } from '#chat/groups/groups.contract.ts'",
    'src/web/routes.tsx': "import { d } from '#chat/groups/groups.contract.ts'",
  })
  expect([...counts]).toEqual([
    ['money → people', 1],
    ['money → money', 1],
  ])
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
  ['pages do not know the server', 'src/money/fees/fees.pages.tsx', "import { x } from './server/fees.service.ts'"],
  ['pages do not know other pages', 'src/money/fees/fees.pages.tsx', "import { x } from '#people/users/users.pages.tsx'"],
  ['pages take no words but those of the menu', 'src/money/fees/fees.pages.tsx', "import { x } from './fees.en.ts'"],
  ['words do not know the browser', 'src/money/fees/fees.en.ts', "import { x } from '#web/x.ts'"],
  ['a policy does not know the server', 'src/money/fees/fees.policy.ts', "import { x } from './server/fees.db.ts'"],
  ['the server of a feature does not know the browser', 'src/money/fees/server/fees.service.ts', "import { x } from '#web/x.ts'"],
  [
    'the server of a feature does not ask another table by itself',
    'src/money/fees/server/fees.service.ts',
    "import { x } from '#people/users/server/users.db.ts'",
  ],
  ['the server of a feature does not show words', 'src/money/fees/server/fees.service.ts', "import { x } from '../fees.en.ts'"],
  ['the server bundles nothing of the browser', 'src/money/fees/server/fees.service.ts', "import { useState } from 'react'"],
  ['tests stay out of the product', 'src/money/fees/server/fees.service.ts', "import { given } from '#server/testing/given.ts'"],
  ['the rows of the access table stay out of the product', 'src/money/fees/server/fees.service.ts', "import { x } from './fees.access.ts'"],
  ['a screen takes nothing of the tests', 'src/money/fees/web/FeesPage.tsx', "import { x } from './testing/fees.tsx'"],
  ['a service does not write SQL', 'src/money/fees/server/fees.service.ts', "import { sql } from 'kysely'"],
  ['a screen does not know the server', 'src/money/fees/web/FeesPage.tsx', "import { x } from '../server/fees.service.ts'"],
  ['a screen takes no words of another feature', 'src/money/fees/web/FeesPage.tsx', "import { x } from '#people/users/users.en.ts'"],
  ['a screen does not know Node', 'src/money/fees/web/FeesPage.tsx', "import { join } from 'node:path'"],
  ['a screen loads no library of the server', 'src/money/fees/web/FeesPage.tsx', "import { x } from 'fastify'"],
  ['a worker counts as an import', 'src/money/fees/web/FeesPage.tsx', "new Worker(new URL('../server/fees.worker.ts', import.meta.url))"],
  ['the server platform does not know features', 'src/server/app.ts', "import { x } from '#money/fees/server/fees.service.ts'"],
  [
    'the server platform knows no contract of a feature',
    'src/server/app.ts',
    "import type { Fee } from '#money/fees/fees.shapes.contract.ts'",
  ],
  ['the browser platform does not know features', 'src/web/shell/Shell.tsx', "import { x } from '#money/fees/web/FeesPage.tsx'"],
  ['the browser platform does not know the server', 'src/web/main.tsx', "import { x } from '#server/x.ts'"],
])('%s', (_, file, text) => {
  expect(told({ [file]: text })).toMatch(/may not import|imports kysely/)
})

test('accepts what the table allows a file to import', () => {
  expect(
    told({
      'src/contract/money.ts': "import * as z from 'zod/mini'; export const money = z.int()",
      'src/money/fees/fees.contract.ts': "import { money } from '#contract/money.ts'; export const fee = money",
      'src/money/fees/server/fees.db.ts': "import { sql } from 'kysely'; import type { Db } from '#server/db/tables.ts'",
      'src/money/fees/server/fees.service.ts':
        "import * as db from './fees.db.ts'; import { find } from '#people/users/server/users.service.ts'; import { join } from 'node:path'",
      'src/money/fees/web/FeesPage.tsx':
        "import { useState } from 'react'; import { useQuery } from '@tanstack/react-query'; import { words } from '../fees.en.ts'; import { Page } from '#web/ui/Page.tsx'",
      'src/money/fees/server/fees.test.ts': "import { given } from '#server/testing/given.ts'; import { x } from '#web/x.ts'",
      'src/money/fees/server/fees.access.ts': "import { open } from '#server/testing/access/table.ts'",
      'src/server/features.ts':
        "import * as fees from '#money/fees/server/fees.service.ts'; import { feature } from './feature/feature.ts'",
      'src/money/fees/fees.pages.tsx':
        "import { words } from './fees.menu.en.ts'; export const page = () => import('#money/fees/web/FeesPage.tsx')",
      'src/web/routes.tsx': "import { page } from '#money/fees/fees.pages.tsx'",
    }),
  ).toBe('')
})

test('finds a cycle of files, however long', () => {
  const cycle = { 'src/server/a.ts': "import './b.ts'", 'src/server/b.ts': "import './c.ts'", 'src/server/c.ts': "import './a.ts'" }
  expect(told({ ...cycle, 'src/server/d.ts': "import './a.ts'" })).toBe('cycle of files: src/server/a.ts, src/server/b.ts, src/server/c.ts')
  expect(told({ 'src/server/a.ts': "import './a.ts'" })).toBe('cycle of files: src/server/a.ts')
  expect(told({ 'src/server/a.ts': "import './b.ts'; import './c.ts'", 'src/server/b.ts': "import './c.ts'" })).toBe('')
})

test('finds a cycle of features through types, lazy imports and other features', () => {
  const fees = { 'src/money/fees/server/fees.rules.service.ts': "import type { Lock } from '#money/locks/server/locks.service.ts'" }
  const locks = { 'src/money/locks/server/locks.service.ts': "import { close } from '#money/cashbox/server/cashbox.service.ts'" }
  const cashbox = {
    'src/money/cashbox/server/cashbox.service.ts': "export const feeOf = () => import('#money/fees/server/fees.service.ts')",
  }
  expect(told({ ...fees, ...locks, ...cashbox })).toBe('cycle of features: money/cashbox, money/fees, money/locks')
  expect(told({ ...fees, ...locks })).toBe('')
})

test.each([
  [
    'on one side',
    'src/money/fees/web/FeesPage.tsx',
    "import { DuesList } from '#money/dues/web/DuesList.tsx'",
    'src/money/dues/web/DuesPage.tsx',
    "import { FeeStatus } from '#money/fees/web/FeeStatus.tsx'",
  ],
  [
    'of which one feature imports on the server and the other one in the browser',
    'src/money/fees/server/fees.service.ts',
    "import { find } from '#money/dues/server/dues.service.ts'",
    'src/money/dues/web/DuesPage.tsx',
    "import { FeeStatus } from '#money/fees/web/FeeStatus.tsx'",
  ],
  [
    'through contracts',
    'src/money/fees/fees.contract.ts',
    "import { Due } from '#money/dues/dues.contract.ts'",
    'src/money/dues/server/dues.service.ts',
    "import type { Fee } from '#money/fees/fees.shapes.contract.ts'",
  ],
])('finds a cycle of features: one %s', (_, fees, toDues, dues, toFees) => {
  expect(told({ [fees]: toDues, [dues]: toFees })).toBe('cycle of features: money/dues, money/fees')
})

test('the tests of two features may import each other', () => {
  expect(
    told({
      'src/money/fees/server/fees.service.ts': "import { find } from '#money/dues/server/dues.service.ts'",
      'src/money/dues/server/dues.test.ts': "import { pay } from '#money/fees/server/fees.service.ts'",
    }),
  ).toBe('')
})

test.each([
  ['of types', "import type { Opened } from './Opened.tsx'"],
  ['that is loaded later', "export const load = () => import('./Opened.tsx')"],
])('finds a cycle of files: one %s', (_, text) => {
  const cycle = { 'src/money/fees/web/Dialog.tsx': text, 'src/money/fees/web/Opened.tsx': "import './Dialog.tsx'" }
  expect(told(cycle)).toContain('cycle of files: src/money/fees/web/Dialog.tsx, src/money/fees/web/Opened.tsx')
})

test.each([
  ['people', 'money', 'src/people/users/web/UsersPage.tsx', '#money/fees/web/FeeStatus.tsx'],
  ['people', 'money', 'src/people/users/users.contract.ts', '#money/fees/fees.contract.ts'],
  ['people', 'chat', 'src/people/accounts/web/AccountMenu.tsx', '#chat/encryption/web/OwnDevices.tsx'],
  ['system', 'people', 'src/system/audit/server/audit.service.ts', '#people/users/server/users.service.ts'],
  ['money', 'library', 'src/money/fees/server/fees.service.ts', '#library/documents/server/documents.service.ts'],
  ['hall', 'chat', 'src/hall/notices/web/NoticesPage.tsx', '#chat/conversations/web/ChatPage.tsx'],
  ['chat', 'home', 'src/chat/groups/web/Groups.tsx', '#home/dashboard/web/Switcher.tsx'],
])('a feature in %s imports nothing from %s: %s', (wing, other, file, to) => {
  expect(told({ [file]: `export const load = () => import('${to}')` })).toBe(
    `${file} may not import ${to.replace('#', 'src/')}: the wing ${wing} does not know the wing ${other}`,
  )
})

test('a feature imports from the wings below its own, and its tests from any wing', () => {
  expect(
    told({
      'src/home/dashboard/web/Switcher.tsx': "import { Row } from '#money/fees/web/Row.tsx'",
      'src/chat/conversations/web/ChatPage.tsx': "import { Viewer } from '#library/reading/web/Viewer.tsx'",
      'src/money/fees/server/fees.service.ts': "import { find } from '#people/users/server/users.service.ts'",
      'src/people/users/server/users.service.ts': "import { log } from '#system/audit/server/audit.service.ts'",
      'src/people/users/web/UsersPage.test.tsx': "import { FeeStatus } from '#money/fees/web/FeeStatus.tsx'",
    }),
  ).toBe('')
})

test('finds a feature that belongs to no wing', () => {
  expect(told({ 'src/features/stray/stray.contract.ts': 'export const x = 1' })).toContain('belongs to no wing')
})

test.each(['src/server/utils.ts', 'src/web/common/Box.tsx', 'src/contract/index.ts', 'src/money/fees/server/fees.helpers.ts'])(
  'rejects the vague name %s',
  (file) => {
    expect(told({ [file]: 'export const x = 1' })).toContain('has a name that says nothing')
  },
)

test.each([
  'export default 3',
  'const x = 1; export { x as default }',
  "export { default } from './b.ts'",
  "export { x as default } from './b.ts'",
])('rejects a default export: %s', (text) => {
  expect(told({ 'src/server/a.ts': text })).toContain('has a default export')
})

test('rejects a computed import, which nobody can check', () => {
  expect(told({ 'src/server/a.ts': "const load = (name: string) => import('./pages/' + name)" })).toContain('computed')
})

test('rejects a file outside the folders of the table', () => {
  expect(told({ 'src/stray.ts': 'export const x = 1' })).toContain('no row for it')
  expect(told({ 'src/money/fees/fees.rules.ts': 'export const x = 1' })).toContain('no row for it')
})

/** Tables that the server itself writes, besides those that only its SQL names. */
const tablesOfServer = [
  'journal',
  'journalGenesis',
  'sessions',
  'secrets',
  'revisions',
  'locks',
  'files',
  'keptContents',
  'contentMarks',
  'nodeMessages',
  'limitCounts',
  'instance',
  'chores',
  'paymentMethods',
]
const besides = [
  'migrations',
  'program_state',
  'search_texts',
  'search_pages',
  'search_titles',
  'search_title_parts',
  'search_messages',
  'search_message_words',
  'search_message_changes',
]
/** A restore makes fees ask for the last receipt on paper, while no feature runs. */
const byRestore = 'src/server/backup/restore.db.ts writes receipt_book, which only the *.db.ts of src/money/fees/server/ may'

/** The folder of each feature's server part, by its key in `features.ts`. */
const folders = new Map(
  globSync('src/*/*/server/*.feature.ts').map((file) => [featureKeyOf(file), `${dirname(file).replaceAll('\\', '/')}/`]),
)

const owned: (readonly [table: string, owner: string])[] = [
  ...tablesOfServer.map((table) => [table, 'src/server/'] as const),
  ...Object.entries(features).flatMap(([name, { tables }]) =>
    Object.keys(tables).map((table) => [table, folders.get(name) ?? name] as const),
  ),
]

test('every table of src/server/db/tables belongs to one feature or to the server', () => {
  const sources = globSync('src/server/db/tables/*.ts').map((file) => readFileSync(file, 'utf8'))
  const listed = sources.map((text) => /export type \w+Tables = \{([^}]+)\}/.exec(text)?.[1] ?? '')
  const tables = listed.flatMap((names) => [...names.matchAll(/(\w+):/g)].map(([, table]) => table))
  expect(tables.length).toBeGreaterThan(50)
  expect(owned.map(([table]) => table).toSorted()).toEqual(tables.toSorted())
})

test('only the owner of a table writes it', () => {
  const owners = new Map(
    [...owned, ...besides.map((table) => [table, 'src/server/'] as const)].map(([table, owner]) => [snake(table), owner]),
  )
  expect(strangeWrites(sourceFiles(), owners)).toEqual([byRestore])
})

const reading = /\b(?:selectFrom|\w*[jJ]oin)\(\s*\[?'(\w+)|\b(?:from|join)\s+"?([a-z_]+)"?/g

/** Returns the tables of other features that the SQL of each feature reads, one line for each pair of features. */
const readsAcross = (sources: Sources): string[] => {
  const owner = new Map(owned.map(([table, folder]) => [snake(table), folder]))
  const found = new Map<string, Set<string>>()
  for (const [file, text] of Object.entries(sources)) {
    const own = /^src\/\w+\/[^/]+\/server\//.exec(file)?.[0]
    if (!own || !file.endsWith('.db.ts')) continue
    for (const [, built = '', said = ''] of text.matchAll(reading)) {
      const table = snake(built || said)
      const of = owner.get(table)
      if (of === undefined || of === own || of === 'src/server/') continue
      const [reader, read] = [own, of].map((folder) => folder.slice('src/'.length, -'/server/'.length))
      const pair = `${reader} reads ${read}`
      found.set(pair, (found.get(pair) ?? new Set()).add(table))
    }
  }
  return [...found].map(([pair, tables]) => `${pair}: ${[...tables].toSorted().join(', ')}`).toSorted()
}

test('tableReads.txt lists every read of a table of another feature (decision 28); `npx vitest run boundaries -u` writes it', async () => {
  const lines = readsAcross(sourceFiles())
  expect(lines.length).toBeGreaterThan(10)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./tableReads.txt')
})

test.each([
  ['Kysely', "db.selectFrom('favorites').execute()"],
  ['a join', "db.selectFrom('visits').innerJoin('favorites as f', 'f.userId', 'visits.userId')"],
  ['SQL', 'sql`select 1 from visits join favorites f on f.user_id = visits.user_id`'],
])('sees a read of another feature in %s', (_, text) => {
  expect(readsAcross({ 'src/people/visits/server/visits.db.ts': text })).toEqual(['people/visits reads library/favorites: favorites'])
})

const owners = new Map([
  ['fee_days', 'src/money/fees/server/'],
  ['sessions', 'src/server/'],
])

test.each<[string, string, string, string]>([
  ['another feature', 'src/people/users/server/users.db.ts', "db.deleteFrom('feeDays').execute()", 'fee_days'],
  ['an alias', 'src/people/users/server/users.db.ts', "db.updateTable('feeDays as f').execute()", 'fee_days'],
  ['the server', 'src/server/sessions/sessions.db.ts', "db.insertInto('feeDays').execute()", 'fee_days'],
  ['a feature that writes what is the server’s', 'src/money/fees/server/fees.db.ts', "db.mergeInto('sessions').execute()", 'sessions'],
  ['a service, even of the owner', 'src/money/fees/server/fees.service.ts', "tx.insertInto('feeDays').execute()", 'fee_days'],
  ['SQL', 'src/people/users/server/users.db.ts', 'sql`insert into fee_days values (1)`.execute(db)', 'fee_days'],
  [
    'SQL in a fragment',
    'src/people/users/server/users.db.ts',
    'sql`with gone as (delete\n from fee_days) select 1`.execute(db)',
    'fee_days',
  ],
  ['SQL in a string', 'src/people/users/server/users.db.ts', "sql.raw('update fee_days set paid = 1').execute(db)", 'fee_days'],
  ['a computed name', 'src/money/fees/server/fees.db.ts', 'db.insertInto(table).execute()', 'computed'],
  ['a computed name in SQL', 'src/money/fees/server/fees.db.ts', `sql\`delete from \${sql.table(table)}\`.execute(db)`, 'computed'],
  ['a table of nobody', 'src/money/fees/server/fees.db.ts', "db.insertInto('fines').execute()", 'nobody'],
])('finds a write by another than the owner: %s', (_, file, text, told) => {
  expect(strangeWrites({ [file]: text }, owners).join('\n')).toContain(told)
})

test('the owner writes its table, and everyone reads it', () => {
  const own =
    "db.insertInto('feeDays').onConflict((c) => c.doUpdateSet({ a: 1 })); sql`insert into fee_days values (1) on conflict do update set a = 1`"
  const others = "db.selectFrom('feeDays').forUpdate(); sql`select * from fee_days for update`"
  const sources = { 'src/money/fees/server/fees.db.ts': own, 'src/people/users/server/users.db.ts': others }
  expect(strangeWrites(sources, owners)).toEqual([])
})
