import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('CHANGELOG.md has a section of this version, and the lockfile has its number', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const sections = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name)
  expect(sections.filter((name) => name !== 'Unreleased')[0]).toBe(version)
  const lockfile = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, { version: string }> }
  expect([lockfile.version, lockfile.packages['']?.version]).toEqual([version, version])
})

test('workflows use third-party actions only at a fixed commit', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: new URL('..', import.meta.url) })
  const used = workflows.flatMap((file) => [...read(file).matchAll(/^\s*- uses: (.*)$/gm)].map(([, action = '']) => action))
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})
