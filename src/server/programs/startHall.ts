import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { instanceOf } from '#server/db/instance.ts'
import { emptyLogs, removeCounts, removeDropped, removeRelayed, startJobs, sweepFiles } from '#server/feature/jobs.ts'
import { features, firstStart } from '#server/features.ts'
import { isBucketUnused } from '#server/files/keptContents.db.ts'
import { removeUnfinished } from '#server/files/storeWithRow.ts'
import { type Nodes, oneNode } from '#server/nodes/nodes.ts'
import { makeHub } from '#server/realtime/hub.ts'
import { type Opened, open } from './open.ts'
import { watchState } from './watchState.ts'

const listen = async (app: FastifyInstance, host: string, port: number): Promise<number> => {
  await app.listen({ host, port })
  return (app.server.address() as AddressInfo).port
}

/** Installations of a single process do not load the library. */
const otherNodes = async ({ config: { redisUrl, redisPrefix }, ...needs }: Pick<Opened, 'config' | 'db' | 'clock'>): Promise<Nodes> => {
  if (!redisUrl) return oneNode
  const { redisNodes } = await import('#server/nodes/redis.ts')
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

export type RunningHall = Pick<Opened, 'config' | 'wasEmpty'> & {
  port: number
  /** Where the first account is made, if there is none. */
  setupPath: string | undefined
  /** What its operator has to know. */
  notices: readonly string[]
  /** Finishes what is running, and closes the data. */
  stop: () => Promise<void>
}

type Surroundings = {
  clientFolder: string
  /** Ends the working processes, on which the jobs of this hall may be waiting. */
  stopWork: () => void
  /** A newer version has changed the data, so that this hall must stop. */
  onTooOld: (sentence: string) => void
}

/** Opens the data of a hall, and serves it. Throws what `failStart` explains. */
export const startHall = async (
  env: Record<string, string | undefined>,
  { clientFolder, stopWork, onTooOld }: Surroundings,
): Promise<RunningHall> => {
  const { database, wasEmpty, ...opened } = await open(env)
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
  const stopWatching = watchState({ database, dataDir: opened.config.dataDir }, onTooOld)
  const stop = async (): Promise<void> => {
    stopWatching()
    await app.close()
    stopWork()
    await stopJobs()
    await database.close()
  }
  return { config: opened.config, wasEmpty, port, setupPath, notices, stop }
}
