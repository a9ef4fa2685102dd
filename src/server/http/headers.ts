import type { FastifyInstance } from 'fastify'
import { bucketAddress } from '#server/config.s3.ts'
import type { Config } from '#server/config.ts'

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

/** The same for every reply; a reply that needs another policy sets its own afterwards. */
const always = {
  // A stricter one cuts the window of WhatsApp off, so that each message would open another one. Other links are `noopener`.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The headers of every reply. If `PUBLIC_URL` uses TLS, browsers are told to stay on it. */
export const strictHeaders = (config: Needs): Record<string, string> => ({
  'content-security-policy': pagePolicy(config),
  ...always,
  ...(config.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

/** Adds strict headers to every reply. Cached replies bypass this and have the same headers. */
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
    done()
  })
}
