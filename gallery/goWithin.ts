import type { Page } from '@playwright/test'

/**
 * Opens another page of the app as a link does, which takes a third of the time of loading the app again. Waits until the heading of
 * the page before is gone.
 */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  const isOther = await page.evaluate<boolean>(`(() => {
    const before = location.pathname
    for (const heading of document.querySelectorAll('h1')) heading.dataset.ofPageBefore = ''
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))
    return location.pathname !== before
  })()`)
  if (isOther) await page.locator('h1:not([data-of-page-before])').first().waitFor()
}
