import * as z from 'zod/mini'

/** The bucket for uploaded files, on any server that speaks S3. */
export type S3Config = {
  bucket: string
  /** The address of the server, without a trailing slash. */
  endpoint: string
  region: string
  /** Whether the bucket is part of the path, and not of the host name. */
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  /** Whether documents are answered by a signed redirect to the bucket. */
  redirect: boolean
}

const text = z.optional(z.string())

/** They are sent in headers. The value is not repeated. */
const headerText = (name: string) =>
  z.optional(z.string().check(z.regex(/^[!-~]+$/, { error: `${name} has a blank or a line break in it: check the variable or its file.` })))

const isServer = (given: string): boolean => {
  if (!URL.canParse(given)) return false
  const { protocol, username, password, search, hash } = new URL(given)
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === ''
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** The value of a wrong address is not repeated: it may hold a password. */
export const s3Variables = {
  S3_BUCKET: z.optional(
    z.string().check(
      z.refine((given) => bucketName.test(given), {
        error: ({ input }) =>
          `S3_BUCKET must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens, not "${String(input)}".`,
      }),
    ),
  ),
  S3_ENDPOINT: z.optional(
    z.string().check(
      z.refine(isServer, {
        error: 'S3_ENDPOINT must be the address of an S3 server, such as https://s3.example.org, without a password.',
      }),
    ),
  ),
  S3_REGION: text,
  AWS_REGION: text,
  AWS_DEFAULT_REGION: text,
  AWS_ACCESS_KEY_ID: headerText('AWS_ACCESS_KEY_ID'),
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: headerText('AWS_SESSION_TOKEN'),
}

type Given = {
  [name in keyof typeof s3Variables]?: string | undefined
} & { S3_PATH_STYLE?: 'on' | 'off' | undefined; FILES_REDIRECT: 'on' | 'off' }

/** Returns the sentence for variables that do not fit together, or undefined. */
export const s3Mistake = (given: Given): string | undefined => {
  if (!given.S3_BUCKET) {
    if (given.FILES_REDIRECT === 'on')
      return 'FILES_REDIRECT=on sends browsers to a bucket for documents, so it needs S3_BUCKET: set that too, or unset FILES_REDIRECT.'
    if (given.S3_ENDPOINT) return 'S3_ENDPOINT is set without S3_BUCKET: set the name of the bucket too, or unset S3_ENDPOINT.'
    return undefined
  }
  if (!given.AWS_ACCESS_KEY_ID || !given.AWS_SECRET_ACCESS_KEY)
    return 'S3_BUCKET needs the keys of the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the files that hold them.'
  return undefined
}

/** AWS itself accepts the name of the bucket in the host name; servers of one's own usually know it in the path alone. */
export const s3Of = (given: Given): S3Config | undefined => {
  if (!given.S3_BUCKET) return undefined
  const region = given.S3_REGION ?? given.AWS_REGION ?? given.AWS_DEFAULT_REGION ?? 'us-east-1'
  return {
    bucket: given.S3_BUCKET,
    endpoint: (given.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    pathStyle: given.S3_PATH_STYLE ? given.S3_PATH_STYLE === 'on' : given.S3_ENDPOINT !== undefined,
    accessKeyId: given.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: given.AWS_SESSION_TOKEN,
    redirect: given.FILES_REDIRECT === 'on',
  }
}

/** The address of the bucket: its server, and the path of the bucket there without a trailing slash. */
export const bucketAddress = ({ endpoint, bucket, pathStyle }: S3Config): { origin: string; path: string } => {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  if (pathStyle) return { origin: url.origin, path: `${path}/${bucket}` }
  return { origin: `${url.protocol}//${bucket}.${url.host}`, path }
}
