import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** What a page of ours may load; frames of others only from these origins. */
export const pagePolicy = (frameSources: readonly string[] = []): string =>
  [...policy, ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : [])].join(';')

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  // What was encrypted is played from the memory of the page.
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The same for every reply; a reply that needs another policy sets its own after. */
const always = {
  'content-security-policy': pagePolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The headers of every reply. Behind TLS, which `PUBLIC_URL` tells, browsers are told to stay there. */
export const strictHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always

/** Strict headers on every reply. Answers that are kept are sent past this and bring the same. */
export const protectReplies = (app: FastifyInstance, config: Config): void => {
  const headers = strictHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}
