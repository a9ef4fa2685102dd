import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** Everything that can be set from outside, read once at the start. The page `docs/operations.md` lists it. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** Where backups go. */
  backupDir: string
  /** Absent: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** Absent: this process is the only one. */
  redisUrl: string | undefined
  /** The address that people use, without a trailing slash. What is handed out uses `publicAddress`. */
  publicUrl: string | undefined
  /** Addresses or networks whose X-Forwarded-For counts. */
  trustProxy: readonly string[]
  timeZone: string
  sessionDays: number
  rateLimits: boolean
  firstAdmin: { email: string; password: string; name: string } | undefined
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A setting that cannot be used; its message is the one sentence that the start prints. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

const wholeNumber = (env: Environment, name: string, fallback: number, min: number, max: number): number => {
  const given = env[name]
  if (!given) return fallback
  const value = Number(given)
  if (!/^\d+$/.test(given) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${given}".`)
  return value
}

const url = (env: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const given = env[name]
  if (!given) return undefined
  const parsed = URL.canParse(given) ? new URL(given) : undefined
  // The value is not repeated: it may hold a password.
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return given
}

const timeZone = (given = 'Asia/Kolkata'): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone && given
  } catch {
    throw new ConfigError(`TIME_ZONE must be the name of a time zone such as Asia/Kolkata, not "${given}".`)
  }
}

const isNetwork = (name: string): boolean => {
  const [address = '', bits, ...rest] = name.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const proxies = (given = ''): string[] => {
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  for (const name of names) {
    if (!isNetwork(name)) throw new ConfigError(`TRUST_PROXY must be a list of IP addresses or networks; "${name}" is not one.`)
  }
  return names
}

const oneOf = <T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T => {
  const given = env[name] || fallback
  const value = values.find((one) => one === given)
  if (!value) throw new ConfigError(`${name} must be ${values.join(' or ')}, not "${given}".`)
  return value
}

const firstAdmin = (env: Environment): Config['firstAdmin'] => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = env
  if (!email && !password) return undefined
  if (!email || !password) throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
  return { email, password, name: name || 'Administrator' }
}

const refuseReserved = ({ S3_BUCKET }: Environment): void => {
  if (S3_BUCKET)
    throw new ConfigError('S3_BUCKET is set, but storing uploads in a bucket is not supported yet: unset it to store them in DATA_DIR.')
}

const redisUrl = (env: Environment): string | undefined => {
  const given = url(env, 'REDIS_URL', ['redis:', 'rediss:'])
  if (given && !/^\/?\d*$/.test(new URL(given).pathname))
    throw new ConfigError('REDIS_URL must end with the address of the server, or with the number of a database such as "/0".')
  if (given && !env.DATABASE_URL)
    throw new ConfigError('REDIS_URL lets several nodes serve one database, so it needs DATABASE_URL: set that too, or unset REDIS_URL.')
  return given
}

/** Reads the configuration from the environment; throws a `ConfigError` with one clear sentence. */
export const readConfig = (env: Environment): Config => {
  refuseReserved(env)
  const port = wholeNumber(env, 'PORT', 5000, 0, 65_535)
  const dataDir = resolve(env.DATA_DIR || './data')
  return {
    port,
    host: env.HOST || '0.0.0.0',
    dataDir,
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: redisUrl(env),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    trustProxy: proxies(env.TRUST_PROXY),
    timeZone: timeZone(env.TIME_ZONE || undefined),
    sessionDays: wholeNumber(env, 'SESSION_DAYS', 30, 1, 3_650),
    rateLimits: oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    firstAdmin: firstAdmin(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
  }
}
