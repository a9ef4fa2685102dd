/** `npm run demo`: the built product on a filled institution, in a folder of its own. */
import './lowMemory.mjs'
import { join } from 'node:path'
import { demoEnvironment, fill, printAccounts, ready } from './fill.ts'

Object.assign(process.env, demoEnvironment, {
  DATA_DIR: join(process.env.DATA_DIR || 'data', 'demo'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
})
const origin = `http://localhost:${process.env.PORT || 5000}`
await import('./start.mjs')
await ready(origin)
await fill(origin)
printAccounts(origin)
