/*
 * What is cleaned up after a test, or after its file. The setup file asks for it, because a worker runs many files on one
 * copy of the modules, and a hook that such a module sets up by itself would be one of the first file alone.
 */

type Clean = () => unknown

const cleaning: Record<'test' | 'file', Clean[]> = { test: [], file: [] }

export const afterTest = (clean: Clean): void => void cleaning.test.push(clean)
export const afterFile = (clean: Clean): void => void cleaning.file.push(clean)

/** What was made last goes first. */
export const cleanUpAfter = async (what: 'test' | 'file'): Promise<void> => {
  for (const clean of cleaning[what].splice(0).reverse()) await clean()
}
