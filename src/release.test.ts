import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { mallocSettings, v8Settings } from '../scripts/processSettings.mjs'

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

type Step = { run?: string; env?: Record<string, string> }
type Job = { steps: Step[]; strategy?: { matrix: { include: { arch: string }[] } } }
const jobs = (parse(read('.github/workflows/release.yml')) as { jobs: Record<string, Job> }).jobs
const commandsOf = ({ steps }: Job): string => steps.map(({ run = '' }) => run).join('\n')

test('a release builds its image for both architectures from images with a digest, and starts it before it is pushed', () => {
  const recipe = read('Dockerfile')
  expect([...recipe.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['$BUILD_IMAGE', '$BASE_IMAGE'])
  const images = [...recipe.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image = '']) => image)
  expect(images.map((image) => image.replace(/[0-9a-f]{64}$/, ''))).toEqual([
    'node:24.21.0-bookworm-slim@sha256:',
    'debian:bookworm-slim@sha256:',
  ])
  expect(jobs.image?.strategy?.matrix.include.map(({ arch }) => arch)).toEqual(['amd64', 'arm64'])
  expect(commandsOf(jobs.image as Job)).not.toContain('_IMAGE')
  expect(commandsOf(jobs.image as Job)).toMatch(/docker build --tag carrel [\s\S]*--read-only[\s\S]*docker push/)
  expect(commandsOf(jobs.publish as Job)).toContain('"$image-amd64" "$image-arm64"')
})

test('the image starts the server with the settings of `npm start` that give memory back', () => {
  const recipe = read('Dockerfile')
  const settings = Object.entries(mallocSettings).map(([name, value]) => `${name}=${value}`)
  expect(recipe).toContain(`\nENV ${settings.join(' ')}\n`)
  expect(recipe).toContain(`\nCMD ${JSON.stringify(['node', ...v8Settings, 'dist/server/main.js']).replaceAll(',', ', ')}\n`)
})

test('a release builds twice, looks for known vulnerabilities, and publishes the list of its packages; the commands can be parsed', () => {
  expect(commandsOf(jobs.check as Job)).toMatch(/npm run check:twice\nnpm audit --omit=dev/)
  expect(commandsOf(jobs.publish as Job)).toContain('npm run --silent sbom')
  for (const { run } of Object.values(jobs).flatMap(({ steps }) => steps))
    if (run) expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})
