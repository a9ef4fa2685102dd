/*
 * The service worker: opens the installed app without a network. It stores the page and its files, which anybody may read, and never
 * sees a reply of the API: those requests pass it by, so that nothing of a person outlives their session here. The page comes from
 * the network as long as there is one. A file has a name that changes with its content, so a stored one is never outdated.
 */
declare const self: ServiceWorkerGlobalScope
/** The addresses of all files of this build; written by scripts/serviceWorker.ts. */
declare const FILES: readonly string[]

const filesName = 'carrel-files'
const pageName = 'carrel-page'
/** The one page of all screens behind the sign-in. */
const shell = '/dashboard'

/** After this time without a reply the stored page is shown (ms). */
const NETWORK_TIMEOUT_MS = 5_000

const files = new Set(FILES)
const stemOf = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1')

const fetchInto = async (cache: Cache, path: string): Promise<void> => {
  if (!(await cache.match(path))) await cache.add(path)
}

/** Fetches the new version of each file that this device has used, so that the same screens open without a network afterwards. */
const updateCachedFiles = async (): Promise<void> => {
  const cache = await caches.open(filesName)
  const stems = new Set((await cache.keys()).map(({ url }) => stemOf(new URL(url).pathname)))
  await Promise.all(FILES.filter((path) => stems.has(stemOf(path))).map((path) => fetchInto(cache, path)))
}

/** Deletes the files of earlier builds. The page that needed them is closed, or reloads. */
const deleteEarlierFiles = async (): Promise<void> => {
  const cache = await caches.open(filesName)
  const earlier = (await cache.keys()).filter(({ url }) => !files.has(new URL(url).pathname))
  await Promise.all(earlier.map((request) => cache.delete(request)))
}

/** A picture that is opened in a tab is not the page, and a browser refuses a redirected reply for another address. */
const isShell = ({ ok, redirected, headers }: Response): boolean =>
  ok && !redirected && (headers.get('content-type') ?? '').startsWith('text/html')

const storePage = async (response: Response): Promise<void> => {
  const cache = await caches.open(pageName)
  await cache.put(shell, response)
}

/** Stores what a page that opened without the worker has loaded. The files come from the browser's own cache. */
const storeLoaded = async (loaded: readonly string[]): Promise<void> => {
  const cache = await caches.open(filesName)
  await Promise.all(loaded.filter((path) => files.has(path)).map((path) => fetchInto(cache, path)))
  const page = await fetch(shell)
  if (isShell(page)) await storePage(page)
}

const withTimeout = (response: Promise<Response>, ms: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer in time')), ms)
    void response.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Pages that are not the shell: the server renders them for visitors. */
const isForVisitors = ({ pathname }: URL): boolean => ['/', '/landing', '/login'].includes(pathname)

const answerPage = async (event: FetchEvent): Promise<Response> => {
  const stored = await caches.match(shell, { cacheName: pageName })
  const asked = Promise.resolve(event.preloadResponse).then((early) => (early as Response | undefined) ?? fetch(event.request))
  if (!stored) return asked
  try {
    const response = await withTimeout(asked, NETWORK_TIMEOUT_MS)
    if (response.status >= 500) return stored
    if (isShell(response) && !isForVisitors(new URL(event.request.url))) event.waitUntil(storePage(response.clone()))
    return response
  } catch {
    return stored
  }
}

const answerFile = async (request: Request): Promise<Response> => {
  const cache = await caches.open(filesName)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  // A full disk must not keep a file from its page.
  if (response.ok && files.has(new URL(request.url).pathname)) await cache.put(request, response.clone()).catch(() => undefined)
  return response
}

self.addEventListener('install', (event) => event.waitUntil(updateCachedFiles()))

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteEarlierFiles(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => {
  const message = event.data as { kind?: string; files?: unknown } | undefined
  if (message?.kind === 'activate') void self.skipWaiting()
  if (message?.kind === 'store' && Array.isArray(message.files)) event.waitUntil(storeLoaded(message.files.map(String)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(answerPage(event))
    return
  }
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
})
