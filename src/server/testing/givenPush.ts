import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { PushMessage } from '#contract/pushMessage.ts'
import type { Config } from '#server/config.ts'
import { afterTest } from './afterwards.ts'
import { type Given, given, type SignedInPerson } from './given.ts'
import { newBrowser } from './pushBrowser.ts'

const text = (value: Buffer): string => value.toString('base64url')

/** Keys as a browser sends them. */
export const { keys: browserKeys } = newBrowser()

/** Returns the claims of a request's token; throws unless the key that the header names has signed it. */
export const claimsOf = (authorization: string | undefined) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) },
  })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), signed, Buffer.from(signature, 'base64url'))) throw new Error('not signed')
  return { key, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }) }
}

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers?: Record<string, string> }

/** A push service on this machine. It answers 201, unless a test says otherwise for a path. */
export const givenPushService = async () => {
  const received: Received[] = []
  const answers = new Map<string, Answer[]>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    const { status, headers = {} } = answers.get(path)?.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  return {
    origin,
    received,
    /** Sets the next answers to requests at the address of a subscription. */
    answer: (endpoint: string, ...next: Answer[]) => void answers.set(new URL(endpoint).pathname, next),
    /** Turns on notifications in a new browser of this person. */
    subscribe: async (person: SignedInPerson) => {
      const { keys, decrypt } = newBrowser()
      const endpoint = `${origin}/push/${++count}`
      const reply = await person.put('/push/subscription', { endpoint, keys })
      const requests = () => received.filter(({ path }) => origin + path === endpoint)
      return { endpoint, keys, reply, requests, messages: () => requests().map(({ body }) => JSON.parse(decrypt(body)) as PushMessage) }
    },
  }
}

export type Browser = Awaited<ReturnType<Awaited<ReturnType<typeof givenPushService>>['subscribe']>>

/** A hall with a public address and a push service. */
export const givenPushing = async (settings: Partial<Config> = {}) => {
  const service = await givenPushService()
  const app: Given = await given({ publicUrl: 'https://hall.example.org', pushHosts: [service.origin], ...settings })
  // Within no quiet hours and after the time of daily notifications: 11:00 in the hall.
  app.setNow('2026-11-26T05:30:00.000Z')
  return { app, service }
}

/** Waits until a browser has got so many notifications, and returns them. */
export const untilReceived = async (browser: Browser, count: number): Promise<PushMessage[]> => {
  await vi.waitFor(() => {
    if (browser.requests().length < count) throw new Error(`only ${browser.requests().length} notifications`)
  }, 5_000)
  return browser.messages()
}
