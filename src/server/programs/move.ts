import { parseArgs } from 'node:util'
import { ConfigError } from '#server/config.ts'
import { instanceOf } from '#server/db/instance.ts'
import { currentState, setMove } from '#server/db/programState.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'
import { FenceError } from '#server/move/fence.ts'
import { DifferenceError, type MoveResult, type MoveStep, move } from '#server/move/move.ts'
import { type MoveWords, readTarget, settingsFor } from '#server/move/moveSettings.ts'
import { type OpenTarget, openTarget, type Target } from '#server/move/target.ts'
import { failStart } from './failStart.ts'
import { takeDataFolder } from './inUse.ts'
import { type Opened, openExisting } from './open.ts'

// On Linux this replaces the words of the program in the list of processes, which may have a password.
process.title = 'carrel move'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-IN')

const DIFFERENT = 3

const steps: Record<MoveStep, string> = {
  rows: 'Copying the records. People can work meanwhile…',
  files: 'Copying the files…',
  checkingFiles: 'Reading the copied files…',
  catchingUp: 'Copying what has changed since…',
  pausing: 'From now on nothing can be saved for a short time. Reading goes on.',
  last: 'Copying the last changes…',
  comparing: 'Comparing all records…',
  switching: 'Recording that the hall has moved…',
}

const usage = [
  'Usage: npm run move -- --to postgres://… [--files s3://BUCKET or disk]',
  '       npm run move -- --to sqlite:FOLDER [--files s3://BUCKET]',
  '       npm run move -- --stay, to go on in the old place after a move.',
  'An address with a password is better in MOVE_TO, or in a file that MOVE_TO_FILE names.',
].join('\n')

type Words = MoveWords & { stay: boolean }

/** Returns undefined for wrong arguments. */
const readWords = (words: readonly string[]): Words | undefined => {
  try {
    const options = { to: { type: 'string' }, files: { type: 'string' }, stay: { type: 'boolean' } } as const
    const { to, files, stay = false } = parseArgs({ args: [...words], options }).values
    return stay && (to !== undefined || files !== undefined) ? undefined : { to, files, stay }
  } catch {
    return undefined
  }
}

const PROGRESS_MS = 5_000

/** Prints how far a step is, every few seconds. */
const progress = () => {
  let last = performance.now()
  return (done: number, total: number): void => {
    if (performance.now() - last < PROGRESS_MS) return
    last = performance.now()
    print(`  ${Math.floor((100 * done) / Math.max(1, total))} %`)
  }
}

const printResult = ({ rows, tables, sha256, files, damaged, pauseMs }: MoveResult, source: Opened['config'], target: Target): void => {
  print(`Moved to ${target.label}: ${number.format(rows)} rows in ${number.format(tables)} tables are equal in both databases.`)
  print(`SHA-256 of all rows: ${sha256}`)
  print(
    files === undefined ? 'The files stay where they are.' : `Files: ${number.format(files)}, each read again and equal to its SHA-256.`,
  )
  if (damaged.length > 0) {
    print(`Files that are missing or changed in the old place already, and were not copied: ${number.format(damaged.length)}.`)
    for (const sha of damaged) print(`- ${sha}`)
  }
  print(`Nothing could be saved for ${number.format(Math.ceil(pauseMs / 1_000))} s. Nothing can be saved in the old place from now on.`)
  print('Stop Carrel, change these settings, and start it again:')
  for (const line of settingsFor(source, target)) print(`- ${line}`)
  print('The old data is unchanged. To go on there after all, run "npm run move -- --stay" with the old settings.')
}

const again = 'Nothing has changed in the old place, where people can go on. Run the command again to continue.'

const sentenceFor = (error: unknown): string | undefined => {
  if (isBucketAway(error)) return `The bucket cannot be used (${error.reason}). ${again}`
  if (error instanceof FenceError) return `${error.message} ${again}`
  if (isDiskFull(error)) return `The disk is full. ${again}`
  return isUnavailable(error) ? `A database is unavailable or too busy. ${again}` : undefined
}

/** Nobody starts a program in a new data folder before the move has ended. */
const holdFolder = (source: Opened['config'], { config }: Target): (() => void) => {
  if (config.dataDir === source.dataDir) return () => {}
  const release = takeDataFolder(config.dataDir)
  if (!release) throw new ConfigError(`Another program uses the folder "${config.dataDir}". Nothing was changed.`)
  return release
}

const moveTo = async (opened: Opened, target: Target): Promise<void> => {
  const { config, db, clock, storage } = opened
  const release = holdFolder(config, target)
  let to: OpenTarget | undefined
  try {
    to = await openTarget(target, (await instanceOf(opened)).epoch, clock)
    const order = { config, db, clock, storage, to, onStep: (step: MoveStep) => print(steps[step]), onProgress: progress() }
    printResult(await move(order), config, target)
  } finally {
    await to?.database.close()
    release()
  }
}

const stay = async ({ db }: Opened): Promise<void> => {
  await setMove(db, undefined)
  print('The hall goes on here. Do not use the copy: what is entered in one place does not reach the other.')
}

const run = async (words: Words): Promise<void> => {
  const opened = await openExisting(process.env, { isMoving: true })
  try {
    if (words.stay) return await stay(opened)
    const target = readTarget(process.env, opened.config, words)
    const state = await currentState(opened.db)
    if (state?.moveState === 'arriving') throw new ConfigError('A move into this database has not ended: move it from the old one.')
    if (state?.moveState === 'moved' && state.moveNote !== target.label)
      throw new ConfigError(`This hall has moved to ${state.moveNote}. To move it from here again, run "npm run move -- --stay" first.`)
    await moveTo(opened, target)
  } catch (error) {
    if (error instanceof DifferenceError) {
      process.stderr.write(`${error.message}. ${again}\n`)
      process.exitCode = DIFFERENT
      return
    }
    const sentence = sentenceFor(error)
    throw sentence === undefined ? error : new ConfigError(sentence)
  } finally {
    await opened.database.close()
  }
}

const words = readWords(process.argv.slice(2))
if (words === undefined || (!words.stay && !words.to && !process.env.MOVE_TO && !process.env.MOVE_TO_FILE)) {
  print(usage)
  process.exitCode = 2
} else await run(words).catch(failStart)
