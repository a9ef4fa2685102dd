import type { Endpoint } from './endpoint.ts'

/** The maximum length of a key in a sentence. */
const SHOWN = 40

/** An address that is opened directly, such as a signed link or a picture, to which other programs may have added keys of their own. */
const isOpenedAsItIs = ({ access, stream }: Endpoint): boolean => access === 'anyone' && stream === true

/** Returns a sentence about the first key of a query that is unknown or repeated, or undefined. */
export const queryFault = (endpoint: Endpoint, query: Readonly<Record<string, unknown>>): { key: string; message: string } | undefined => {
  if (isOpenedAsItIs(endpoint)) return undefined
  const known = (endpoint.query as { shape?: object } | undefined)?.shape ?? {}
  for (const [key, value] of Object.entries(query)) {
    const shown = [...key].length > SHOWN ? `${[...key].slice(0, SHOWN).join('')}…` : key
    if (!Object.hasOwn(known, key)) return { key, message: `There is no query parameter “${shown}”. Check how it is spelled.` }
    if (Array.isArray(value)) return { key, message: `The query parameter “${shown}” is given more than once.` }
  }
  return undefined
}
