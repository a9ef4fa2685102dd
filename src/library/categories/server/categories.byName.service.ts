import { AppError } from '#contract/errors.ts'
import { type Category, categoryErrors } from '#library/categories/categories.contract.ts'
import { fold } from '#server/db/fold.ts'
import type { ActorContext } from '#server/feature/platform.ts'
import { create, list } from './categories.service.ts'

type Names = readonly string[]
type Found = Pick<Category, '_id' | 'name'>

/** Siblings have the same name if it is equal after folding. */
const keyOf = (parentId: string | null, name: string): string => `${parentId ?? ''} ${fold(name)}`

/**
 * For other features: finds and creates categories by their names from the root down; no names mean no category. Results are cached until
 * the caller clears them.
 */
export const categoriesByName = (actorContext: () => ActorContext) => {
  let known: Promise<Map<string, Found>> | undefined
  const load = async (): Promise<Map<string, Found>> =>
    new Map((await list(actorContext())).items.map((one) => [keyOf(one.parentCategory, one.name), one]))
  const all = (): Promise<Map<string, Found>> => {
    known ??= load()
    return known
  }
  const forget = (): void => {
    known = undefined
  }

  const step = async (parent: Found | null, name: string): Promise<Found | undefined> => (await all()).get(keyOf(parent?._id ?? null, name))

  /** If a concurrent call creates it first, that category is used. */
  const makeStep = async (parent: Found | null, name: string): Promise<Found> => {
    try {
      const parentCategory = parent?._id ?? null
      const made = await create(actorContext(), { params: undefined, query: undefined, body: { name, parentCategory }, file: undefined })
      ;(await all()).set(keyOf(parentCategory, name), made)
      return made
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== categoryErrors.nameTaken) throw error
    }
    forget()
    const theirs = await step(parent, name)
    if (!theirs) throw new AppError(categoryErrors.nameTaken)
    return theirs
  }

  return {
    /** Returns the category, null for no names, or undefined if it does not exist. */
    find: async (names: Names): Promise<Found | null | undefined> => {
      let category: Found | null | undefined = null
      for (const name of names) {
        category = await step(category, name)
        if (!category) return undefined
      }
      return category
    },
    make: async (names: Names): Promise<Found | null> => {
      let category: Found | null = null
      for (const name of names) category = (await step(category, name)) ?? (await makeStep(category, name))
      return category
    },
    forget,
  }
}
