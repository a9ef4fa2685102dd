import type { Page, Request } from '@playwright/test'

/** The window of a counter and of a cheap phone. */
export const sizes = {
  counter: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
} as const
export type Size = keyof typeof sizes

/** The highest acceptable top of the first data row, in pixels. The five cards of /fees take a row of their own. */
export const firstRowLimit = (path: string, size: Size): number => {
  const limits = path === '/fees' ? { counter: 240, phone: 304 } : { counter: 220, phone: 260 }
  return limits[size]
}
export const shiftLimit = 0.02

declare global {
  var layoutShift: number | undefined
  var shiftSources: string[] | undefined
}

/** Sums up every layout shift of a document that no press has caused. A string, because it runs before anything else of the page. */
const watchShifts = `
  globalThis.layoutShift = 0
  globalThis.shiftSources = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      layoutShift += value
      for (const { node, previousRect: from, currentRect: to } of sources)
        shiftSources.push(value.toFixed(4) + ' ' + (node?.tagName ?? 'gone') + '.' + String(node?.className ?? '').slice(0, 60) + ' ' + from.y + '→' + to.y)
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

const unfinished = new WeakMap<Page, Set<Request>>()

/** Watches what the next documents of the page move and load. */
export const watch = async (page: Page): Promise<void> => {
  const requests = new Set<Request>()
  unfinished.set(page, requests)
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/socket.io/') || requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  await page.addInitScript(watchShifts)
}

/**
 * Waits until the page has loaded and asked for nothing for half a second. The socket does not count: if it falls back to long
 * polling, one of its requests is always open.
 */
export const untilLoaded = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load')
  const requests = unfinished.get(page)
  if (!requests) throw new Error('Call `watch` before the page is opened.')
  const quiet = 500
  for (let since = Date.now(); Date.now() - since < quiet; await page.waitForTimeout(quiet / 10)) if (requests.size > 0) since = Date.now()
}

/** What counts as data: rows of tables, grids, lists and trees, in the order of the page. */
const rows = [
  'tbody tr:not([aria-hidden])',
  '[role=grid] [role=row]',
  '[data-conversation]',
  'ul[aria-label]:not([role=tablist]) > li',
  'section[aria-labelledby] > ul > li',
  'ol[aria-label] > li',
]
  .map((each) => `main ${each}`)
  .join(', ')

export type Chrome = { firstRow: number | null; text: string; shift: number; sources: string[] }

/** Waits until the page is complete, and returns where its first row is and how much has moved meanwhile. */
export const chromeOf = async (page: Page): Promise<Chrome> => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await untilLoaded(page)
  await page.locator('main [class*="animate-pulse"]').first().waitFor({ state: 'detached' })
  const found = await page.evaluate<{ firstRow: number | null; text: string }>(`(() => {
    const isShown = (each) => each.getBoundingClientRect().height > 4 && each.checkVisibility()
    const row = [...document.querySelectorAll(${JSON.stringify(rows)})].find(isShown)
    if (!row) return { firstRow: null, text: '' }
    return { firstRow: Math.round(row.getBoundingClientRect().top + scrollY), text: row.textContent.trim().slice(0, 40) }
  })()`)
  const shift = await page.evaluate<number>('layoutShift')
  return { ...found, shift, sources: await page.evaluate<string[]>('shiftSources') }
}
