import type { Page } from '@playwright/test'
import { type Described, describeHall, fillWithPeople, frameScript } from '../gallery/halls.ts'
import { screens } from '../gallery/pages.ts'
import { frameName, type Look, type Screen, type State, statesOf, titleOf } from '../gallery/screens.ts'
import { serveKit } from '../gallery/serve.ts'
import { demoEnvironment, fill } from '../scripts/fill.ts'
import { test as base, begin, expect, expectAccessible } from './product.ts'
import { startHost } from './running.ts'

/* `npm run gallery -- check` walks through every state of every screen in each look; an ordinary run walks through a few. */
const isWhole = process.env.GALLERY === 'on'

type Halls = { filled: Described | undefined; empty: Described }

const test = base.extend<object, { halls: Halls }>({
  halls: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const host = startHost()
      const products = await Promise.all(['empty', ...(isWhole ? ['filled'] : [])].map(() => begin(demoEnvironment, host.run)))
      const [empty, filled] = products.map(({ origin }) => origin)
      await fillWithPeople(empty ?? '')
      if (filled) await fill(filled)
      await use({ empty: await describeHall(empty ?? ''), filled: filled ? await describeHall(filled) : undefined })
      await Promise.all(products.map(({ stop }) => stop()))
      await host.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const looks: readonly Look[] = ['light', 'dark', 'contrast']

/** Waits until the page has drawn its content: a heading, and no placeholder that is about to be replaced. */
const settle = async (page: Page, state: State): Promise<void> => {
  await expect(page.getByRole('heading').first()).toBeVisible()
  if (state !== 'loading') await expect(page.getByText('Loading…')).toHaveCount(0)
}

/** States that a new hall shows too. */
const sample: readonly State[] = ['empty', 'error', 'loading']
const sampled = ['/system', '/fees']

const isWalked = (screen: Screen, state: State, look: Look): boolean =>
  isWhole || (sample.includes(state) && look === (state === 'error' ? 'dark' : 'light') && sampled.includes(screen.path))

for (const [at, screen] of screens.entries()) {
  const walked = statesOf(screen).flatMap((state) =>
    looks.filter((look) => isWalked(screen, state, look)).map((look) => [state, look] as const),
  )
  if (walked.length === 0) continue
  test(`axe finds nothing on ${titleOf(screen)}`, { tag: '@desktop' }, async ({ browser, halls }) => {
    test.slow()
    for (const [state, look] of walked)
      await test.step(`${state}, ${look}`, async () => {
        const { origin, sessions, paths } = (state === 'empty' ? undefined : halls.filled) ?? halls.empty
        const path = paths[at]
        if (path === undefined) return
        const context = await browser.newContext()
        await context.addInitScript(await frameScript(sessions, frameName(screen, state, look)))
        const page = await context.newPage()
        await page.goto(origin + path)
        await settle(page, state)
        if (screen.awaits) await expect(page.getByText(screen.awaits).first()).toBeVisible()
        else if (screen.opens) await expect(page.getByRole('dialog').last()).toBeVisible()
        await expectAccessible(page)
        await context.close()
      })
  })
}

base('axe finds nothing in the component kit', { tag: '@desktop' }, async ({ page }) => {
  const server = await serveKit()
  await page.goto(`http://localhost:${server.config.server.port}/kit.html`)
  await expect(page.getByRole('heading', { name: 'QR code' })).toBeVisible()
  // Set as the settings of a device are, because the sources take long to load.
  for (const look of looks) {
    await page.evaluate(
      `for (const one of ['dark', 'contrast']) document.documentElement.toggleAttribute('data-' + one, one === '${look}')`,
    )
    await expectAccessible(page)
  }
  await server.close()
})
