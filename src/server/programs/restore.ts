import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CheckedArchive, openArchive } from '#server/backup/check.ts'
import { type Restored, type RestoreStep, restore } from '#server/backup/restore.ts'
import { BrokenArchiveError } from '#server/backup/tar.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { isDiskFull } from '#server/db/violations.ts'
import { features } from '#server/features.ts'
import { examineJournal } from '#server/journal/check.ts'
import { parseCode } from '#server/journal/digest.ts'
import { failStart } from './failStart.ts'
import { takeDataFolder } from './inUse.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-IN')

const steps: Record<RestoreStep, string> = {
  files: 'Unpacking the files…',
  rows: 'Filling the database…',
  search: 'Making the search index…',
  swap: 'Setting the old data aside…',
}

/** The archive as the one who typed it means it: npm runs its scripts elsewhere, and says where it was called. */
const openTyped = async (typed: string): Promise<CheckedArchive> => {
  const path = resolve(process.env.INIT_CWD ?? '', typed)
  if (!existsSync(path) || !statSync(path).isFile()) throw new ConfigError(`There is no file "${path}".`)
  say('Checking the backup…')
  return openArchive(path).catch((error: unknown) => {
    throw notRestored(path, error)
  })
}

/** Why an archive was not restored, as its owner is told it; what is not the archive's fault stays as it is. */
const notRestored = (path: string, error: unknown): unknown => {
  if (error instanceof BrokenArchiveError) return new ConfigError(`"${path}" cannot be restored: ${error.message}. Nothing was changed.`)
  return isDiskFull(error) ? new ConfigError('The disk is full. Nothing was changed. Make room and restore again.') : error
}

const inUse = (what: string): ConfigError =>
  new ConfigError(
    `Carrel is running on this ${what}. Stop it, and any import, backup or doctor that is running, and restore again. Nothing was changed.`,
  )

const mustBeStopped = async ({ databaseUrl }: Config): Promise<void> => {
  if (!databaseUrl) return
  const { isDatabaseUsed } = await import('#server/backup/restore.postgres.ts')
  if (await isDatabaseUsed(databaseUrl)) throw inUse('database')
}

const tell = ({ rows, files, replacedFolder, replacedSchema, problems }: Restored, { manifest }: CheckedArchive): void => {
  say(`Restored: the library as it was on ${manifest.madeAt}. Rows: ${number.format(rows)}. Files: ${number.format(files)}.`)
  if (problems.length > 0) {
    say('The records in this backup do not fit their journal: someone changed them before or after the backup was made.')
    for (const problem of problems) say(`- ${problem}`)
  }
  if (!manifest.withFiles) say('This copy was made before an upgrade and has no files: those in the data folder were left where they are.')
  if (manifest.missing.length > 0)
    say(`Files that were missing already when the backup was made: ${number.format(manifest.missing.length)}.`)
  if (manifest.damaged.length > 0)
    say(
      `Files that had been changed already when the backup was made: ${number.format(manifest.damaged.length)}. npm run doctor lists them.`,
    )
  say(
    `What was there before is in "${replacedFolder}"${replacedSchema ? ` and in the database schema "${replacedSchema}"` : ''}. Delete it when you no longer need it.`,
  )
  say(
    'Start Carrel, sign in as a superadmin and open System from the account menu. Before the next receipt is given, Carrel asks for the last receipt number on paper.',
  )
}

const usage = 'Usage: npm run restore -- FILE, or npm run restore -- FILE --head CODE with a verification code from a receipt or a closing.'

/** The file and the code that were typed, or undefined where the words are wrong. */
const readWords = (words: readonly string[]): { typed: string; head: string | undefined } | undefined => {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: { head: { type: 'string' } }, allowPositionals: true })
    const [typed, ...more] = positionals
    const isRight = typed && more.length === 0 && (values.head === undefined || parseCode(values.head))
    return isRight ? { typed, head: values.head } : undefined
  } catch {
    return undefined
  }
}

const kinds = Object.values(features).flatMap(({ journal }) => journal)
const examine = (db: Db): Promise<string[]> => examineJournal(db, kinds)

const run = async (words: readonly string[]): Promise<void> => {
  const read = readWords(words)
  if (!read) {
    say(usage)
    process.exitCode = 2
    return
  }
  const { typed, head } = read
  const config = readConfig(process.env)
  const archive = await openTyped(typed)
  const release = takeDataFolder(config.dataDir)
  if (!release) throw inUse('data folder')
  try {
    await mustBeStopped(config)
    const order = { archive, fileName: basename(typed), config, now: new Date(), head, examine }
    tell(await restore({ ...order, onStep: (step) => say(steps[step]) }), archive)
  } catch (error) {
    throw notRestored(resolve(process.env.INIT_CWD ?? '', typed), error)
  } finally {
    release()
    await archive.close()
  }
}

await run(process.argv.slice(2)).catch(failStart)
