import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '#server/config.s3.ts'
import { afterTest } from './afterwards.ts'
import { signatureProblem } from './s3StubSignature.ts'

/*
 * A small S3 server for tests: one bucket in memory, addressed in the path. It refuses wrong signatures, expired addresses, clocks
 * that differ by a quarter of an hour, and bodies that do not match their hash, and fails on demand.
 */

const stubKeys = { accessKeyId: 'stub-key', secretAccessKey: 'stub/secret+key', region: 'ap-south-1', bucket: 'carrel-test' }

/** How a request fails. `lose`: it is carried out, and its reply lost. `cut`: the body ends early. `lie`: success without effect. */
type Failing = { status: number; code: string } | 'hang' | 'lose' | { cut: number } | 'lie' | { garble: true }

type Fault = { method?: string; failing: Failing; times: number }
type StoredObject = { body: Buffer; at: Date }

export type S3Stub = {
  endpoint: string
  /** The settings of a server that stores its files here. */
  env: Record<string, string>
  s3: S3Config
  objects: Map<string, StoredObject>
  /** The requests so far, such as `PUT files/ab/…`. */
  seen: string[]
  /** The next requests, of this method only if there is one, fail. */
  fail: (failing: Failing, options?: { method?: string; times?: number }) => void
  recover: () => void
  /** Nothing listens until `start`. */
  stop: () => Promise<void>
  start: () => Promise<void>
  setClock: (skewMs: number) => void
  setPageSize: (count: number) => void
}

type Reply = { status: number; headers?: Record<string, string>; body?: Buffer | string }

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const refusal = (status: number, code: string, headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/xml', ...headers },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

const listOf = (objects: Map<string, StoredObject>, query: URLSearchParams, pageSize: number): Reply => {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token')?.replace(/^after:/, '') ?? '']
  const most = Math.min(pageSize, Number(query.get('max-keys') ?? 1_000))
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
  const page = names.slice(0, most)
  const isTruncated = names.length > page.length
  const contents = page.map((name) => {
    const { body, at } = objects.get(name) ?? { body: Buffer.alloc(0), at: new Date(0) }
    return `<Contents><Key>${escapeXml(name)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  })
  const next = isTruncated ? `<NextContinuationToken>after:${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${stubKeys.bucket}</Name><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

const put = (objects: Map<string, StoredObject>, name: string, request: IncomingMessage, body: Buffer): Reply => {
  const { headers } = request
  if (headers['content-length'] === undefined) return refusal(411, 'MissingContentLength')
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) return refusal(400, 'XAmzContentSHA256Mismatch')
  if (headers['if-none-match'] === '*' && objects.has(name)) return refusal(412, 'PreconditionFailed')
  objects.set(name, { body, at: new Date() })
  return { status: 200, headers: { etag: etagOf(body) } }
}

const get = ({ body, at }: StoredObject, request: IncomingMessage, query: URLSearchParams): Reply => {
  const overridden = ['content-type', 'content-disposition', 'cache-control'].flatMap((name): [string, string][] => {
    const value = query.get(`response-${name}`)
    return value === null ? [] : [[name, value]]
  })
  const common = {
    'content-type': 'binary/octet-stream',
    'accept-ranges': 'bytes',
    etag: etagOf(body),
    'last-modified': at.toUTCString(),
    ...Object.fromEntries(overridden),
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers: common, body }
  const [start, end] = [Number(first), last ? Math.min(Number(last), body.length - 1) : body.length - 1]
  if (start > end) return refusal(416, 'InvalidRange')
  return {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${start}-${end}/${body.length}` },
    body: body.subarray(start, end + 1),
  }
}

const write = (response: ServerResponse, { status, headers, body = '' }: Reply, isHead: boolean, failing: Failing | undefined): void => {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': bytes.length }) })
  if (isHead) return void response.end()
  if (typeof failing !== 'object') return void response.end(bytes)
  if ('garble' in failing) return void response.end(bytes.map((byte) => byte ^ 0xff))
  if (!('cut' in failing)) return void response.end(bytes)
  response.write(bytes.subarray(0, failing.cut), () => response.destroy())
}

/** Starts an S3 server that ends with the test. */
export const givenS3 = async (): Promise<S3Stub> => {
  const objects = new Map<string, StoredObject>()
  const seen: string[] = []
  let faults: Fault[] = []
  let [skewMs, pageSize, port] = [0, 1_000, 0]

  const takeFault = (method: string): Failing | undefined => {
    const fault = faults.find((one) => one.times > 0 && (one.method === undefined || one.method === method))
    if (!fault) return undefined
    fault.times--
    return fault.failing
  }

  const carryOut = async (request: IncomingMessage, isLying: boolean): Promise<Reply | undefined> => {
    const { method = '' } = request
    const url = new URL(request.url ?? '/', 'http://stub')
    const now = new Date(Date.now() + skewMs)
    const problem = signatureProblem(request, now)
    if (problem) return refusal(403, problem, { date: now.toUTCString() })
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== stubKeys.bucket) return refusal(404, 'NoSuchBucket')
    const name = decodeURIComponent(rest.join('/'))
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (isLying && method !== 'GET' && method !== 'HEAD') return { status: 200 }
    if (name === '') return listOf(objects, url.searchParams, pageSize)
    if (method === 'PUT') return put(objects, name, request, Buffer.concat(chunks))
    if (method === 'DELETE') {
      objects.delete(name)
      return { status: 204 }
    }
    const known = objects.get(name)
    return known ? get(known, request, url.searchParams) : refusal(404, 'NoSuchKey')
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request
    seen.push(`${method} ${(request.url ?? '').split('?')[0]?.split('/').slice(2).join('/')}`)
    const failing = takeFault(method)
    if (failing === 'hang') return
    if (typeof failing === 'object' && 'status' in failing)
      return write(response, refusal(failing.status, failing.code), method === 'HEAD', undefined)
    // The sender may be gone in the middle of its body.
    const reply = await carryOut(request, failing === 'lie').catch(() => undefined)
    if (!reply || failing === 'lose') return void request.socket.destroy()
    write(response, reply, method === 'HEAD', failing)
  }

  const server = createServer((request, response) => void answer(request, response))
  const start = async (): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  await start()
  afterTest(stop)
  const endpoint = `http://127.0.0.1:${port}`
  const { accessKeyId, secretAccessKey, region, bucket } = stubKeys
  return {
    endpoint,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    s3: { ...stubKeys, endpoint, pathStyle: true, sessionToken: undefined, redirect: false },
    objects,
    seen,
    fail: (failing, { method, times = 1 } = {}) => void faults.push({ failing, times, ...(method && { method }) }),
    recover: () => {
      faults = []
    },
    stop,
    start,
    setClock: (ms) => {
      skewMs = ms
    },
    setPageSize: (count) => {
      pageSize = count
    },
  }
}
