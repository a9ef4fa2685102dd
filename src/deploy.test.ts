import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'
import { checkObjects, type KubernetesObject, render } from '../scripts/kubernetes.ts'

/* What is in `deploy/` and the files for Docker is not run here: these tests compare it with the API and with the program. */

const folder = 'deploy/kubernetes'

const allOfKind = <K extends KubernetesObject['kind']>(objects: readonly KubernetesObject[], kind: K) =>
  objects.filter((one): one is Extract<KubernetesObject, { kind: K }> => one.kind === kind)

const ofKind = <K extends KubernetesObject['kind']>(objects: readonly KubernetesObject[], kind: K) => {
  const [only, ...more] = allOfKind(objects, kind)
  if (!only || more.length > 0) throw new Error(`There must be one ${kind}.`)
  return only
}

/** The settings that docs/operations.md lists, and those in a file. */
const settings = new Set(
  [...readFileSync('docs/operations.md', 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].flatMap(([, name]) => [name, `${name}_FILE`]),
)

describe('deploy/kubernetes', () => {
  const objects = checkObjects(render(folder))
  const { spec } = ofKind(objects, 'Deployment')
  const [container] = spec.template.spec.containers

  test('has only fields of the API', () => {
    expect(objects.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'Ingress', 'Ingress', 'PodDisruptionBudget'])
    const misspelt = render(folder).map((one) => JSON.parse(JSON.stringify(one).replace('readinessProbe', 'readyProbe')))
    expect(() => checkObjects(misspelt)).toThrow(/readyProbe/)
  })

  test('leads from the ingress to the pods, asks the health addresses, and lets one node serve at any time', () => {
    const { labels } = spec.template.metadata
    const service = ofKind(objects, 'Service')
    const [ingress] = allOfKind(objects, 'Ingress')
    const budget = ofKind(objects, 'PodDisruptionBudget')
    expect([spec.selector.matchLabels, service.spec.selector, budget.spec.selector.matchLabels]).toEqual([labels, labels, labels])
    const [path] = ingress?.spec.rules.flatMap(({ http }) => http.paths) ?? []
    expect(path?.backend.service).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0]?.name } })
    expect(service.spec.ports[0]?.targetPort).toBe(container?.ports[0]?.name)
    expect(ingress?.metadata.annotations?.['nginx.ingress.kubernetes.io/affinity']).toBe('cookie')
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {}
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz'])
    expect([spec.replicas > budget.spec.minAvailable, spec.strategy.rollingUpdate.maxUnavailable]).toEqual([true, 0])
    // Ten seconds of draining come after the wait.
    const [, waited] = container?.lifecycle.preStop.exec.command ?? []
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(waited) + 10)
  })

  test('lets nobody read /metrics through the ingress, at any of its hosts', () => {
    const [open, closed] = allOfKind(objects, 'Ingress')
    const pathsOf = (ingress = closed) => ingress?.spec.rules.map(({ host, http }) => [host, http.paths.map(({ path }) => path)])
    expect(closed?.metadata.annotations).toEqual({ 'nginx.ingress.kubernetes.io/denylist-source-range': '0.0.0.0/0,::/0' })
    expect(pathsOf(closed)).toEqual(pathsOf(open)?.map(([host]) => [host, ['/metrics']]))
  })

  test('has one writable volume, secrets in files alone, and settings that the program accepts', () => {
    const mounts = container?.volumeMounts ?? []
    expect(mounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)).toEqual(['/data'])
    expect(mounts.map(({ name }) => name).toSorted()).toEqual(spec.template.spec.volumes.map(({ name }) => name).toSorted())
    const { data, metadata } = ofKind(objects, 'ConfigMap')
    expect(container?.envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
    const files = (container?.env ?? []).filter(({ name }) => name.endsWith('_FILE'))
    const secrets = mounts.find(({ name }) => name === 'secrets')?.mountPath
    expect(files.filter(({ value }) => !value.startsWith(`${secrets}/`))).toEqual([])
    expect(Object.keys(data).filter((name) => /PASSWORD|SECRET|KEY|DATABASE_URL|REDIS_URL/.test(name))).toEqual([])
    expect([...Object.keys(data), ...files.map(({ name }) => name)].filter((name) => !settings.has(name))).toEqual([])
    const given = { DATABASE_URL: 'postgres://database', REDIS_URL: 'redis://redis', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }
    expect(files.map(({ name }) => name.replace('_FILE', '')).toSorted()).toEqual(Object.keys(given).toSorted())
    expect(readConfig({ ...data, ...given }).s3?.bucket).toBe(data.S3_BUCKET)
  })

  const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0

  test.runIf(hasKubectl)('is rendered by kubectl as by this test', { timeout: 120_000 }, () => {
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }).replaceAll(/(carrel-settings)-[a-z0-9]{10}\b/g, '$1')
    const rendered = parseAllDocuments(text).map((document) => document.toJS())
    const byKind = (all: readonly unknown[]) => checkObjects(all).toSorted((one, other) => one.kind.localeCompare(other.kind))
    expect(byKind(rendered)).toEqual(byKind(render(folder)))
  })
})

describe('the files for Docker', () => {
  type Service = {
    image?: string
    environment?: Record<string, unknown>
    depends_on?: string[] | object
    volumes?: string[]
    networks?: string[]
  }
  type Compose = { services: Record<string, Service>; volumes?: object; networks?: object }
  const [base, nodes] = ['compose.yaml', 'compose.nodes.yaml'].map((file) => parse(readFileSync(file, 'utf8')) as Compose)
  const both = [base, nodes].flatMap((file) => Object.entries(file?.services ?? {}))

  test('name services, volumes, networks and settings that exist, and a version of every image', () => {
    const services = new Set(both.map(([name]) => name))
    const volumes = Object.keys({ ...base?.volumes, ...nodes?.volumes })
    for (const [name, service] of both) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      expect([name, needed.filter((one) => !services.has(one))]).toEqual([name, []])
      expect([name, (service.volumes ?? []).filter((one) => !volumes.includes(one.split(':')[0] ?? ''))]).toEqual([name, []])
      expect([name, (service.networks ?? []).filter((one) => one !== 'inside')]).toEqual([name, []])
      if (service.image) expect([name, service.image]).toEqual([name, expect.stringMatching(/:(?!latest).+/)])
      if (name === 'carrel') expect(Object.keys(service.environment ?? {}).filter((one) => !settings.has(one))).toEqual([])
    }
  })

  test('have an S3 server, a bucket that is made once, and nodes that use it', () => {
    const { bucket, 'new-bucket': made, carrel } = nodes?.services ?? {}
    expect([bucket?.image, made?.image]).toEqual([expect.stringContaining('minio/minio:'), expect.stringContaining('minio/mc:')])
    expect(Object.keys(carrel?.environment ?? {})).toEqual(
      expect.arrayContaining(['S3_BUCKET', 'S3_ENDPOINT', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']),
    )
  })
})
