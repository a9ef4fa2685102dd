import { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError, commonErrors } from '#contract/errors.ts'
import { ping } from '#server/db/ping.ts'
import type { Feature } from '#server/feature/feature.ts'
import type { Platform } from '#server/feature/platform.ts'
import { buildOf, version } from '#server/version.ts'
import { routeOf } from './log.ts'
import { registerMeasures } from './measures.ts'

const nearby = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nearby.addSubnet(network, bits)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')

const isNearby = (address: string): boolean => nearby.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

let ofProcess: Registry | undefined

/**
 * The process is measured once, however many apps it has had: the metrics watch the event loop and each garbage collection, and are
 * never stopped.
 */
const processMetrics = (): Registry => {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

const gaugeConnections = (registry: Registry, { live, nodes, storage: { remote } }: Platform): void => {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value())
      },
    })
  gauge('sockets_open', 'Open sockets of this process', () => live.openSockets())
  if (nodes.link())
    gauge('redis_connected', 'Whether this process reaches the others by Redis', () => (nodes.link() === 'connected' ? 1 : 0))
  if (remote)
    gauge('bucket_connected', 'Whether this process can use the bucket', async () => ((await remote.state()) === 'connected' ? 1 : 0))
}

const nameBuild = (registry: Registry): void =>
  new Gauge({ name: 'build_info', help: 'Always 1', labelNames: ['version', 'commit'], registers: [registry] }).set(
    { version, commit: buildOf().commit ?? '' },
    1,
  )

/** Throws if the database is away. Without Redis or the bucket a node still serves and stays in service: all nodes would leave together. */
const readiness = async ({ db, nodes, storage: { remote } }: Platform) => {
  await ping(db).catch(() => {
    throw new AppError(commonErrors.unavailable)
  })
  const [redis, files] = [nodes.link(), await remote?.state()]
  return { status: 'ready', ...(redis && { redis }), ...(files && { files }) }
}

/**
 * `/healthz`: the process responds. `/readyz`: it can serve (503 while it drains or its database is away). `/metrics`: Prometheus
 * text, for private networks only.
 */
export const serveHealth = (app: FastifyInstance, platform: Platform, features: Record<string, Pick<Feature, 'measures'>>): void => {
  const ofTheProcess = processMetrics()
  const { registry } = platform.meters
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 2.5, 10],
    registers: [registry],
  })
  gaugeConnections(registry, platform)
  registerMeasures(registry, platform, features)
  nameBuild(registry)
  // Looking up the counters of a label takes as long as the rest of a cached reply.
  const counters = new Map<string, (seconds: number) => void>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
    const name = `${request.method} ${reply.statusCode} ${route}`
    const observe = counters.get(name) ?? seconds.labels(request.method, route, String(reply.statusCode)).observe
    counters.set(name, observe)
    observe(reply.elapsedTime / 1_000)
    done()
  })
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (draining) throw new AppError(commonErrors.unavailable)
    return readiness(platform)
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    // A proxy in front blocks this address, and none that the router takes for the same.
    const isExact = request.url.split('?')[0] === '/metrics'
    if (!isExact || !isNearby(request.ip)) throw new AppError(commonErrors.notFound)
    return reply.type(registry.contentType).send(await Registry.merge([ofTheProcess, registry]).metrics())
  })
}
