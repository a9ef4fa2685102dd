import type { Locator, Page } from '@playwright/test'
import { pdf, pdfOf, streamOf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, type Product, test } from './product.ts'
import { enter, expectShown, goTo } from './screens.ts'

const [title, pages, chapterAt] = ['Indian Polity', 12, 9]
const asha = 'asha@example.org'

/** A book with a table of contents: a chapter on the first page, and a later one. */
const book = (): Buffer => {
  const [font, outline, firstPage] = [3, 4, 7]
  const kids = Array.from({ length: pages }, (_, index) => `${firstPage + index * 2} 0 R`)
  const chapter = (name: string, page: number, link: string) =>
    `<< /Title (${name}) /Parent ${outline} 0 R /Dest [${kids[page - 1]} /XYZ 0 842 0] ${link} >>`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Outlines ${outline} 0 R >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Outlines /First 5 0 R /Last 6 0 R /Count 2 >>',
    chapter('The Preamble', 1, '/Next 6 0 R'),
    chapter('The Parliament', chapterAt, '/Prev 5 0 R'),
  ]
  kids.forEach((_, index) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
      streamOf(`BT /F1 20 Tf 72 760 Td (Light on page ${index + 1}) Tj ET`),
    )
  })
  return pdfOf(objects)
}

const prepare = async (product: Product): Promise<void> => {
  await product.addPerson('student', asha, { name: 'Asha Devi' })
  await product.addDocument(title, book())
  const lines = (page: number) => [page === 7 ? 'A prism parts white light' : `Nothing of note on page ${page}`]
  await product.addDocument('Maps of India', pdf({ title: 'Maps of India', pages: 9, lines }))
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** Not the first branch, which is open at a person's first visit. */
const branch = (page: Page): Locator => page.getByRole('button', { name: 'For Maps of India' })
const close = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Close document' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('lets a student find a word in a book, go on reading, by day and by night, and keeps the documents page as it was', {
  tag: '@phone',
}, async ({ product, page }) => {
  test.slow()
  await prepare(product)
  await enter(page, product, asha)

  await test.step('a student finds a new book by its cover and reads some pages', async () => {
    await goTo(page, 'Documents')
    await region(page, 'New').getByRole('button', { name: title }).click()
    await expectShown(page, 1, 'Light on page 1')
    await page.getByRole('textbox', { name: 'Page' }).fill('5')
    await page.keyboard.press('Enter')
    await expectShown(page, 5, 'Light on page 5')
    await close(page)
  })

  await test.step('the dashboard shows it first, and so does the documents page', async () => {
    await goTo(page, 'Dashboard')
    const first = page.getByRole('main').getByRole('region').first()
    await expect(first.getByRole('heading', { name: 'Continue reading' })).toBeVisible()
    await expect(first.getByRole('link', { name: title })).toContainText(`Page 5 of ${pages}`)
    await expectAccessible(page)
    await goTo(page, 'Documents')
    await expect(region(page, 'New').getByRole('button', { name: 'Maps of India' })).toBeVisible()
    await region(page, 'Continue reading')
      .getByRole('button', { name: `${title} Page 5` })
      .click()
    await expectShown(page, 5, 'Light on page 5')
  })

  await test.step('its contents lead to a chapter, and its star makes it a favourite', async () => {
    await page.getByRole('button', { name: 'Show pages, contents and notes' }).click()
    await page.getByRole('tab', { name: 'Contents' }).click()
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('button', { name: 'The Preamble, page 1' })).toBeVisible()
    await expectAccessible(page)
    await contents.getByRole('button', { name: `The Parliament, page ${chapterAt}` }).click()
    await expectShown(page, chapterAt, `Light on page ${chapterAt}`)
    const reader = page.getByRole('dialog', { name: title })
    await reader.getByRole('button', { name: `Add ${title} to favorites` }).click()
    await expect(reader.getByRole('button', { name: `Remove ${title} from favorites` })).toBeVisible()
    await close(page)
  })

  await test.step('in dark mode the pages are dark too', async () => {
    await goTo(page, 'Accessibility')
    await page.getByRole('switch', { name: 'Dark mode' }).check()
    await goTo(page, 'Favorites')
    await page.getByRole('button', { name: `View Document ${title}` }).click()
    await expectShown(page, chapterAt, `Light on page ${chapterAt}`)
    await expect(page.locator('.reader-paper').first()).toHaveCSS('background-color', 'rgb(31, 31, 31)')
    await expectAccessible(page)
    await close(page)
  })

  await test.step('a word inside a book leads to its page, and back to the results', async () => {
    await goTo(page, 'Documents')
    const search = page.getByPlaceholder('Search documents and categories...')
    await search.fill('light PRIS')
    await expect(page.getByText('Found 1 document matching "light PRIS"')).toBeVisible()
    const hit = page.getByRole('list', { name: 'Matches inside documents' }).getByRole('listitem')
    await expect(hit).toBeInViewport({ ratio: 1 })
    await expect(hit.locator('mark')).toHaveText(['prism', 'light'])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Maps of India, page 7' }).click()
    await expectShown(page, 7, 'A prism parts white light')
    await close(page)
    await expect(page).toHaveURL(/\/documents\?q=light\+PRIS$/)
    await search.fill('')
  })

  await test.step('open branches and covers are shown again', async () => {
    await expect(branch(page)).toHaveAttribute('aria-expanded', 'false')
    await branch(page).click()
    await expect(branch(page)).toHaveAttribute('aria-expanded', 'true')
    await page.reload()
    await expect(branch(page)).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('radio', { name: 'Covers' }).check({ force: true })
    const covers = page.getByRole('list', { name: 'Documents as covers' })
    await expect(covers.getByRole('button', { name: title, exact: true })).toBeVisible()
    const cover = covers.locator('img').first()
    await expect.poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.reload()
    await expect(covers.getByRole('button', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Covers' })).toBeChecked()
  })
})
