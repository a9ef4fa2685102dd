import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/*
 * Signature Version 4 as a server checks it: from the request line and headers as they arrived, apart from the code that signs, so
 * that a mistake there is not repeated here.
 */

const keys = { id: 'stub-key', secret: 'stub/secret+key', region: 'ap-south-1' }
const QUARTER_MS = 15 * 60_000

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

type Claim = { id: string; scope: string; names: string; signature: string; stamp: string; seconds?: number }

const claimIn = ({ headers }: IncomingMessage, query: URLSearchParams): Claim | undefined => {
  if (query.has('X-Amz-Signature')) {
    const [id = '', ...scope] = query.get('X-Amz-Credential')?.split('/') ?? []
    const [names, signature] = [query.get('X-Amz-SignedHeaders') ?? '', query.get('X-Amz-Signature') ?? '']
    return {
      id,
      scope: scope.join('/'),
      names,
      signature,
      stamp: query.get('X-Amz-Date') ?? '',
      seconds: Number(query.get('X-Amz-Expires')),
    }
  }
  const said = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (!said) return undefined
  const [, id = '', scope = '', names = '', signature = ''] = said
  return { id, scope, names, signature, stamp: String(headers['x-amz-date']) }
}

const instantOf = (stamp: string): number => Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The parts as they were sent, in the order of their names. */
const canonicalQuery = (sent: string): string =>
  sent
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('X-Amz-Signature='))
    .map((part) => part.split('='))
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    .map(([name, value = '']) => `${name}=${value}`)
    .join('&')

const timeProblem = ({ stamp, seconds }: Claim, now: Date): string | undefined => {
  const at = instantOf(stamp)
  if (Number.isNaN(at)) return 'AccessDenied'
  if (seconds !== undefined) return now.getTime() > at + seconds * 1_000 ? 'AccessDenied' : undefined
  return Math.abs(now.getTime() - at) > QUARTER_MS ? 'RequestTimeTooSkewed' : undefined
}

/** Returns the code of what is wrong with a request's signature, or undefined. */
export const signatureProblem = (request: IncomingMessage, now: Date): string | undefined => {
  const [path = '', sentQuery = ''] = (request.url ?? '').split('?')
  const query = new URLSearchParams(sentQuery)
  const claim = claimIn(request, query)
  if (!claim || (query.has('X-Amz-Signature') && request.headers.authorization)) return 'AccessDenied'
  if (claim.id !== keys.id) return 'InvalidAccessKeyId'
  const unsigned = Object.keys(request.headers).filter((name) => /^(?:host$|x-amz-)/.test(name) && !claim.names.split(';').includes(name))
  if (unsigned.length > 0) return 'AccessDenied'
  const wrongTime = timeProblem(claim, now)
  if (wrongTime) return wrongTime
  const payload = claim.seconds === undefined ? String(request.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD'
  const lines = claim.names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = `${request.method}\n${path}\n${canonicalQuery(sentQuery)}\n${lines.join('')}\n${claim.names}\n${payload}`
  const scope = `${claim.stamp.slice(0, 8)}/${keys.region}/s3/aws4_request`
  if (claim.scope !== scope) return 'AuthorizationHeaderMalformed'
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secret}`, claim.stamp.slice(0, 8)), keys.region), 's3'), 'aws4_request')
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${claim.stamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return expected === claim.signature ? undefined : 'SignatureDoesNotMatch'
}
