import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Made } from '#server/backup/make.ts'
import { failureOf, runBackup } from '#server/backup/run.ts'
import { type Config, ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isDiskFull } from '#server/db/violations.ts'
import { hooksOf, sealing } from '#server/feature/hooks.ts'
import { features } from '#server/features.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'
import { failStart } from './failStart.ts'
import { openExisting } from './open.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const megabytes = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const inMegabytes = (bytes: number): string => `${megabytes.format(bytes / 1_048_576)} MB`
const number = new Intl.NumberFormat('en-IN')

const printProblems = ({ missing, damaged }: Made['manifest']): void => {
  if (missing.length > 0) print(`Files that the database names and that were not there: ${number.format(missing.length)}.`)
  if (damaged.length > 0) print(`Files that have changed since they were stored: ${number.format(damaged.length)}.`)
  if (missing.length + damaged.length > 0) print('npm run doctor lists them.')
}

const sentenceFor = (error: unknown, { backupDir: folder, dataDir, databaseUrl }: Config): string | undefined => {
  if (isBucketAway(error)) return `The bucket cannot be used (${error.reason}), so nothing was backed up. Try again when it is back.`
  const { reason, needed = 0, free = 0 } = failureOf(error)
  if (reason === 'folder') return `The backup cannot be written to "${folder}" (${error instanceof Error ? error.message : String(error)}).`
  if (reason === 'other' && isDiskFull(error))
    return `The disk of the database${databaseUrl ? '' : ` in "${dataDir}"`} is full, so nothing was backed up. Make room and try again.`
  if (reason !== 'noRoom') return undefined
  const figures = needed > 0 ? ` It needs ${inMegabytes(needed)}, and ${inMegabytes(free)} are free.` : ''
  return `There is not enough room in "${folder}".${figures} Make room, or set BACKUP_DIR to a folder on a larger disk.`
}

/** Writes pending journal entries before the archive is made; on a full disk they stay pending. */
const sealFirst = (db: Db): Promise<void> =>
  transact(db, (tx) => hooksOf(Object.values(features)).run(sealing, tx)).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })

const usage = 'Usage: npm run backup, or npm run backup -- --without-files for a bucket that keeps versions of its files.'

/** Returns whether the files are wanted, or undefined for wrong arguments. */
const readWords = (words: readonly string[]): boolean | undefined => {
  try {
    return !parseArgs({ args: [...words], options: { 'without-files': { type: 'boolean' } } }).values['without-files']
  } catch {
    return undefined
  }
}

const run = async (withFiles: boolean): Promise<void> => {
  // People at work have priority.
  setPriority(10)
  const { database, ...opened } = await openExisting(process.env)
  const { backupDir } = opened.config
  try {
    await sealFirst(opened.db)
    const made = await runBackup({ ...opened, withFiles })
    if (!made) throw new ConfigError('Another backup is running. Try again when it is done.')
    const count = made.manifest.entries.length - made.manifest.tables.length
    const files = withFiles ? `${number.format(count)} files` : 'without the files'
    print(`Backup written and checked: ${join(backupDir, made.fileName)} (${inMegabytes(made.size)}, ${files}).`)
    printProblems(made.manifest)
  } catch (error) {
    const sentence = sentenceFor(error, opened.config)
    throw sentence === undefined ? error : new ConfigError(sentence)
  } finally {
    await database.close()
  }
}

const withFiles = readWords(process.argv.slice(2))
if (withFiles === undefined) {
  print(usage)
  process.exitCode = 2
} else await run(withFiles).catch(failStart)
