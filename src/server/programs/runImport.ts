import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { AppError, commonErrors } from '#contract/errors.ts'
import { ConfigError } from '#server/config.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import { importDocuments, importFolder } from '#server/features.ts'
import { removeUnfinished } from '#server/files/storeWithRow.ts'
import { type Opened, openExisting } from './open.ts'

type Environment = Record<string, string | undefined>

const number = new Intl.NumberFormat('en-IN')

/** Resolves the typed folder: npm runs its scripts in another folder, and provides the one where it was called. */
const folderOf = async (typed: string, { INIT_CWD = '' }: Environment): Promise<string> => {
  const path = resolve(INIT_CWD, typed)
  const known = await stat(path).catch(() => undefined)
  if (!known?.isDirectory()) throw new ConfigError(`There is no folder "${path}".`)
  return realpath(path)
}

const summaryOf = ({ taken, there, refused, passed }: Awaited<ReturnType<typeof importFolder>>): string =>
  [
    `Imported: ${number.format(taken)}.`,
    `Already in the library: ${number.format(there)}.`,
    `Rejected: ${number.format(refused)}.`,
    ...(passed > 0 ? [`Skipped (hidden files and links): ${number.format(passed)}.`] : []),
  ].join(' ')

const goOn = 'Files imported so far are kept. Run the command again to continue.'

type Surroundings = {
  env: Environment
  output: Parameters<typeof importFolder>[0]['output']
  /** Listens to signals from then on; returns whether one has asked to stop. */
  stopOnSignals: () => () => boolean
}

const importInto = async (opened: Opened, root: string, { output, stopOnSignals }: Omit<Surroundings, 'env'>): Promise<number> => {
  const passOver = await realpath(opened.config.dataDir)
  if (`${root}${sep}`.startsWith(`${passOver}${sep}`)) throw new ConfigError(`"${root}" is the library's own data folder.`)
  await removeUnfinished(opened)
  const take = await importDocuments(opened)
  if (!take) throw new ConfigError('There is no superadmin yet. Start the server and create the first account, then run the import.')
  const isStopping = stopOnSignals()
  output.write(`${summaryOf(await importFolder({ root, passOver, take, output, isStopping }))}\n`)
  if (!isStopping()) return 0
  output.write(`Stopped. ${goOn}\n`)
  return 1
}

/** What `npm run import` does with its words; returns its exit code. */
export const runImport = async ([typed, ...more]: readonly string[], { env, ...surroundings }: Surroundings): Promise<number> => {
  if (!typed || more.length > 0) {
    surroundings.output.write('Usage: npm run import -- FOLDER\n')
    return 2
  }
  const root = await folderOf(typed, env)
  const opened = await openExisting(env)
  try {
    return await importInto(opened, root, surroundings)
  } catch (error) {
    if (isUnavailable(error)) throw new ConfigError(`The database is unavailable or too busy. ${goOn}`)
    const isFull = isDiskFull(error) || (error instanceof AppError && error.kind === commonErrors.diskFull)
    if (!isFull) throw error
    throw new ConfigError(`The disk is full. ${goOn}`)
  } finally {
    await opened.database.close()
  }
}
