/*
 * The service worker: opens the installed app without a network. It stores the page and its files, which anybody may read, and never
 * handles a request to the API. Of a person it stores only what another app shares, which is shown for a day at most: shares.ts. The page comes from the network as long as there is one. The
 * name of a file changes with its content, so a stored file is never outdated.
 *
 * What could break a device, and what prevents it:
 * - a page whose files are not stored: `isWhole` accepts only a page of this build, and files are deleted only if the page fits;
 * - a reply of something between the device and Carrel, such as a notice of a proxy: `isWhole` and `isOfType`;
 * - a storage that is full or damaged: everything then comes from the network.
 */
import { deleteLeftovers } from './leftovers.ts'
import './notifications.ts'
import { deleteOldShare, takeShare } from './shares.ts'

declare const self: ServiceWorkerGlobalScope
/** The addresses of all files of this build; written by scripts/serviceWorker.ts. */
declare const FILES: readonly string[]

const filesName = 'carrel-files'
/** Decoders and fonts of the reader, whose address has the version of pdf.js: `/pdfjs/VERSION/…`. */
const readerName = 'carrel-reader'
const ofReader = '/pdfjs/'
const pageName = 'carrel-page'
/** The one page of all screens behind the sign-in. */
const shell = '/dashboard'

/** After this time without a reply the stored page is shown (ms). */
const NETWORK_TIMEOUT_MS = 5_000

const files = new Set(FILES)
const stemOf = (path: string): string => path.replace(/-[\w-]{7,8}(\.\w+)$/, '$1')

const types: Readonly<Record<string, RegExp>> = { js: /javascript/, css: /^text\/css/, woff2: /^font\/|woff2/ }

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? ''

const isOfType = (path: string, response: Response): boolean =>
  response.ok && !response.redirected && (types[path.slice(path.lastIndexOf('.') + 1)]?.test(typeOf(response)) ?? false)

/** Returns whether this is the page of this build: one that names files, and only files that the worker knows. */
const isWhole = async (response: Response): Promise<boolean> => {
  if (!response.ok || response.redirected || !typeOf(response).startsWith('text/html')) return false
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  return named.length > 0 && named.every((path) => files.has(path))
}

const storedPage = (): Promise<Response | undefined> => caches.match(shell, { cacheName: pageName })

const storePage = async (response: Response): Promise<boolean> => {
  if (!(await isWhole(response))) return false
  await (await caches.open(pageName)).put(shell, response)
  return true
}

const storeFile = async (cache: Cache, path: string): Promise<void> => {
  if (await cache.match(path)) return
  const response = await fetch(path)
  if (!isOfType(path, response)) throw new Error(`${path} was not sent`)
  await cache.put(path, response)
}

/**
 * Downloads the page of this build and the new version of each file that this device has used, so that the same screens open without
 * a network afterwards. If anything is missing, the worker is not installed, and the browser tries again later.
 */
const update = async (): Promise<void> => {
  if (!(await storedPage())) return
  const cache = await caches.open(filesName)
  const stems = new Set((await cache.keys()).map(({ url }) => stemOf(new URL(url).pathname)))
  await Promise.all(FILES.filter((path) => stems.has(stemOf(path))).map((path) => storeFile(cache, path)))
  if (!(await storePage(await fetch(shell)))) throw new Error('The page is not of this build')
}

/** Deletes the files of earlier builds, unless the stored page still needs them. */
const deleteEarlierFiles = async (): Promise<void> => {
  const page = await storedPage()
  if (page && !(await isWhole(page))) return
  const cache = await caches.open(filesName)
  const earlier = (await cache.keys()).filter(({ url }) => !files.has(new URL(url).pathname))
  await Promise.all(earlier.map((request) => cache.delete(request)))
}

const versionOf = (path: string): string | undefined => path.split('/')[2]

/** Stores a file of the reader, and deletes those of other versions. */
const storeReaderFile = async (path: string, response?: Response): Promise<void> => {
  const cache = await caches.open(readerName)
  if (!response && (await cache.match(path))) return
  const loaded = response ?? (await fetch(path))
  if (!loaded.ok || loaded.redirected || typeOf(loaded).startsWith('text/html')) return
  await cache.put(path, loaded)
  const others = (await cache.keys()).filter(({ url }) => versionOf(new URL(url).pathname) !== versionOf(path))
  await Promise.all(others.map((request) => cache.delete(request)))
}

/** Stores what a page that opened without the worker has loaded. The files come from the browser's own cache. */
const storeLoaded = async (loaded: readonly string[]): Promise<void> => {
  const cache = await caches.open(filesName)
  await Promise.all(loaded.filter((path) => files.has(path)).map((path) => storeFile(cache, path)))
  await Promise.all(loaded.filter((path) => path.startsWith(ofReader)).map((path) => storeReaderFile(path)))
  await storePage(await fetch(shell))
}

const withTimeout = (response: Promise<Response>, ms: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer in time')), ms)
    void response.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Pages that are not the shell: the server renders them for visitors. */
const isForVisitors = ({ pathname }: URL): boolean => ['/', '/landing', '/login'].includes(pathname)

const answerPage = async (event: FetchEvent): Promise<Response> => {
  const stored = await storedPage().catch(() => undefined)
  const asked = Promise.resolve(event.preloadResponse).then((early) => (early as Response | undefined) ?? fetch(event.request))
  if (!stored) return asked
  try {
    const response = await withTimeout(asked, NETWORK_TIMEOUT_MS)
    if (response.status >= 500) return stored
    if (!isForVisitors(new URL(event.request.url))) event.waitUntil(storePage(response.clone()).catch(() => false))
    return response
  } catch {
    return stored
  }
}

/** Ends the downloads of this worker: the browser activates a new version only after them. */
const downloads = new AbortController()

const answerFile = async (request: Request): Promise<Response> => {
  const cache = await caches.open(filesName).catch(() => undefined)
  const stored = await cache?.match(request).catch(() => undefined)
  if (stored) return stored
  const response = await fetch(request, { signal: downloads.signal })
  const { pathname } = new URL(request.url)
  if (files.has(pathname) && isOfType(pathname, response)) await cache?.put(request, response.clone()).catch(() => undefined)
  return response
}

const answerReaderFile = async (event: FetchEvent, path: string): Promise<Response> => {
  const stored = await caches.match(path, { cacheName: readerName }).catch(() => undefined)
  if (stored) return stored
  const response = await fetch(event.request)
  event.waitUntil(storeReaderFile(path, response.clone()).catch(() => undefined))
  return response
}

/** The page before may still be deleting: its database first. */
const LEFTOVERS_DELAY_MS = 1_000

const deleteLeftoversLater = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, LEFTOVERS_DELAY_MS))
  await deleteLeftovers().catch(() => undefined)
  await deleteOldShare().catch(() => undefined)
}

self.addEventListener('install', (event) => event.waitUntil(update()))

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteEarlierFiles(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => {
  const message = event.data as { kind?: string; files?: unknown } | undefined
  if (message?.kind === 'activate') void self.skipWaiting()
  if (message?.kind === 'leave') downloads.abort()
  if (message?.kind === 'store' && Array.isArray(message.files)) event.waitUntil(storeLoaded(message.files.map(String)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && origin === self.location.origin && pathname === '/share') {
    event.respondWith(takeShare(request))
    return
  }
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(answerPage(event))
    event.waitUntil(deleteLeftoversLater())
    return
  }
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
  else if (pathname.startsWith(ofReader)) event.respondWith(answerReaderFile(event, pathname))
})
