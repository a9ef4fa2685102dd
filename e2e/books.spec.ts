import type { Browser, Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, hallDay, type Product, superadmin, test } from './product.ts'
import { enter, expectShown, openDocument, signOut } from './screens.ts'
import { layWire, type Wire } from './wire.ts'

test.use({ serviceWorkers: 'allow' })

const asha = 'asha@example.org'

/** Three pieces of 256 KB. */
const bytes = 600_000
const book = (title: string): Buffer =>
  pdf({ pages: 40, title, bytes, lines: (page) => [`${title} on page ${page}`, page === 30 ? 'A RARE word' : 'Nothing of note'] })

type Stored = { pieces: string[]; isReadable: boolean; databases: string[]; caches: string[]; local: Record<string, string> }

/** Everything that the browser has stored of the site. A file may be deleted at the same time. */
const storedIn = (page: Page): Promise<Stored> =>
  page.evaluate<Stored>(`(async () => {
    const pieces = []
    let isReadable = false
    const lookIn = async (folder, path) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await look(handle, path + name + '/')
        else {
          pieces.push(path + name)
          if (/%PDF|endobj/.test(await (await handle.getFile()).text())) isReadable = true
        }
      }
    }
    const look = (folder, path) => lookIn(folder, path).catch((error) => { if (error.name !== 'NotFoundError') throw error })
    await look(await navigator.storage.getDirectory(), '')
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const paths = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return { pieces, isReadable, databases, caches: paths, local: { ...localStorage } }
  })()`)

const expectNothingKept = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await storedIn(page)).pieces).toEqual([])
  const { databases, caches, local } = await storedIn(page)
  expect(databases.filter((name) => name.startsWith('replies-'))).toEqual([])
  expect(caches.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(Object.keys(local)).not.toContain('booksHere')
}

const onPhone = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })).newPage()

const viewer = (page: Page) => page.getByRole('dialog')
const keep = (page: Page, title: string) => viewer(page).getByRole('button', { name: `Keep "${title}" on this phone` })
const isKept = (page: Page, title: string) => viewer(page).getByRole('button', { name: `Delete "${title}" from this phone` })
const close = (page: Page) => page.getByRole('button', { name: 'Close document' }).click()

const goToPage = async (page: Page, title: string, number: number): Promise<void> => {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number))
  await page.keyboard.press('Enter')
  await expectShown(page, number, `${title} on page ${number}`)
}

const placeOf = async ({ call, tokenOf }: Product, id: string): Promise<unknown> =>
  (await call('GET', `/document/${id}/progress`, await tokenOf(asha))).body.page

const openKept = async (page: Page, wire: Pick<Wire, 'origin'>, title: string): Promise<void> => {
  await page.goto(`${wire.origin}/documents?view=kept`)
  await page.getByRole('list', { name: 'Kept books' }).getByRole('button', { name: title, exact: true }).click()
}

/** The app and the reader open without a network once the worker has their files. */
const expectInstalled = (page: Page) =>
  expect
    .poll(async () => (await storedIn(page)).caches.join(' '), { timeout: 60_000 })
    .toMatch(/(?=.*\/dashboard)(?=.*\/assets\/pdf\.worker)(?=.*\/assets\/onDevice)(?=.*openjpeg\.wasm)/)

