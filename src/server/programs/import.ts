import { failStart } from './failStart.ts'
import { runImport } from './runImport.ts'

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

const surroundings = { env: process.env, output: process.stdout, stopOnSignals }
process.exitCode = await runImport(process.argv.slice(2), surroundings).catch(failStart)
