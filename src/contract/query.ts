import type { Endpoint } from './endpoint.ts'

/** The longest key that is repeated in a sentence. */
const SHOWN = 40

/** An address that is opened as it stands, such as a signed link or a picture, to which others may have added keys of their own. */
const isOpenedAsItIs = ({ access, stream }: Endpoint): boolean => access === 'anyone' && stream === true

/** The first key of a query that the call does not take, or takes once and is given more often, with a sentence that says so. */
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
