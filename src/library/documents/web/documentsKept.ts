import { getSession, onForget } from '#web/api/session.ts'

/*
 * How each person left the page, on this device: which branches were open, and whether they looked at the tree or at covers.
 * It holds ids of categories and nothing secret, so it survives the sign-out and is there again when the same person comes
 * back; on a shared computer everybody has their own.
 */
export type View = 'tree' | 'covers'
type Kept = { open?: readonly string[]; view?: View }

const key = 'documents page'
/** Who came last comes last; a shared computer forgets a person who has not been there for longest. */
const mostPeople = 20
const mostBranches = 1_000

const isText = (value: unknown): value is string => typeof value === 'string'

const keptFrom = (value: unknown): Kept => {
  const { open, view } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { ...(Array.isArray(open) && { open: open.filter(isText) }), ...((view === 'tree' || view === 'covers') && { view }) }
}

const everybodys = (): [id: string, kept: Kept][] => {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((each): [string, Kept][] => (Array.isArray(each) && isText(each[0]) ? [[each[0], keptFrom(each[1])]] : []))
  } catch {
    return []
  }
}

/** Storage can be switched off; the page then remembers for as long as the session. */
let current: Kept | undefined
onForget(() => {
  current = undefined
})

const mine = (): string => getSession()?.user._id ?? ''

export const documentsKept = (): Kept => {
  current ??= everybodys().find(([id]) => id === mine())?.[1] ?? {}
  return current
}

export const keepDocuments = ({ open, view }: Kept): void => {
  current = { ...documentsKept(), ...(open && { open: open.slice(0, mostBranches) }), ...(view && { view }) }
  const others = everybodys().filter(([id]) => id !== mine())
  try {
    window.localStorage.setItem(key, JSON.stringify([...others.slice(1 - mostPeople), [mine(), current]]))
  } catch {
    // Switched off, or full.
  }
}
