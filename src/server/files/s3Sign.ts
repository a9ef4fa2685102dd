import { createHash, createHmac } from 'node:crypto'

/*
 * AWS Signature Version 4 for the few requests that Carrel makes; decision 37 says why it is our own. The tests compare it with
 * the examples of AWS's documentation.
 */

export type Signer = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined; region: string }

/** `path` is encoded already; `query` is not. */
export type Signable = { method: string; host: string; path: string; query?: Readonly<Record<string, string>> }

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** The digest of no bytes. */
const emptySha256 = createHash('sha256').digest('hex')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Encodes everything but the unreserved characters of RFC 3986; `encodeURIComponent` leaves five more. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const sorted = (pairs: [string, string][]): [string, string][] => pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Returns the query in the order and the encoding in which it is signed. */
export const queryText = (query: Readonly<Record<string, string>> = {}): string =>
  sorted(Object.entries(query).map(([name, value]) => [encode(name), encode(value)]))
    .map((pair) => pair.join('='))
    .join('&')

/** `20260101T000000Z` */
const stampOf = (now: Date): string => now.toISOString().replace(/[-:]|\.\d+/g, '')

const scopeOf = ({ region }: Signer, stamp: string): string => `${stamp.slice(0, 8)}/${region}/s3/aws4_request`

type Canonical = Signable & { headers: Readonly<Record<string, string>>; names: string; payload: string }

const signature = (signer: Signer, stamp: string, request: Canonical): string => {
  const { secretAccessKey, region } = signer
  const { method, path, query, headers, names, payload } = request
  const lines = sorted(Object.entries(headers)).map(([name, value]) => `${name}:${value.trim()}`)
  const canonical = [method, path, queryText(query), ...lines, '', names, payload].join('\n')
  const toSign = [ALGORITHM, stamp, scopeOf(signer, stamp), createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [stamp.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

const namesOf = (headers: Readonly<Record<string, string>>): string => Object.keys(headers).toSorted().join(';')

/** Returns the headers with those that sign them. `headers` have lowercase names; `payload` is the SHA-256 of the body. */
export const signHeaders = (
  signer: Signer,
  request: Signable & { headers?: Readonly<Record<string, string>>; payload?: string },
  now: Date,
): Record<string, string> => {
  const stamp = stampOf(now)
  const payload = request.payload ?? emptySha256
  const { sessionToken } = signer
  const { host } = request
  const headers = {
    ...request.headers,
    host,
    'x-amz-content-sha256': payload,
    'x-amz-date': stamp,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const names = namesOf(headers)
  const signed = signature(signer, stamp, { ...request, headers, names, payload })
  const credential = `${signer.accessKeyId}/${scopeOf(signer, stamp)}`
  return { ...headers, authorization: `${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signed}` }
}

/** Returns the query that lets anybody make this request for some seconds. */
export const signQuery = (signer: Signer, request: Signable, { now, seconds }: { now: Date; seconds: number }): string => {
  const stamp = stampOf(now)
  const { sessionToken } = signer
  const { host } = request
  const query = {
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${signer.accessKeyId}/${scopeOf(signer, stamp)}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
  }
  const signed = signature(signer, stamp, { ...request, query, headers: { host }, names: 'host', payload: UNSIGNED })
  return queryText({ ...query, 'X-Amz-Signature': signed })
}
