import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { DemoKind } from '#contract/demo.ts'
import { isLoopback } from '#contract/publicAddress.ts'
import { isNetwork, isTimeZone } from './config.checks.ts'
import { address, oneOf, textThat, wholeNumber } from './config.fields.ts'
import { redisVariables } from './config.redis.ts'
import { type S3Config, s3Mistake, s3Of, s3Variables } from './config.s3.ts'
import { withSecretFiles } from './config.secretFiles.ts'
import { updateMistake, updateVariables } from './config.updates.ts'

/** Everything that can be configured, read once at the start. `docs/operations.md` lists it. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** The folder for backups. */
  backupDir: string
  /** If it is missing, SQLite in `dataDir` is used. */
  databaseUrl: string | undefined
  /** The bucket for uploaded files; if it is missing, they are stored in `dataDir`. */
  s3: S3Config | undefined
  /** If it is missing, this process is the only one. */
  redisUrl: string | undefined
  /** What all names in Redis begin with: keys and channels. */
  redisPrefix: string
  /** The address that people use, without a trailing slash. Links that are handed out use `publicAddress`. */
  publicUrl: string | undefined
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[]
  timeZone: string
  sessionDays: number
  rateLimits: boolean
  /** Whether devices store the program to open it without a network; otherwise what they have stored is deleted. */
  offline: boolean
  /** Origins of push services besides the known ones: https, or http on this machine. */
  pushHosts: readonly string[]
  /** The file that names the newest version, which is looked at once a day; if it is missing, nobody looks. */
  updateUrl: string | undefined
  firstAdmin: { email: string; password: string; name: string } | undefined
  /** Whether this is a demo, where each role has a button to sign in with; absent otherwise. */
  demo: DemoKind | undefined
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A setting that cannot be used; its message is the one sentence that the start prints. */
export class ConfigError extends Error {}

const networks = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) => list.split(',').flatMap((name) => name.trim() || [])),
  ),
  z.array(textThat(isNetwork, (name) => `a list of IP addresses or networks; "${name}" is not one.`)),
)

/** Returns the origin of a push service, or undefined. Plain http is for one on this machine. */
const pushOrigin = (given: string): string | undefined => {
  const text = given.includes('://') ? given : `https://${given}`
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, href } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && href === `${origin}/` ? origin : undefined
}

const pushHosts = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) => list.split(',').flatMap((host) => host.trim() || [])),
  ),
  z.array(
    z.pipe(
      textThat(
        (host) => pushOrigin(host) !== undefined,
        (host) => `a list of hosts such as push.example.org; "${host}" is not one.`,
      ),
      z.transform((host) => pushOrigin(host) ?? ''),
    ),
  ),
)

const text = z.optional(z.string())

const variables = z
  .object({
    ...s3Variables,
    S3_PATH_STYLE: z.optional(oneOf(['on', 'off'])),
    FILES_REDIRECT: z._default(oneOf(['on', 'off']), 'off'),
    PORT: z._default(wholeNumber(0, 65_535), 5000),
    HOST: z._default(z.string(), '0.0.0.0'),
    DATA_DIR: z._default(z.string(), './data'),
    BACKUP_DIR: text,
    DATABASE_URL: z.optional(address('postgres:', 'postgresql:')),
    ...redisVariables,
    PUBLIC_URL: z.optional(address('http:', 'https:')),
    TRUST_PROXY: z._default(networks, []),
    TIME_ZONE: z._default(
      textThat(isTimeZone, (given) => `the name of a time zone such as Asia/Kolkata, not "${given}".`),
      'Asia/Kolkata',
    ),
    SESSION_DAYS: z._default(wholeNumber(1, 3_650), 30),
    RATE_LIMITS: z._default(oneOf(['on', 'off']), 'on'),
    OFFLINE: z._default(oneOf(['on', 'off']), 'on'),
    PUSH_HOSTS: z._default(pushHosts, []),
    ...updateVariables,
    LOG_LEVEL: z._default(oneOf(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
    DEMO: z._default(oneOf(['on', 'off']), 'off'),
    ROLE_BUTTONS: z._default(oneOf(['on', 'off']), 'off'),
    ADMIN_EMAIL: text,
    ADMIN_PASSWORD: text,
    ADMIN_NAME: z._default(z.string(), 'Administrator'),
  })
  .check(
    z.refine(({ REDIS_URL, DATABASE_URL }) => !REDIS_URL || Boolean(DATABASE_URL), {
      error: 'REDIS_URL lets several nodes serve one database, so it needs DATABASE_URL: set that too, or unset REDIS_URL.',
    }),
    z.refine(({ DEMO, DATABASE_URL }) => DEMO === 'off' || !DATABASE_URL, {
      error: 'DEMO=on deletes its data every night and stores it in DATA_DIR alone: unset DATABASE_URL, or unset DEMO.',
    }),
    z.refine(({ DEMO, S3_BUCKET }) => DEMO === 'off' || !S3_BUCKET, {
      error: 'DEMO=on deletes its data every night and stores it in DATA_DIR alone: unset S3_BUCKET, or unset DEMO.',
    }),
    z.check((payload) => {
      const message = s3Mistake(payload.value)
      if (message) payload.issues.push({ code: 'custom', message, input: undefined })
    }),
    z.check((payload) => {
      const message = updateMistake(payload.value)
      if (message) payload.issues.push({ code: 'custom', message, input: undefined })
    }),
    z.refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => Boolean(ADMIN_EMAIL) === Boolean(ADMIN_PASSWORD), {
      error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
    }),
  )

/** Reads the configuration from the environment; throws a `ConfigError` with one clear sentence. An empty variable counts as unset. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = withSecretFiles(env, (sentence) => new ConfigError(sentence))
  const { data, error } = variables.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value)))
  if (error) throw new ConfigError(error.issues[0]?.message)
  const dataDir = resolve(data.DATA_DIR)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = data
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    backupDir: data.BACKUP_DIR ? resolve(data.BACKUP_DIR) : join(dataDir, 'backups'),
    databaseUrl: data.DATABASE_URL,
    s3: s3Of(data),
    redisUrl: data.REDIS_URL,
    redisPrefix: data.REDIS_PREFIX,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: data.TRUST_PROXY,
    timeZone: data.TIME_ZONE,
    sessionDays: data.SESSION_DAYS,
    rateLimits: data.RATE_LIMITS === 'on',
    offline: data.OFFLINE === 'on',
    pushHosts: data.PUSH_HOSTS,
    updateUrl: data.UPDATE_CHECK === 'on' ? data.UPDATE_URL : undefined,
    firstAdmin: email && password ? { email, password, name } : undefined,
    demo: data.DEMO === 'on' ? 'public' : data.ROLE_BUTTONS === 'on' ? 'local' : undefined,
    logLevel: data.LOG_LEVEL,
  }
}
