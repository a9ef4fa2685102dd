import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** What our pages may load; frames only from these origins. */
export const pagePolicy = (frameSources: readonly string[] = []): string =>
  [...policy, ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : [])].join(';')

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  // Decrypted files are played from the memory of the page.
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The same for every reply; a reply that needs another policy sets its own afterwards. */
const always = {
  'content-security-policy': pagePolicy(),
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
export const strictHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always

/** Adds strict headers to every reply. Cached replies bypass this and have the same headers. */
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
