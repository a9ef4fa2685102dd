import { getSession, onForget } from '#web/api/session.ts'

/*
 * The state in which each person left the page, on this device: the open branches, and the tree or cover view. It contains only ids of
 * categories, so it is not deleted at sign-out and is restored for the same person; on a shared computer each person has their own.
 */
export type View = 'tree' | 'covers'
type Kept = { open?: readonly string[]; view?: View }

const key = 'documents page'
/** Sorted by last visit; beyond this number the longest absent person is dropped. */
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

/** Storage can be disabled; the state then lasts for the session. */
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
    // Storage is disabled or full.
  }
}
