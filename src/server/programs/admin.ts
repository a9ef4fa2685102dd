import { failStart } from './failStart.ts'
import { runAdmin } from './runAdmin.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

process.exitCode = await runAdmin(process.argv.slice(2), { env: process.env, print }).catch(failStart)
