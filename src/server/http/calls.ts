import findMyWay from 'find-my-way'
import type { Endpoint } from '#contract/endpoint.ts'

export const routerOptions = { maxParamLength: 200, ignoreTrailingSlash: true }

type Apis = Record<string, { api: Record<string, Endpoint> }>

/** Returns the call that an address names, with what its path says; null for none. A HEAD finds the GET. */
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
 * The calls of these features by address, in the router that Fastify itself has. Its tree takes longer to make than the rest of an
 * app, and all apps of a process share one.
 */
export const findCallOf = (features: Apis): FindCall => {
  const find = finders.get(features) ?? finderOf(features)
  finders.set(features, find)
  return find
}
