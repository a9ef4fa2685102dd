import { AppError } from '#contract/errors.ts'
import { type Category, categoryErrors } from '#library/categories/categories.contract.ts'
import { fold } from '#server/db/fold.ts'
import type { ActorContext } from '#server/feature/platform.ts'
import { create, list } from './categories.service.ts'

type Names = readonly string[]
type Found = Pick<Category, '_id' | 'name'>

/** Two categories with one parent have one name only where it is folded. */
const keyOf = (parentId: string | null, name: string): string => `${parentId ?? ''} ${fold(name)}`

/**
 * For other features: finds and makes categories by their names from the root down; no names are no category. What is there
 * is remembered until someone says to forget it.
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

  /** Someone else may make it in the same moment: then theirs is the one. */
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
    /** The category where it is there, null for no names, undefined where it is not there. */
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
