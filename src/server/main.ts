import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from './config.ts'
import { giveMemoryBack } from './memory.ts'
import { failStart } from './programs/failStart.ts'
import { type RunningHall, startHall } from './programs/startHall.ts'
import { operatorAddress } from './publicAddress.ts'
import { stopWork } from './work/run.ts'

const DRAIN_SECONDS = 10

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Returns a function that finishes what is running and ends the process with a code. */
const stopping = (stop: () => Promise<void>): ((code: number) => void) => {
  let isStopping = false
  return (code) => {
    if (isStopping) return
    isStopping = true
    // Calls that are still running after that time are cut off.
    setTimeout(() => process.exit(code), DRAIN_SECONDS * 1_000).unref()
    stop().then(() => process.exit(code), failStart)
  }
}

/** What the person who starts the program reads. */
const greet = ({ config, wasEmpty, port, setupPath }: RunningHall): void => {
  if (!config.rateLimits) say('RATE_LIMITS is off: nothing stops password guessing. Use this only for benchmarks.')
  const address = operatorAddress({ ...config, port })
  say(`Carrel is ready at ${address}`)
  if (wasEmpty) {
    const place = config.databaseUrl ? 'database' : `data folder, ${config.dataDir}`
    say(`This is a new, empty ${place}. If you expected your records here, stop Carrel and see whether the right disk is connected.`)
  }
  if (setupPath) say(`There are no accounts yet. Create the first one within the next hour: ${address}${setupPath}`)
}

const start = async (): Promise<void> => {
  // `npm run demo` starts this program with a channel to it, fills the data, and resets it every night.
  const isPublicDemo = readConfig(process.env).demo === 'public'
  if (isPublicDemo && !process.connected)
    throw new ConfigError('DEMO=on works with "npm run demo", which fills a demo with data and resets it every night.')
  if (isPublicDemo) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const onTooOld = (sentence: string): void => {
    process.stderr.write(`${sentence}\n`)
    end(1)
  }
  const hall = await startHall(process.env, { clientFolder, stopWork, onTooOld })
  const end = stopping(hall.stop)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
  giveMemoryBack()
  greet(hall)
  hall.notices.forEach(say)
}

await start().catch(failStart)
