import { resolve } from 'node:path'
import { withSecretFiles } from '../config.secretFiles.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { labelOf, type Target } from './target.ts'

type Environment = Readonly<Record<string, string | undefined>>
export type MoveWords = { to: string | undefined; files: string | undefined }

/** Settings of a bucket, which may differ from those of the source: `MOVE_S3_ENDPOINT` and the like come first. */
const ofBuckets = ['S3_ENDPOINT', 'S3_REGION', 'S3_PATH_STYLE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const

const unset = (names: readonly string[]): Environment => Object.fromEntries(names.map((name) => [name, undefined]))

const bucketEnv = (given: Environment, bucket: string): Environment => {
  const own = ofBuckets.some((name) => given[`MOVE_${name}`])
  return {
    S3_BUCKET: bucket,
    // Keys of the old bucket are not sent to another server by mistake.
    ...Object.fromEntries(ofBuckets.map((name) => [name, own ? given[`MOVE_${name}`] : given[name]])),
    ...(own && { S3_REGION: given.MOVE_S3_REGION ?? given.S3_REGION }),
  }
}

const filesEnv = (given: Environment, files: string | undefined): Environment => {
  if (files === undefined) return {}
  if (files === 'disk') return { ...unset(['S3_BUCKET', 'S3_ENDPOINT', 'FILES_REDIRECT']) }
  const [, bucket] = /^s3:\/\/([^/]+)\/?$/.exec(files) ?? []
  if (!bucket) throw new ConfigError('--files must be "disk", or the name of a bucket such as s3://hall-files.')
  return bucketEnv(given, bucket)
}

const isSamePlace = ({ s3, dataDir }: Config, other: Config): boolean =>
  s3 || other.s3 ? s3?.bucket === other.s3?.bucket && s3?.endpoint === other.s3?.endpoint : dataDir === other.dataDir

/**
 * Reads where a move goes: from its words, or from `MOVE_TO`, because everybody on the machine can read the words of a program.
 * Throws a `ConfigError` that repeats no address.
 */
export const readTarget = (env: Environment, source: Config, words: MoveWords): Target => {
  const { MOVE_TO, ...given } = withSecretFiles(env, (sentence) => new ConfigError(sentence))
  if (words.to && MOVE_TO) throw new ConfigError('--to and MOVE_TO are both set: use one of them.')
  const to = words.to ?? MOVE_TO ?? ''
  const [, folder] = /^sqlite:(.+)$/.exec(to) ?? []
  if (!folder && !/^postgres(?:ql)?:\/\//.test(to))
    throw new ConfigError('--to must be the address of a PostgreSQL database, such as postgres://…, or sqlite: and a folder.')
  // Files on the disk are in the same folder as SQLite, unless a bucket is named.
  const files = words.files ?? (folder ? 'disk' : undefined)
  const secretFiles = Object.keys(given).filter((name) => name.endsWith('_FILE'))
  const config = readConfig({
    ...given,
    ...unset([...secretFiles, 'REDIS_URL']),
    ...(folder ? { DATABASE_URL: undefined, DATA_DIR: resolve(env.INIT_CWD ?? '', folder) } : { DATABASE_URL: to }),
    ...filesEnv(given, files),
  })
  return { config, label: labelOf(config), doFilesStay: isSamePlace(source, config) }
}

/** Returns the settings to change after the move, one per line, without secrets. */
export const settingsFor = (source: Config, { config, doFilesStay }: Target): string[] => [
  ...(config.databaseUrl ? ['DATABASE_URL: the address that you gave'] : [`DATA_DIR: ${config.dataDir}`, 'DATABASE_URL: unset it']),
  ...(config.databaseUrl || !source.redisUrl ? [] : ['REDIS_URL: unset it']),
  ...(doFilesStay
    ? []
    : config.s3
      ? [`S3_BUCKET: ${config.s3.bucket}`, `S3_ENDPOINT: ${config.s3.endpoint}`, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: its keys']
      : ['S3_BUCKET and S3_ENDPOINT: unset them']),
]
