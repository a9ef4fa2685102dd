import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Customization } from '../customization.contract.ts'
import { readCustomization } from './customization.service.ts'

type Known = { revision: number; customization: Customization }

const known = new WeakMap<Db, Promise<Known>>()

/**
 * Returns the committed customization, for data included in every page. It is reloaded only after a change and is the same object until
 * then, so that it can be the key of a cache.
 */
export const currentCustomization = async (platform: Platform): Promise<Customization> => {
  const revision = await revisionOf(platform.db, 'customization')
  const before = await known.get(platform.db)?.catch(() => undefined)
  if (before?.revision === revision) return before.customization
  const read = readCustomization(platform).then((customization) => ({ revision, customization }))
  known.set(platform.db, read)
  return (await read).customization
}
