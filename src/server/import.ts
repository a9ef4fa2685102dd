import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { AppError, commonErrors } from '#contract/errors.ts'
import { ConfigError } from './config.ts'
import { isDiskFull } from './db/violations.ts'
import { failStart } from './failStart.ts'
import { importDocuments } from './features.ts'
import { importFolder, type Summary } from './import/importFolder.ts'
import { openExisting } from './open.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-IN')

/** The folder as the one who typed it means it: npm runs its scripts elsewhere, and says where it was called. */
const folderOf = async (typed: string): Promise<string> => {
  const path = resolve(process.env.INIT_CWD ?? '', typed)
  const known = await stat(path).catch(() => undefined)
  if (!known?.isDirectory()) throw new ConfigError(`There is no folder "${path}".`)
  return realpath(path)
}

/** Asks once to come to an end; who asks again does not want to wait. */
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

const told = ({ taken, there, refused, passed }: Summary): string =>
  [
    `Taken in: ${number.format(taken)}.`,
    `Already there: ${number.format(there)}.`,
    `Refused: ${number.format(refused)}.`,
    ...(passed > 0 ? [`Passed over, hidden or linked: ${number.format(passed)}.`] : []),
  ].join(' ')

const goOn = 'What was taken in stays. Run it again to go on.'

const run = async ([typed, ...more]: readonly string[]): Promise<void> => {
  if (!typed || more.length > 0) {
    say('Usage: npm run import -- FOLDER')
    process.exitCode = 2
    return
  }
  const root = await folderOf(typed)
  const { database, ...opened } = await openExisting(process.env)
  try {
    const passOver = await realpath(opened.config.dataDir)
    if (`${root}${sep}`.startsWith(`${passOver}${sep}`)) throw new ConfigError(`"${root}" is the library's own folder.`)
    const take = await importDocuments(opened)
    if (!take) throw new ConfigError('Nobody is superadmin yet. Start the product and make the first account, then import.')
    const isStopping = stopOnSignals()
    say(told(await importFolder({ root, passOver, take, output: process.stdout, isStopping })))
    if (!isStopping()) return
    say(`Stopped. ${goOn}`)
    process.exitCode = 1
  } catch (error) {
    const isFull = isDiskFull(error) || (error instanceof AppError && error.kind === commonErrors.diskFull)
    if (!isFull) throw error
    throw new ConfigError(`The disk is full. ${goOn}`)
  } finally {
    await database.close()
  }
}

await run(process.argv.slice(2)).catch(failStart)
