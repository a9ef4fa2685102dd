import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { instanceOf } from './db/instance.ts'
import { emptyLogs, removeCounts, removeDropped, removeRelayed, startJobs, sweepFiles } from './feature/jobs.ts'
import { features, firstStart } from './features.ts'
import { isBucketUnused } from './files/keptContents.db.ts'
import { removeUnfinished } from './files/storeWithRow.ts'
import { giveMemoryBack } from './memory.ts'
import { type Nodes, oneNode } from './nodes/nodes.ts'
import { failStart } from './programs/failStart.ts'
import { type Opened, open } from './programs/open.ts'
import { watchState } from './programs/watchState.ts'
import { operatorAddress } from './publicAddress.ts'
import { makeHub } from './realtime/hub.ts'
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

const listen = async (app: FastifyInstance, host: string, port: number): Promise<number> => {
  await app.listen({ host, port })
  return (app.server.address() as AddressInfo).port
}

/** Installations of a single process do not load the library. */
const otherNodes = async ({ config: { redisUrl, redisPrefix }, ...needs }: Pick<Opened, 'config' | 'db' | 'clock'>): Promise<Nodes> => {
  if (!redisUrl) return oneNode
  const { redisNodes } = await import('./nodes/redis.ts')
  return redisNodes({ url: redisUrl, prefix: `${redisPrefix}:${(await instanceOf(needs)).epoch}`, db: needs.db })
}

/** Before the jobs start, which need the connections of the database first. */
const aboutBucket = async ({ db, storage: { remote } }: Pick<Opened, 'db' | 'storage'>): Promise<string[]> => {
  if (!remote) return []
  const isAway = (await remote.state()) === 'away'
  return [
    ...(isAway ? ['The bucket cannot be reached. Files can be neither opened nor uploaded until it is back.'] : []),
    ...((await isBucketUnused(db))
      ? [
          'The database names files, but none was ever put into the bucket. To move them there, unset S3_BUCKET, run "npm run backup", set it again and run "npm run restore".',
        ]
      : []),
  ]
}

/** What the person who starts the program reads. */
const greet = ({ config, wasEmpty }: Pick<Opened, 'config' | 'wasEmpty'>, port: number, setupPath: string | undefined): void => {
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
  const { database, wasEmpty, ...opened } = await open(process.env)
  await removeUnfinished(opened)
  const nodes = await otherNodes(opened)
  const hub = makeHub(nodes)
  const { app, platform } = await buildApp({ ...opened, live: hub, nodes }, { clientFolder })
  hub.attach(app, platform)
  const setupPath = await firstStart(platform)
  const notices = await aboutBucket(opened)
  const port = await listen(app, opened.config.host, opened.config.port)
  const stopJobs = startJobs(platform, [
    sweepFiles,
    removeDropped,
    removeCounts,
    removeRelayed,
    emptyLogs,
    ...Object.values(features).flatMap(({ jobs }) => jobs),
  ])
  const end = stopping(async () => {
    await app.close()
    stopWork()
    await stopJobs()
    await database.close()
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
  watchState({ database, dataDir: opened.config.dataDir }, (sentence) => {
    process.stderr.write(`${sentence}\n`)
    end(1)
  })
  giveMemoryBack()
  greet({ ...opened, wasEmpty }, port, setupPath)
  notices.forEach(say)
}

await start().catch(failStart)
