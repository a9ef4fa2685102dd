import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { docx } from '#server/testing/office.ts'
import { expect, expectAccessible, test } from './product.ts'
import { enter, openDocument } from './screens.ts'

const close = async (page: Page, title: string): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: title, exact: true })).toBeFocused()
}

test.describe('with motion enabled', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('shows pictures, texts and tables, and says why an office file has no preview', { tag: '@phone' }, async ({ product, page }) => {
    test.slow()
    const color = { create: { width: 1600, height: 900, channels: 3 as const, background: 'teal' } }
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { ...color.create, background } })
          .png()
          .toBuffer(),
      ),
    )
    const seats = Array.from({ length: 10_000 }, (_, seat) => `${seat + 1},"Person, number ${seat + 1}",प्रकाश`)
    product.importFiles({
      'Teal.png': await sharp(color).png().toBuffer(),
      'Blinking.gif': await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      'Poem.txt': Array.from({ length: 30_000 }, (_, line) => `Line ${line + 1} of <b>a poem</b> प्रकाश`).join('\n'),
      'Notes.md': '# A heading\n\n[a link](javascript:alert(1)) <script>alert(1)</script>',
      'Seats.csv': `Seat,Name,Script\n${seats.join('\n')}`,
      'Letter.docx': docx(),
    })
    await product.addPerson('student', 'asha@example.org')
    await enter(page, product, 'asha@example.org', '/documents')

    await test.step('a picture opens whole, and is enlarged', async () => {
      await openDocument(page, 'Teal')
      const picture = page.getByRole('img', { name: 'Picture: Teal' })
      await expect(picture).toBeInViewport({ ratio: 1 })
      const before = (await picture.boundingBox())?.width ?? 0
      await page.keyboard.press('+')
      await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before)
      await expectAccessible(page)
      await close(page, 'Teal')
    })

    await test.step('a moving picture can be stopped', async () => {
      await openDocument(page, 'Blinking')
      await page.getByRole('button', { name: 'Pause the animation' }).click()
      await expect(page.getByRole('button', { name: 'Play the animation' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toBeHidden()
    })

    await test.step('a long text is shown as it is, line by line, and searched', async () => {
      await openDocument(page, 'Poem')
      await expect(page.getByRole('region', { name: 'Text of Poem' }).getByText('Line 1 of <b>a poem</b> प्रकाश')).toBeVisible()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('LINE 29999 of')
      await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
      await expect(page.getByRole('dialog').locator('mark')).toBeInViewport()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await close(page, 'Poem')
      await openDocument(page, 'Notes')
      const notes = page.getByRole('region', { name: 'Text of Notes' })
      await expect(notes.getByRole('heading', { name: 'A heading' })).toBeVisible()
      await expect(notes.getByText('a link <script>alert(1)</script>')).toBeVisible()
      await expect(notes.getByRole('link')).toHaveCount(0)
      await expectAccessible(page)
      await close(page, 'Notes')
    })

    await test.step('a table has its heading, and draws only the visible rows', async () => {
      await openDocument(page, 'Seats')
      const table = page.getByRole('table', { name: 'Seats' })
      await expect(table.getByRole('columnheader', { name: 'Name' })).toBeVisible()
      await expect(table.getByRole('cell', { name: 'Person, number 1', exact: true })).toBeVisible()
      expect(await table.getByRole('row').count(), 'rows for 10,000').toBeLessThan(60)
      await page.keyboard.press('End')
      await expect(table.getByRole('cell', { name: 'Person, number 10000', exact: true })).toBeVisible()
      await expectAccessible(page)
      await close(page, 'Seats')
    })

    await test.step('an office file has no preview, says why, and can be downloaded', async () => {
      await openDocument(page, 'Letter')
      await expect(page.getByText('Preview not available')).toBeVisible()
      await expect(page.getByText('Word document (docx)')).toBeVisible()
      await expect(page.getByText('This hall has no viewer for Office files.')).toBeVisible()
      await expectAccessible(page)
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
      expect(saved.suggestedFilename()).toBe('Letter.docx')
      await close(page, 'Letter')
    })
  })
})
