import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { features } from '../../features.ts'
import { featureKeyOf } from '../featureKey.ts'
import { type Answer, given } from '../given.ts'
import { givenCategory } from '../library.ts'
import { cheapHash, rightPassword } from '../people.ts'
import type { Caller, Prepare, Situation, World } from './table.ts'

type Rows = Record<string, Record<string, Situation>>

const rowsIn = async (file: string) => {
  const feature = featureKeyOf(file)
  const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Rows>
  return Object.values(exported).flatMap((rows) => Object.entries(rows).map(([name, situations]) => [`${feature}.${name}`, situations]))
}

/** The rows of all features, by `feature.call`. */
export const table: Rows = Object.fromEntries((await Promise.all(globSync('src/*/*/server/*.access.ts').map(rowsIn))).flat())

export const endpoints = new Map<string, Endpoint>(
  Object.entries(features).flatMap(([feature, { api }]) => Object.entries(api).map(([name, one]) => [`${feature}.${name}`, one] as const)),
)

export const givenWorld = async (...surroundings: Parameters<typeof given>): Promise<World> => {
  const app = await given(...surroundings)
  const admin = await app.as('admin')
  return { app, admin, category: (await givenCategory(admin, 'Physics'))._id }
}

/** Hash of the password that every caller has. */
let knownHash: Promise<string> | undefined

/** Makes a call in a situation as a new person of this role. */
export const callAs = async (world: World, caller: Caller, endpoint: Endpoint, prepare: Prepare): Promise<Answer> => {
  knownHash ??= cheapHash(rightPassword)
  const passwordHash = await knownHash
  const me = caller === 'anonymous' ? undefined : await world.app.as(caller, { passwordHash })
  const { query, body, ...params } = await prepare(world, me)
  const path = `${fillPath(endpoint.path, params)}${query ? `?${query}` : ''}`
  const person = me ?? world.app.anyone()
  switch (endpoint.method) {
    case 'GET':
      return person.get(path)
    case 'POST':
      return person.post(path, body)
    case 'PUT':
      return person.put(path, body)
    case 'PATCH':
      return person.patch(path, body)
    case 'DELETE':
      return person.del(path)
  }
}
