import type { Role } from '#contract/actor.ts'
import { type AllPageFiles, type OpenedPage, type PageFiles, pageFilesId } from '#contract/pageFiles.ts'
import { askEarly } from './early.ts'
import { bannerCalls, closedTo, firstCalls, type Openings, sessionCall } from './openings.ts'

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
  link.href = `/assets/${file}`
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

declare global {
  /** Fetches the files of a page that a link leads to. On the window, because the app itself does not know the names of all files. */
  var fetchPage: ((path: string) => Promise<void>) | undefined
}

/** Returns the files of the opened page, which the server names in front of the script of the head. */
const openedFiles = (): PageFiles => {
  const text = document.getElementById(pageFilesId)?.textContent
  const opened = text ? (JSON.parse(text) as OpenedPage) : undefined
  return opened?.path === window.location.pathname ? opened.files : {}
}

const filesOfAllPages = (file: string) => {
  let asked: Promise<AllPageFiles> | undefined
  return (): Promise<AllPageFiles> => {
    asked ??= fetch(`/assets/${file}`).then((response) => response.json())
    asked.catch(() => {
      asked = undefined
    })
    return asked
  }
}

const fetchFiles = ({ signIn, frame, later, owner, pages }: Openings, role: Role | undefined): void => {
  const asked = new Set<string>()
  const fetchAll = (files: readonly string[] = []): void => {
    for (const file of files) if (!asked.has(file)) fetchModule(file)
    for (const file of files) asked.add(file)
  }
  const allPages = filesOfAllPages(pages)
  globalThis.fetchPage = (path) =>
    allPages().then(
      (files) => fetchAll(files[path]?.['']),
      () => undefined,
    )
  fetchAll(role ? frame : signIn)
  if (!role) return
  const opened = openedFiles()
  // After the start, which then runs while they load. A slow line divides itself among all files that were asked for.
  whenStartIsHere(() => {
    fetchAll(opened[window.location.search] ?? opened[''])
    fetchAll(later)
    if (role === 'superadmin') fetchAll(owner)
  })
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
    if (openings && !session) whenStartIsHere(() => setTimeout(() => fetchFiles(openings, undefined), quietMs))
    return
  }
  if (openings) fetchFiles(openings, session?.role)
  if (!session) return
  const first = closedTo[pathname]?.includes(session.role) ? undefined : firstCalls[pathname + search]
  const [notices, backups] = bannerCalls
  const calls = [sessionCall, ...(first ? [first] : []), notices, ...(session.role === 'superadmin' ? [backups] : [])]
  askEarly([...new Set(calls)], session.token)
}
