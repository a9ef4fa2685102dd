import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* What Carrel installs and ships may be used with its own license, MIT (CONTRIBUTING.md, "Dependencies"). */

type Package = { dev?: boolean; license?: unknown; licenses?: readonly { type?: string }[] }

/** Licenses that ask for nothing but their text. */
const free = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Python-2.0', 'Zlib']

/** Others, each with the reason why it is accepted. */
const accepted: Record<string, { license: string; why: string }> = {
  '@fontsource': { license: 'OFL-1.1', why: 'fonts, which are shipped unchanged or as parts under their own license' },
  '@fontsource-variable': { license: 'OFL-1.1', why: 'the same' },
  '@img': { license: 'LGPL-3.0-or-later', why: 'libvips, a library of its own that is loaded at run time and can be replaced' },
  'axe-core': { license: 'MPL-2.0', why: 'runs in tests alone' },
  lightningcss: { license: 'MPL-2.0', why: 'part of the build, not of what it builds' },
}

const packages = Object.entries(
  (JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as { packages: Record<string, Package> }).packages,
).filter(([path]) => existsSync(join(path, 'package.json')))

const licenseOf = (path: string): string => {
  const { license, licenses } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package
  if (typeof license === 'string') return license.replaceAll(/[()]/g, '')
  if (licenses) return licenses.map(({ type }) => type).join(' OR ')
  const file = join(path, 'LICENSE')
  return existsSync(file) && /^(?:The )?MIT License/.test(readFileSync(file, 'utf8')) ? 'MIT' : 'none'
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

const mayBeUsed = (path: string): boolean => {
  const [scope = ''] = nameOf(path).split('/')
  const exception = accepted[scope] ?? accepted[scope.replace(/-(?:linux|darwin|win32|android|freebsd)-.*$/, '')]
  const isFree = (name: string): boolean => free.includes(name) || name === exception?.license
  return licenseOf(path)
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isFree))
}

test('every installed package has a license that goes with MIT, or a reason why it is accepted', () => {
  expect(packages.length).toBeGreaterThan(200)
  expect(packages.filter(([path]) => !mayBeUsed(path)).map(([path]) => `${nameOf(path)}: ${licenseOf(path)}`)).toEqual([])
})

test('`npm run sbom` lists what is installed and what is bundled, as CycloneDX', { timeout: 60_000 }, () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1_024 ** 2 })
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string; version: string; purl: string }[] }
  expect(bomFormat).toBe('CycloneDX')
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const own = Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => `${name}@${version}`)
  expect(own.filter((one) => !listed.has(one))).toEqual([])
  expect(components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true)
})
