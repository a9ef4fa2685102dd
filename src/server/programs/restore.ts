import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CheckedArchive, openArchive } from '#server/backup/check.ts'
import { type Restored, restore } from '#server/backup/restore.ts'
import type { RestoreStep } from '#server/backup/restoreOrder.ts'
import { BrokenArchiveError } from '#server/backup/tar.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { isDiskFull } from '#server/db/violations.ts'
import { features } from '#server/features.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'
import { examineJournal } from '#server/journal/check.ts'
import { parseCode } from '#server/journal/digest.ts'
import { failStart } from './failStart.ts'
import { takeDataFolder } from './inUse.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-IN')

const steps: Record<RestoreStep, string> = {
  files: 'Unpacking the files…',
  rows: 'Filling the database…',
  search: 'Making the search index…',
  swap: 'Setting the old data aside…',
}

/** Opens the typed archive: npm runs its scripts in another folder, and provides the one where it was called. */
const openTyped = async (typed: string): Promise<CheckedArchive> => {
  const path = resolve(process.env.INIT_CWD ?? '', typed)
  if (!existsSync(path) || !statSync(path).isFile()) throw new ConfigError(`There is no file "${path}".`)
  print('Checking the backup…')
  return openArchive(path).catch((error: unknown) => {
    throw notRestored(path, error)
  })
}

/** Returns the explanation of why an archive was not restored, for its owner; other errors are returned unchanged. */
const notRestored = (path: string, error: unknown): unknown => {
  if (error instanceof BrokenArchiveError) return new ConfigError(`"${path}" cannot be restored: ${error.message}. Nothing was changed.`)
  if (isBucketAway(error))
    return new ConfigError(
      `The bucket cannot be used (${error.reason}). The records were not changed, and nothing was removed. Restore again when it is back.`,
    )
  return isDiskFull(error) ? new ConfigError('The disk is full. Nothing was changed. Make room and restore again.') : error
}

const inUse = (what: string): ConfigError =>
  new ConfigError(
    `Carrel is running on this ${what}. Stop it, and any import, backup or doctor that is running, and restore again. Nothing was changed.`,
  )

const assertServerStopped = async ({ databaseUrl }: Config): Promise<void> => {
  if (!databaseUrl) return
  const { isDatabaseUsed } = await import('#server/backup/restore.postgres.ts')
  if (await isDatabaseUsed(databaseUrl)) throw inUse('database')
}

const printResult = (restored: Restored, { manifest }: CheckedArchive, isInBucket: boolean): void => {
  const { rows, files, replacedFolder, replacedSchema, problems } = restored
  print(`Restored: the library as it was on ${manifest.madeAt}. Rows: ${number.format(rows)}. Files: ${number.format(files)}.`)
  if (problems.length > 0) {
    print('The records in this backup do not fit their journal: someone changed them before or after the backup was made.')
    for (const problem of problems) print(`- ${problem}`)
  }
  if (!manifest.withFiles)
    print('This backup was made before an upgrade or without the files: those that are stored already were left where they are.')
  else if (isInBucket) print('The files are in the bucket. Files of the old data that are there were not removed.')
  if (manifest.missing.length > 0)
    print(`Files that were missing already when the backup was made: ${number.format(manifest.missing.length)}.`)
  if (manifest.damaged.length > 0)
    print(
      `Files that had been changed already when the backup was made: ${number.format(manifest.damaged.length)}. npm run doctor lists them.`,
    )
  print(
    `What was there before is in "${replacedFolder}"${replacedSchema ? ` and in the database schema "${replacedSchema}"` : ''}. Delete it when you no longer need it.`,
  )
  print(
    'Start Carrel, sign in as a superadmin and open System from the account menu. Before the next receipt is given, Carrel asks for the last receipt number on paper.',
  )
}

const usage = 'Usage: npm run restore -- FILE, or npm run restore -- FILE --head CODE with a verification code from a receipt or a closing.'

/** Returns the typed file and code, or undefined for wrong arguments. */
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
    print(usage)
    process.exitCode = 2
    return
  }
  const { typed, head } = read
  const config = readConfig(process.env)
  const archive = await openTyped(typed)
  const release = takeDataFolder(config.dataDir)
  if (!release) throw inUse('data folder')
  try {
    await assertServerStopped(config)
    const order = { archive, fileName: basename(typed), config, now: systemClock(), head, examine }
    printResult(await restore({ ...order, onStep: (step) => print(steps[step]) }), archive, config.s3 !== undefined)
  } catch (error) {
    throw notRestored(resolve(process.env.INIT_CWD ?? '', typed), error)
  } finally {
    release()
    await archive.close()
  }
}

await run(process.argv.slice(2)).catch(failStart)
