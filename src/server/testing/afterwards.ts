/*
 * Clean-up after a test, or after its file. The setup file registers it, because a worker runs many files on one copy of the
 * modules, and a hook that such a module registers itself would belong to the first file only.
 */

type Clean = () => unknown

const cleaning: Record<'test' | 'file', Clean[]> = { test: [], file: [] }

export const afterTest = (clean: Clean): void => void cleaning.test.push(clean)
export const afterFile = (clean: Clean): void => void cleaning.file.push(clean)

/** In reverse order of creation. */
export const cleanUpAfter = async (what: 'test' | 'file'): Promise<void> => {
  for (const clean of cleaning[what].splice(0).reverse()) await clean()
}
