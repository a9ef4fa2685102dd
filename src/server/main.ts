import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { instanceOf } from './db/instance.ts'
import { emptyLogs, removeDropped, startJobs, sweepFiles } from './feature/jobs.ts'
import { features, firstStart } from './features.ts'
import { removeUnfinished } from './files/storeWithRow.ts'
import { giveMemoryBack } from './memory.ts'
import { type Nodes, oneNode } from './nodes/nodes.ts'
import { failStart } from './programs/failStart.ts'
import { type Opened, open } from './programs/open.ts'
import { operatorAddress } from './publicAddress.ts'
import { makeHub } from './realtime/hub.ts'
import { stopWork } from './work/run.ts'

const DRAIN_SECONDS = 10

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const stopOn = (signals: readonly NodeJS.Signals[], stop: () => Promise<void>): void => {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      // A person who is still being answered after that long is cut off.
      setTimeout(() => process.exit(0), DRAIN_SECONDS * 1_000).unref()
      stop().then(() => process.exit(0), failStart)
    })
  }
}

const listen = async (app: FastifyInstance, host: string, port: number): Promise<number> => {
  await app.listen({ host, port })
  return (app.server.address() as AddressInfo).port
}

/** The programs of an installation that is one process do without the library. */
const otherNodes = async ({ config: { redisUrl }, db }: Pick<Opened, 'config' | 'db'>): Promise<Nodes> => {
  if (!redisUrl) return oneNode
  const { redisNodes } = await import('./nodes/redis.ts')
  return redisNodes(redisUrl, `carrel:${(await instanceOf(db)).epoch}`)
}

const start = async (): Promise<void> => {
  const { database, wasEmpty, ...opened } = await open(process.env)
  await removeUnfinished(opened)
  const nodes = await otherNodes(opened)
  const hub = makeHub(nodes)
  const { app, platform } = await buildApp({ ...opened, live: hub, nodes }, { clientFolder })
  hub.attach(app, platform)
  const setupPath = await firstStart(platform)
  const port = await listen(app, opened.config.host, opened.config.port)
  const stopJobs = startJobs(platform, [sweepFiles, removeDropped, emptyLogs, ...Object.values(features).flatMap(({ jobs }) => jobs)])
  stopOn(['SIGTERM', 'SIGINT'], async () => {
    await app.close()
    stopWork()
    await stopJobs()
    await database.close()
  })
  giveMemoryBack()
  if (!opened.config.rateLimits) say('RATE_LIMITS is off: nothing stops password guessing. Use this only for benchmarks.')
  const address = operatorAddress({ ...opened.config, port })
  say(`Carrel is ready at ${address}`)
  if (wasEmpty) {
    const place = opened.config.databaseUrl ? 'database' : `data folder, ${opened.config.dataDir}`
    say(`This is a new, empty ${place}. If you expected your records here, stop Carrel and see whether the right disk is connected.`)
  }
  if (setupPath) say(`There are no accounts yet. Create the first one within the next hour: ${address}${setupPath}`)
}

await start().catch(failStart)
