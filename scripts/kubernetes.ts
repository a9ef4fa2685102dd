import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'

/*
 * The parts of the Kubernetes API that `deploy/kubernetes` uses, as the reference of version 1.31 describes them. Every object is
 * strict: a field that is misspelt or in the wrong place is an error here, where a cluster would ignore or refuse it.
 */

const Name = z.string().check(z.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/))
const Labels = z.record(z.string(), z.string())
const Quantity = z.string().check(z.regex(/^\d+(?:m|[KMGT]i)?$/))
const Count = z.int().check(z.minimum(0))
const PortName = z.string().check(z.regex(/^[a-z0-9-]{1,15}$/))

const metadata = z.strictObject({
  name: Name,
  namespace: Name,
  labels: z.optional(Labels),
  annotations: z.optional(z.record(z.string(), z.string())),
})
const selector = z.strictObject({ matchLabels: Labels })

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().check(z.startsWith('/')), port: PortName }),
  periodSeconds: Count,
  failureThreshold: Count,
  timeoutSeconds: z.optional(Count),
})

const container = z.strictObject({
  name: Name,
  image: z.string().check(z.regex(/^[a-z0-9./-]+:\d+\.\d+\.\d+$/, 'an image needs the tag of a version')),
  ports: z.array(z.strictObject({ name: PortName, containerPort: Count })),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: Name }) })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.strictObject({ preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }) }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: Quantity, memory: Quantity }),
    limits: z.strictObject({ memory: Quantity }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.array(z.literal('ALL')) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: Name, mountPath: z.string(), readOnly: z.optional(z.boolean()) })),
})

const volume = z.union([
  z.strictObject({ name: Name, emptyDir: z.strictObject({}) }),
  z.strictObject({ name: Name, secret: z.strictObject({ secretName: Name, defaultMode: z.int().check(z.maximum(0o777)) }) }),
])

const pod = z.strictObject({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: Count,
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: Count,
      topologyKey: z.string(),
      whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
      labelSelector: selector,
    }),
  ),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: Count,
    runAsGroup: Count,
    fsGroup: Count,
    seccompProfile: z.strictObject({ type: z.enum(['RuntimeDefault']) }),
  }),
  containers: z.array(container).check(z.minLength(1)),
  volumes: z.array(volume),
})

const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: Count,
    selector,
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxSurge: Count, maxUnavailable: Count }),
    }),
    template: z.strictObject({ metadata: z.strictObject({ labels: Labels }), spec: pod }),
  }),
})

const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    type: z.literal('ClusterIP'),
    selector: Labels,
    ports: z.array(z.strictObject({ name: PortName, port: Count, targetPort: PortName })),
  }),
})

const backend = z.strictObject({ service: z.strictObject({ name: Name, port: z.strictObject({ name: PortName }) }) })
const ingress = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('Ingress'),
  metadata,
  spec: z.strictObject({
    ingressClassName: Name,
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: Name })),
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(z.strictObject({ path: z.string(), pathType: z.enum(['Prefix', 'Exact']), backend })),
        }),
      }),
    ),
  }),
})

const budget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  spec: z.strictObject({ minAvailable: Count, selector }),
})

const configMap = z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('ConfigMap'), metadata, data: Labels })

const objects = z.discriminatedUnion('kind', [deployment, service, ingress, budget, configMap])
export type KubernetesObject = z.infer<typeof objects>

/** Returns the objects, or throws an error that names what the API would not accept. */
export const checkObjects = (given: readonly unknown[]): KubernetesObject[] => given.map((one) => objects.parse(one))

const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: Name,
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.strictObject({ name: Name, envs: z.array(z.string()) })),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
})

const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Renders a folder as `kubectl kustomize` does, without the hashes in the names of config maps. For what our kustomization uses. */
export const render = (folder: string): unknown[] => {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const { namespace, resources, configMapGenerator, images } = kustomization.parse(parse(read('kustomization.yaml')))
  const maps = configMapGenerator.map(({ name, envs }) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: Object.assign({}, ...envs.map((file) => pairsIn(read(file)))) },
  }))
  const named = [...maps, ...resources.map((file) => parse(read(file)))].map((one) => ({
    ...one,
    metadata: { ...one.metadata, namespace },
  }))
  return named.map((one) =>
    JSON.parse(JSON.stringify(one), (key, value) => {
      const image = key === 'image' ? images.find(({ name }) => name === value) : undefined
      return image ? `${image.newName}:${image.newTag}` : value
    }),
  )
}
