import type { FastifyInstance, FastifyReply } from 'fastify'
import { bucketAddress } from '#server/config.s3.ts'
import type { Config } from '#server/config.ts'

const policyHeader = 'content-security-policy'

type Needs = Pick<Config, 'publicUrl' | 's3'>

/** What our pages may load; frames only from these origins. */
export const pagePolicy = ({ s3 }: Pick<Config, 's3'>, frameSources: readonly string[] = []): string => {
  const frames = frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : []
  // The reader follows redirects to the bucket.
  const connections = s3?.redirect ? `connect-src 'self' ${bucketAddress(s3).origin}` : "connect-src 'self'"
  return [...policy, connections, ...frames].join(';')
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  // Decrypted files are played from the memory of the page.
  "media-src 'self' blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The same for every reply. */
const always = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What can be a page has these too. */
const ofPages = {
  // A stricter one cuts the window of WhatsApp off, so that each message would open another one. Other links are `noopener`.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const nothing = "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'"

const transport = ({ publicUrl }: Needs): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}

/** The headers of every reply. If `PUBLIC_URL` uses TLS, browsers are told to stay on it. */
const strictHeaders = (config: Needs): Record<string, string> => ({
  [policyHeader]: pagePolicy(config),
  ...always,
  ...ofPages,
  ...transport(config),
})

/**
 * The headers of a reply that is never a page, as a script or JSON: only those that matter for it, in a shorter form. On a slow
 * connection those of thirty files add up to a fifth of a second.
 */
export const dataHeaders = (config: Needs): Record<string, string> => ({
  [policyHeader]: nothing,
  ...always,
  ...transport(config),
})

/** Leaves a reply that has the headers of a page with those of data. */
export const asData = (reply: FastifyReply): void => {
  for (const name of Object.keys(ofPages)) reply.removeHeader(name)
  reply.header(policyHeader, nothing)
}

/** Adds strict headers to every reply; one that needs another policy sets its own afterwards. Cached replies bypass this. */
export const protectReplies = (app: FastifyInstance, config: Config): void => {
  const headers = strictHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The router decodes an address, so a call may be spelled in another way; an unknown address has no route.
    const isOfApi = [request.url, request.routeOptions.url].some((url) => url?.startsWith('/api/'))
    if (isOfApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isJson && reply.getHeader(policyHeader) === headers[policyHeader]) asData(reply)
    done()
  })
}
