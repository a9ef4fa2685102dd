/*
 * Clean-up after a test, or after its file. The setup file registers it, because a worker runs many files on one copy of the
 * modules, and a hook that such a module registers itself would belong to the first file only.
 */

type Clean = () => unknown

const cleaning: Record<'test' | 'file', Clean[]> = { test: [], file: [] }

/** What is made now is cleaned up after this: a test while one runs, and else, as in `beforeAll`, the file. */
let lasting: 'test' | 'file' = 'file'

export const beginTest = (): void => {
  lasting = 'test'
}

/** After the test that runs, or after the file if none does. */
export const afterTest = (clean: Clean): void => void cleaning[lasting].push(clean)
export const afterFile = (clean: Clean): void => void cleaning.file.push(clean)

/** Returns a function whose calls make what lasts as long as what is made now, so that a shared node can start again in a test. */
export const sameLifetime = () => {
  const own = lasting
  return <T>(make: () => T): T => {
    const before = lasting
    lasting = own
    try {
      return make()
    } finally {
      lasting = before
    }
  }
}

/** In reverse order of creation. */
export const cleanUpAfter = async (what: 'test' | 'file'): Promise<void> => {
  for (const clean of cleaning[what].splice(0).reverse()) await clean()
  lasting = 'file'
}
