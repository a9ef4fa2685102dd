import findMyWay from 'find-my-way'
import type { Endpoint } from '#contract/endpoint.ts'

export const routerOptions = { maxParamLength: 200, ignoreTrailingSlash: true }

/** The URL of the one route that serves all calls. */
export const callsUrl = '/api/*'

type Apis = Record<string, { api: Record<string, Endpoint> }>

/** Returns the endpoint and path parameters of a URL, or null. HEAD requests match the GET endpoint. */
export type FindCall = (method: string, url: string) => { endpoint: Endpoint; params: unknown } | null

const finderOf = (features: Apis): FindCall => {
  const router = findMyWay(routerOptions)
  for (const { api } of Object.values(features))
    for (const endpoint of Object.values(api)) router.on(endpoint.method, `/api${endpoint.path}`, () => undefined, endpoint)
  return (method, url) => {
    const found = router.find(method === 'HEAD' ? 'GET' : (method as 'GET'), url.split('?')[0] ?? url)
    return found && { endpoint: found.store as Endpoint, params: found.params }
  }
}

const finders = new WeakMap<Apis, FindCall>()

/**
 * Returns the router of these features' endpoints, the one that Fastify uses. Building its tree takes longer than the rest of an app,
 * so all apps of a process share it.
 */
export const findCallOf = (features: Apis): FindCall => {
  const find = finders.get(features) ?? finderOf(features)
  finders.set(features, find)
  return find
}
