/**
 * `npm run check:twice`: builds and packs the sources in two folders with other names, depths, times, languages and time zones, and
 * names every file that differs. Needs tar; takes a minute.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sourceOf } from './source.ts'

const root = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'carrel-twice-'))
const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '')

const { commit, committedAt } = sourceOf()
/** What a build without a repository is told. */
const told = { CARREL_COMMIT: commit ?? '', SOURCE_DATE_EPOCH: String(committedAt ? Date.parse(committedAt) / 1_000 : 0) }

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Builds and packs in a new folder; returns the SHA-256 of the package and of every file in `dist`. */
const buildIn = (name: string, changedAt: Date, env: Record<string, string>): Map<string, string> => {
  const folder = join(place, name)
  for (const source of sources) {
    mkdirSync(dirname(join(folder, source)), { recursive: true })
    cpSync(join(root, source), join(folder, source))
    utimesSync(join(folder, source), changedAt, changedAt)
  }
  // A link to the folder would show in the build, as a path that depends on the place of both.
  execFileSync('cp', ['-al', join(root, 'node_modules'), folder])
  const run = (script: string, ...args: string[]): void =>
    void execFileSync(process.execPath, [join(folder, 'scripts', script), ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...told, ...env },
    })
  run('build.ts')
  run('pack.ts', 'package.tar.gz')
  const built = globSync('dist/**', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
  const named = built.filter((file) => readFileSync(join(folder, file)).includes(place))
  if (named.length > 0) throw new Error(`These files name the folder that they were built in: ${named.join(', ')}`)
  return new Map(['package.tar.gz', ...built].map((file) => [file, sha256(join(folder, file))]))
}

try {
  const first = buildIn('one', new Date('2001-02-03T04:05:06Z'), { TZ: 'Asia/Kolkata', LC_ALL: 'C' })
  const second = buildIn('two/deeper', new Date(), { TZ: 'America/Lima', LC_ALL: 'C.UTF-8' })
  const differing = [...new Set([...first.keys(), ...second.keys()])].filter((file) => first.get(file) !== second.get(file))
  if (differing.length > 0) throw new Error(`Two builds of the same sources differ: ${differing.join(', ')}`)
  console.log(`Two builds are equal: ${first.size - 1} files, and the package ${first.get('package.tar.gz')}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(place, { recursive: true, force: true })
}
