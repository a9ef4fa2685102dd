import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { AppError, commonErrors } from '#contract/errors.ts'
import { ConfigError } from '#server/config.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import { importDocuments, importFolder } from '#server/features.ts'
import { removeUnfinished } from '#server/files/storeWithRow.ts'
import { failStart } from './failStart.ts'
import { openExisting } from './open.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-IN')

/** Resolves the typed folder: npm runs its scripts in another folder, and provides the one where it was called. */
const folderOf = async (typed: string): Promise<string> => {
  const path = resolve(process.env.INIT_CWD ?? '', typed)
  const known = await stat(path).catch(() => undefined)
  if (!known?.isDirectory()) throw new ConfigError(`There is no folder "${path}".`)
  return realpath(path)
}

/** The first signal asks to stop after the current file; the second one stops at once. */
const stopOnSignals = (): (() => boolean) => {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
    })
  }
  return () => stopping
}

const summaryOf = ({ taken, there, refused, passed }: Awaited<ReturnType<typeof importFolder>>): string =>
  [
    `Imported: ${number.format(taken)}.`,
    `Already in the library: ${number.format(there)}.`,
    `Rejected: ${number.format(refused)}.`,
    ...(passed > 0 ? [`Skipped (hidden files and links): ${number.format(passed)}.`] : []),
  ].join(' ')

const goOn = 'Files imported so far are kept. Run the command again to continue.'

const run = async ([typed, ...more]: readonly string[]): Promise<void> => {
  if (!typed || more.length > 0) {
    print('Usage: npm run import -- FOLDER')
    process.exitCode = 2
    return
  }
  const root = await folderOf(typed)
  const { database, ...opened } = await openExisting(process.env)
  try {
    const passOver = await realpath(opened.config.dataDir)
    if (`${root}${sep}`.startsWith(`${passOver}${sep}`)) throw new ConfigError(`"${root}" is the library's own data folder.`)
    await removeUnfinished(opened)
    const take = await importDocuments(opened)
    if (!take) throw new ConfigError('There is no superadmin yet. Start the server and create the first account, then run the import.')
    const isStopping = stopOnSignals()
    print(summaryOf(await importFolder({ root, passOver, take, output: process.stdout, isStopping })))
    if (!isStopping()) return
    print(`Stopped. ${goOn}`)
    process.exitCode = 1
  } catch (error) {
    if (isUnavailable(error)) throw new ConfigError(`The database is unavailable or too busy. ${goOn}`)
    const isFull = isDiskFull(error) || (error instanceof AppError && error.kind === commonErrors.diskFull)
    if (!isFull) throw error
    throw new ConfigError(`The disk is full. ${goOn}`)
  } finally {
    await database.close()
  }
}

await run(process.argv.slice(2)).catch(failStart)
