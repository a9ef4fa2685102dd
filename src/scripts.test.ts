import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-scripts-'))
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const built = (): void => {
  write('dist/built', '')
  write('dist/server/main.js', "console.log('the server runs', process.argv.slice(2))")
  write('dist/server/admin.js', "console.log('admin', process.argv.slice(2).join(' '))")
}

const checkAs = (version: string) =>
  run('-e', `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require('./scripts/check-node.cjs')`)

test('tells in one sentence which Node is needed if it is too old', () => {
  mkdirSync(join(folder, 'node_modules'))
  expect(checkAs('18.19.0')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Carrel needs Node 24 or newer and this is Node 18\.19\.0: .+\n$/),
  })
  expect(checkAs('24.0.0')).toMatchObject({ status: 0, stderr: '' })
})

test('the check is written in JavaScript that an old Node can read', () => {
  expect(readFileSync('scripts/check-node.cjs', 'utf8')).not.toMatch(/=>|`|\b(const|let|import)\b|\?\.|\?\?|require\(['"]node:/)
})

test('a start without libraries says what to run first', () => {
  expect(run('-r', './scripts/check-node.cjs', 'scripts/start.mjs')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('run "npm ci" first'),
  })
})

test('a start with neither a built program nor the means to build it says so', () => {
  expect(run('scripts/start.mjs')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no build') })
})

test('a built program and the other programs run without build tools, with their arguments', () => {
  built()
  expect(run('scripts/start.mjs').stdout).toBe('the server runs []\n')
  expect(run('scripts/start.mjs', 'admin', 'reset', 'asha@example.org').stdout).toBe('admin reset asha@example.org\n')
})

test('builds again if a source is newer or deleted, but not for a test', () => {
  const state = () =>
    run('--input-type=module', '-e', "import { buildState } from './scripts/freshness.mjs'; console.log(buildState())").stdout.trim()
  const age = (path: string, seconds: number) => utimesSync(join(folder, path), new Date(), new Date(Date.now() + seconds * 1_000))
  write('src/server/main.ts', '')
  write('src/server/other.ts', '')
  expect(state()).toBe('missing')
  built()
  for (const path of globSync('{src,scripts}{,/**}', { cwd: folder })) age(path, -60)
  expect(state()).toBe('fresh')
  for (const path of ['src/server/main.ts', 'scripts/chunks.ts']) {
    age(path, 60)
    expect(state()).toBe('stale')
    age(path, -60)
  }
  rmSync(join(folder, 'src/server/other.ts'))
  age('dist/built', -1)
  expect(state()).toBe('stale')
  write('src/server/main.test.ts', '')
  age('src/server', -60)
  expect(state()).toBe('fresh')
})