test('keeps a book, reads and searches it without a network, and forgets it at sign-out', { tag: '@phone' }, async ({
  product,
  browser,
}) => {
  await product.addPerson('student', asha, { terminationDate: hallDay(20) })
  const { body } = await product.sendDocument('Light', book('Light'))
  const wire = await layWire(product.origin)
  const page = await onPhone(browser)
  await enter(page, { ...product, origin: wire.origin }, asha, '/documents')
  await openDocument(page, 'Light')
  await keep(page, 'Light').click()
  await page.getByRole('button', { name: 'Yes, only I use it' }).click()
  await expect(isKept(page, 'Light')).toBeVisible()
  await expectAccessible(page)
  await goToPage(page, 'Light', 3)
  await expect.poll(() => placeOf(product, String(body._id))).toBe(3)
  await expectInstalled(page)
  const stored = await storedIn(page)
  expect(stored.pieces).toHaveLength(3)
  expect(stored.isReadable).toBe(false)

  await test.step('opens it again with at most 60 KB', async () => {
    await page.reload()
    await expectShown(page, 3, 'Light on page 3')
    wire.received()
    await page.reload()
    await expectShown(page, 3, 'Light on page 3')
    await page.waitForLoadState('networkidle')
    const received = wire.received()
    expect(received).toBeGreaterThan(0)
    expect(received, 'bytes on the wire').toBeLessThanOrEqual(60_000)
  })

  wire.cut()
  await page.goto(`${wire.origin}/documents`)
  await expect(page.getByRole('region', { name: 'Books on this phone' }).getByRole('button', { name: 'Light' })).toBeVisible()
  await openKept(page, wire, 'Light')
  await expectShown(page, 3, 'Light on page 3')
  await page.getByRole('button', { name: 'Find in document' }).click()
  await page.getByRole('textbox', { name: 'Find in document' }).fill('rare')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expectShown(page, 30, 'Light on page 30')
  await page.getByRole('button', { name: 'Close find' }).click()
  await goToPage(page, 'Light', 25)
  await close(page)
  await expectAccessible(page)

  wire.mend()
  await expect.poll(() => placeOf(product, String(body._id))).toBe(25)
  await signOut(page)
  await expectNothingKept(page)
  wire.stop()
})

test('keeps the last three books that were read, and forgets them when the session is revoked or the membership ends', {
  tag: '@phone',
}, async ({ product, browser }) => {
  await product.addPerson('student', asha, { terminationDate: hallDay(20) })
  const titles = ['Air', 'Earth', 'Fire', 'Water']
  const ids: string[] = []
  for (const title of titles) ids.push(String((await product.sendDocument(title, book(title))).body._id))
  const page = await onPhone(browser)
  await enter(page, product, asha, '/documents?view=kept')
  await page.getByRole('switch', { name: 'This is my own phone' }).click()
  await expect(page.getByRole('switch', { name: 'Keep the last 3 books I read' })).toBeChecked()
  await expectAccessible(page)
  for (const [index, title] of titles.entries()) {
    await page.goto(`${product.origin}/documents?document=${ids[index]}`)
    await goToPage(page, title, 2)
    await expect.poll(async () => (await storedIn(page)).pieces.join(' ')).toContain(`${ids[index]}/2`)
  }
  await page.goto(`${product.origin}/documents?view=kept`)
  const list = page.getByRole('list', { name: 'Kept books' })
  await expect(list.getByText(/^586 kB/i)).toHaveCount(3)
  await expect(list.getByRole('button', { name: 'Air', exact: true })).toHaveCount(0)
  await expectAccessible(page)

  await test.step('says that there is no space, and loses nothing', async () => {
    const session = await page.context().newCDPSession(page)
    const { usage } = await page.evaluate<{ usage: number }>('navigator.storage.estimate()')
    await session.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize: usage + 100_000 })
    await page.goto(`${product.origin}/documents?document=${ids[0]}`)
    await keep(page, 'Air').click()
    await expect(page.getByText('Not enough space to keep all of "Air".')).toBeVisible()
    await session.send('Storage.overrideQuotaForOrigin', { origin: product.origin })
    await viewer(page).getByRole('button', { name: 'Continue keeping "Air"' }).click()
    await expect(isKept(page, 'Air')).toBeVisible()
    expect((await storedIn(page)).pieces).toHaveLength(12)
    await close(page)
  })

  const [token, owner] = [await product.tokenOf(asha), await product.tokenOf(superadmin.email)]
  await test.step('the person ends all other sessions elsewhere', async () => {
    await product.call('DELETE', '/auth/sessions', token)
    await page.goto(`${product.origin}/documents`)
    await expect(page).toHaveURL(/\/login/)
    await expectNothingKept(page)
  })

  await test.step('the membership ends', async () => {
    await enter(page, product, asha, `/documents?document=${ids[0]}`)
    await keep(page, 'Air').click()
    await page.getByRole('button', { name: 'Yes, only I use it' }).click()
    await expect(isKept(page, 'Air')).toBeVisible()
    const { body: me } = await product.call('GET', '/auth/me', token)
    await product.call('PUT', `/user/${me._id}`, owner, { ...me, terminationDate: hallDay(-1) })
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await expectNothingKept(page)
  })
})
