/**
 * `npm run demo`: the built product on a filled hall, in a folder of its own, with a button for each role. With `DEMO=on`
 * it is a public demo, which nothing leads out of and whose data is reset every night.
 */
import './lowMemory.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '#server/config.ts'
import { endWithParent } from './endWithParent.mjs'
import { demoEnvironment, fill, printAccounts, ready } from './fill.ts'
import { buildState } from './freshness.mjs'
import { keepFresh, makePublicDemo } from './publicDemo.ts'

const dataDir = process.env.DATA_DIR || 'data'
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Throws a `ConfigError` before anything is started or deleted. */
const config = (() => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
})()

const serveLocally = async (): Promise<void> => {
  const folder = join(dataDir, 'demo')
  // A demo that was stopped while it was filled is filled again.
  const mark = join(dataDir, 'demo-is-being-filled')
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true })
  Object.assign(process.env, demoEnvironment, {
    DATA_DIR: folder,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ROLE_BUTTONS: 'on',
  })
  const origin = `http://localhost:${config.port}`
  await import('./start.mjs')
  await ready(origin)
  let isFilling = false
  await fill(origin, {
    onBegin: () => {
      isFilling = true
      writeFileSync(mark, '')
    },
    onSeated: () => {
      printAccounts(origin)
      console.log('Books, payments and chats are still being added.')
    },
  })
  rmSync(mark, { force: true })
  if (isFilling) console.log('The demo is complete.')
  else printAccounts(origin)
}

const servePublicly = async (): Promise<void> => {
  if (buildState() !== 'fresh') spawnSync(process.execPath, [at('build.ts')], { stdio: 'inherit' })
  // npm hands its own SIGTERM to its shell alone.
  if (process.env.npm_lifecycle_event) endWithParent()
  const demo = makePublicDemo({
    program: at('../dist/server/main.js'),
    folder: join(dataDir, 'public-demo'),
    env: { LOG_LEVEL: 'warn', ...process.env, ...demoEnvironment },
    timeZone: config.timeZone,
    fill,
    clock: () => new Date(),
    say: (sentence) => console.log(sentence),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void demo.stop().then(() => process.exit(0)))
  console.log('Filling the demo. This takes about a minute.')
  await demo.start()
  console.log(
    `The public demo is ready at ${config.publicUrl ?? `http://localhost:${demo.port()}`}. It is reset at 3 am, ${config.timeZone}.`,
  )
  await keepFresh(demo)
  process.exit(1)
}

await (config.demo === 'public' ? servePublicly() : serveLocally())
