import type { Role } from '#contract/actor.ts'
import { askEarly } from './early.ts'
import { closedTo, firstCalls, type Openings, sessionCall } from './openings.ts'

const storedSession = (): { token: string; role: Role } | null => {
  try {
    const token = window.localStorage.getItem('token')
    const user = window.localStorage.getItem('user')
    return token && user ? { token, role: JSON.parse(user).role } : null
  } catch {
    return null
  }
}

/** The public page, which names its files itself. */
const landing = ['/', '/landing']

/** How long it has the network to itself. */
const quietMs = 1_500

const fetchModule = (file: string): void => {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `/${file}`
  document.head.append(link)
}

/** Runs once the start of the app has loaded, and React, which it waits for, nearly so; the connection is free soon. */
const whenStartIsHere = (then: () => void): void => {
  const observer = new PerformanceObserver(() => {
    const start = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
    if (!start || performance.getEntriesByName(start).length === 0) return
    observer.disconnect()
    then()
  })
  observer.observe({ type: 'resource', buffered: true })
}

type Address = { path: string; search: string }

declare global {
  /** Fetches the files of a page that a link leads to. On the window, because the app itself does not know the names of all files. */
  var fetchPage: ((path: string) => void) | undefined
}

const fetchFiles = ({ files, signIn, frame, later, pages }: Openings, { path, search }: Address, isSignedIn: boolean): void => {
  const asked = new Set<number>()
  const fetchAll = (indexes: readonly number[]): void => {
    for (const index of indexes) if (!asked.has(index)) fetchModule(files[index] ?? '')
    for (const index of indexes) asked.add(index)
  }
  globalThis.fetchPage = (next) => fetchAll(pages[next] ?? [])
  fetchAll(isSignedIn ? frame : signIn)
  // After the start, which then runs while they load. A slow line divides itself among all files that were asked for.
  if (isSignedIn) whenStartIsHere(() => fetchAll([...(pages[path + search] ?? pages[path] ?? []), ...later]))
}

/**
 * Loads what the opened page needs in parallel with the start of the app: its files, and for signed-in people the check of the
 * session and the first call. `openings` is null in development.
 */
export const openEarly = (openings: Openings | null): void => {
  const { pathname, search } = window.location
  const session = storedSession()
  if (landing.includes(pathname)) {
    // Visitors go to the sign-in from here: fetched but not run, which would block a phone on which someone reads.
    if (openings && !session) whenStartIsHere(() => setTimeout(() => fetchFiles(openings, { path: '/login', search: '' }, false), quietMs))
    return
  }
  if (openings) fetchFiles(openings, { path: pathname, search }, session !== null)
  if (!session) return
  const first = closedTo[pathname]?.includes(session.role) ? undefined : firstCalls[pathname + search]
  askEarly([sessionCall, ...(first ? [first] : [])], session.token)
}
