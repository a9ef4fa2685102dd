import type { Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { expect, type Product } from './product.ts'
import { enter, expectShown } from './screens.ts'

/* A long book, and the steps of the journeys that read it. */

export const pages = 352
/** Its content fills whole ranges of the file, so that no other page loads it. */
export const heavyPage = 310
const filling = Array.from({ length: 100 }, () => 'Nothing of note '.repeat(45))
export const book = pdf({
  pages,
  title: 'A long book',
  lines: (page) => [
    `Light on page ${page}`,
    page % 100 === 0 ? 'Here stands a RARE word, and rare it is' : 'Nothing of note',
    ...(page === heavyPage ? filling : []),
  ],
})

export const openBook = async (page: Page, product: Product): Promise<void> => {
  await enter(page, product, 'asha@example.org', '/documents')
  await page.getByPlaceholder('Search documents and categories...').fill('long')
  await expect(page.getByText('Found 1 document matching "long"')).toBeVisible()
  await page.getByRole('button', { name: 'A long book', exact: true }).click()
}

export const askForPage = async (page: Page, number: number): Promise<void> => {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number))
  await page.keyboard.press('Enter')
}

export const goToPage = async (page: Page, number: number): Promise<void> => {
  await askForPage(page, number)
  await expectShown(page, number, `Light on page ${number}`)
}

export const prepare = async (product: Product): Promise<void> => {
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('A long book', book)
}
