import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrations } from '#server/db/migrations.ts'
import { givenFolder, serverFile } from './program.ts'

/** A migration of a version that does not exist yet; `text` is one statement of SQL for both databases. */
type LaterMigration = { name: string; text: string; oldestProgram?: string }

const root = join(import.meta.dirname, '../../..')

const fileOf = ({ text }: LaterMigration): string => `import { sql } from 'kysely'
export const up = async (db) => void (await sql.raw(${JSON.stringify(text)}).execute(db))
`

/** The sources of a commit, with the libraries of this one; returns the folder of its programs. */
export const givenCommit = async (commit: string): Promise<string> => {
  const folder = await givenFolder()
  const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'src/server')
}

/** A copy of the sources with another version and more migrations, as the program of a later release; returns the folder of its programs. */
export const givenVersion = async (version: string, later: readonly LaterMigration[]): Promise<string> => {
  const folder = await givenFolder()
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  const list = join(folder, 'src/server/db/migrations.ts')
  const known = readFileSync(list, 'utf8')
  const imports = later.map(({ name }, at) => `import { up as later${at} } from './migrations/${name}.ts'\n`)
  const rows = later.map(
    ({ name, oldestProgram }, at) =>
      `  { name: '${name}', up: later${at}, sha256: '', ${oldestProgram === undefined ? '' : `oldestProgram: '${oldestProgram}'`} },\n`,
  )
  writeFileSync(list, imports.join('') + known.replace(/\]\s*$/, `${rows.join('')}]\n`))
  for (const one of later) writeFileSync(join(folder, `src/server/db/migrations/${one.name}.ts`), fileOf(one))
  return join(folder, 'src/server')
}

/** The later migrations as a module beside the chunk of the bundle that has the list. */
const moduleOf = (later: readonly LaterMigration[]): string => `import { CompiledQuery } from 'kysely'
export const later = ${JSON.stringify(later)}.map((one) => ({ ...one, sha256: '', up: (db) => db.executeQuery(CompiledQuery.raw(one.text)) }))
`

/**
 * The same from the bundled programs, which start in a fraction of the time; returns the file of its server. The list of migrations
 * is found in the bundle by its last one.
 */
export const givenBundledVersion = async (version: string, later: readonly LaterMigration[]): Promise<string> => {
  const folder = await givenFolder()
  const programs = join(folder, 'dist/server')
  cpSync(dirname(serverFile()), programs, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  const end = new RegExp(`(name: "${migrations.at(-1)?.name}",[^}]*\\})\\s*\\]`)
  const chunks = globSync('**/*.js', { cwd: programs }).map((name) => join(programs, name))
  const chunk = chunks.find((path) => end.test(readFileSync(path, 'utf8')))
  if (!chunk) throw new Error('The bundle has no list of migrations.')
  writeFileSync(join(dirname(chunk), 'later.mjs'), moduleOf(later))
  writeFileSync(chunk, `import { later } from './later.mjs'\n${readFileSync(chunk, 'utf8').replace(end, '$1, ...later]')}`)
  return join(programs, 'main.js')
}
