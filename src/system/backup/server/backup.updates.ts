/*
 * The daily update check. What a watcher could learn from it is that a Carrel runs at this address: the request has no cookie,
 * no query, no version and no name of the hall, and is the same everywhere. What the file could do: only a version of three numbers
 * is taken from it, and it is shown as text.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { request as insecurely } from 'node:http'
import { request as securely } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import type { Platform } from '#server/feature/platform.ts'
import { HOUR } from '#server/time.ts'
import { compareVersions, version } from '#server/version.ts'

/** Minimum time between checks, also across restarts. A little less than a day, so that the check stays at the same hour. */
const EVERY_MS = 23.5 * HOUR * 1_000
const TIMEOUT_MS = 10_000
const MAX_BYTES = 10_000

type UpdateCheck = { at: string; newest: string | null }

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'update.json')

const lastCheck = async (config: Pick<Config, 'dataDir'>): Promise<UpdateCheck | undefined> =>
  readFile(fileOf(config), 'utf8').then(
    (content) => JSON.parse(content) as UpdateCheck,
    () => undefined,
  )

const save = async (config: Pick<Config, 'dataDir'>, check: UpdateCheck): Promise<void> => {
  const path = fileOf(config)
  await writeFile(`${path}.new`, JSON.stringify(check), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Fetches a small file with nothing but its address. Redirects are not followed. */
const fetchPlainly = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const send = new URL(url).protocol === 'https:' ? securely : insecurely
    const request = send(url, { signal: AbortSignal.timeout(TIMEOUT_MS), agent: false }, (reply) => {
      if (reply.statusCode !== 200) {
        reply.destroy()
        return reject(new Error(`The file was answered with ${reply.statusCode}`))
      }
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BYTES) reply.destroy(new Error('The file is too long'))
      })
      text(reply).then(resolve, reject)
    })
    request.on('error', reject).end()
  })

/** The file is JSON with the newest version, such as `{ "version": "1.2.0" }`. */
const versionIn = (content: string): string => {
  const { version: newest } = JSON.parse(content) as { version?: unknown }
  if (typeof newest !== 'string' || !/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(newest)) throw new Error('The file names no version')
  return newest
}

/** Checks once a day. A failure is logged and not retried before the next day. */
export const checkForUpdate = async ({ config, clock, log }: Pick<Platform, 'config' | 'clock' | 'log'>): Promise<void> => {
  if (config.updateUrl === undefined) return
  const [now, last] = [clock(), await lastCheck(config)]
  const since = last ? now.getTime() - Date.parse(last.at) : Number.POSITIVE_INFINITY
  // A clock that was a day ahead must not delay the next check for longer.
  if (since >= 0 && since < EVERY_MS) return
  // Saved before the request, so that a server without a network does not retry every hour.
  await save(config, { at: now.toISOString(), newest: last?.newest ?? null })
  try {
    await save(config, { at: now.toISOString(), newest: versionIn(await fetchPlainly(config.updateUrl)) })
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the update check failed')
  }
}

/** Returns the result of the last check, or null if the check is off. */
export const foundUpdate = async (config: Config): Promise<{ newer: string | null; at: string | null } | null> => {
  if (config.updateUrl === undefined) return null
  const last = await lastCheck(config)
  if (!last?.newest) return { newer: null, at: null }
  return { newer: compareVersions(last.newest, version) > 0 ? last.newest : null, at: last.at }
}
