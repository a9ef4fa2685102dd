import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { withBrokenPicture, withoutItsFonts, withoutItsSecondPage } from '#server/testing/oddPdfs.ts'
import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, type Product, test } from './product.ts'
import { enter, expectShown, openDocument } from './screens.ts'

const prepare = async (page: Page, product: Product, files: Record<string, Buffer>): Promise<void> => {
  await product.addPerson('student', 'asha@example.org')
  for (const [title, file] of Object.entries(files)) await product.addDocument(title, file)
  await enter(page, product, 'asha@example.org', '/documents')
}

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

const pageOf = (page: Page, number: number) => page.getByRole('dialog').getByRole('group', { name: `Page ${number} of` })

/** Returns what is painted on a page, and the number of its dark pixels. A string, because these tests have no DOM types. */
const painted = async (page: Page, number: number): Promise<{ picture: string; dark: number }> => {
  await pageOf(page, number).scrollIntoViewIfNeeded()
  await expect(pageOf(page, number).locator('canvas')).toBeVisible()
  return page.evaluate(`(() => {
    const canvas = document.querySelector('[aria-label^="Page ${number} of"] canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return { picture: canvas.toDataURL(), dark: data.filter((value, at) => at % 4 === 0 && value < 128).length }
  })()`)
}

/** The second line cannot be read. */
const damaged = (): Buffer => {
  const whole = pdf({ pages: 2, title: 'Damaged', lines: () => ['What can be read', 'What cannot'] }).toString('latin1')
  return Buffer.from(whole.replace('0 -18 Td (What cannot) Tj', '0 -18 Td )What cannot( Tj'), 'latin1')
}

const withPassword = (): Promise<Buffer> => {
  const document = new PDFDocument({ userPassword: 'a secret' })
  document.text('Nobody reads this')
  document.end()
  return buffer(document)
}

test('paints letters without a font, says in its place what of a PDF cannot be shown, and shows the rest', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  test.slow()
  await prepare(page, product, {
    Fonts: withoutItsFonts(),
    Damaged: damaged(),
    Torn: withoutItsSecondPage(),
    Pictures: withBrokenPicture(),
    Locked: await withPassword(),
  })

  await test.step('our fonts for letters that a PDF has no font for, and the system’s for the rest', async () => {
    const ours = page.waitForResponse(/\/assets\/tinos-latin-400-normal/)
    await openDocument(page, 'Fonts')
    await ours
    const byLetters = await painted(page, 1)
    expect(byLetters.dark).toBeGreaterThan(0)
    expect(await painted(page, 2), 'the same word by glyph numbers').toEqual(byLetters)
    expect((await painted(page, 3)).dark, 'Cyrillic letters').toBeGreaterThan(0)
    await close(page)
  })

  await test.step('a page that is damaged in the middle', async () => {
    await openDocument(page, 'Damaged')
    await expectShown(page, 1, 'What can be read')
    await expect(page.getByText('Parts of this page are damaged and cannot be shown.')).toHaveCount(1)
    await expectAccessible(page)
    await close(page)
  })

  await test.step('a missing page', async () => {
    await openDocument(page, 'Torn')
    await expectShown(page, 1, 'The first page')
    await pageOf(page, 1).hover()
    await page.mouse.wheel(0, 2_000)
    await expect(pageOf(page, 2).getByText('This page could not be shown.')).toBeVisible()
    await close(page)
  })

  await test.step('a picture that cannot be decoded', async () => {
    await openDocument(page, 'Pictures')
    await expectShown(page, 1, 'Words beside a picture')
    await expect(page.getByText('Pictures on this page could not be shown.')).toBeVisible()
    await expectAccessible(page)
    await close(page)
  })

  await test.step('a PDF with a password', async () => {
    await openDocument(page, 'Locked')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Document not available')
    await expect(alert).toContainText('Unable to load document. Please try again later.')
    await expect(alert).toContainText('This PDF needs a password.')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
    await expectAccessible(page)
  })
})
