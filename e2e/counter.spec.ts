import { readFileSync } from 'node:fs'
import { readPdf } from '#money/receipts/server/testing/readPdf.ts'
import { goWithin } from '../gallery/goWithin.ts'
import { expect, expectAccessible, hallDay, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

const today = hallDay()

test('takes a payment by keyboard alone, prints the receipt and closes the day', { tag: '@desktop' }, async ({ product, page }) => {
  await product.addPerson('student', 'asha@example.org', { name: 'आशा Sharma', dateJoinedLibrary: today })
  await product.addPerson('student', 'binod@example.org', { name: 'Binod Rao' })
  const token = await product.tokenOf(superadmin.email)
  await product.call('POST', '/user/fees/generate', token, { feeAmount: 1000 })
  await enter(page, product, superadmin.email, '/fees/counter')
  // Chromium cannot print in a test.
  await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1 }')

  const search = page.getByRole('combobox', { name: 'Student' })
  await expect(search).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('sh')
  await page.keyboard.press('Enter')
  const amount = page.getByRole('textbox', { name: /^Amount/ })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('1000')
  await expectAccessible(page)
  await page.keyboard.type('1200.50')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('status').getByText(/^\d{4}-\d\d\/000001$/)).toBeVisible()
  await expect(page.getByText('₹200.50 was paid in advance.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('window.printed')).toBe(1)
  const next = page.getByRole('button', { name: 'Next student' })
  await expect(next).toBeFocused()
  const paper = page.getByRole('article')
  // Large text on the screen does not make the print larger.
  await page.evaluate("document.documentElement.style.setProperty('--text-size', '200%')")
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveCSS('font-size', '16px')
  await expect(paper).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fee Management' })).toBeHidden()
  await expect(paper).toContainText('Rupees one thousand two hundred and fifty paise only')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate("document.documentElement.style.removeProperty('--text-size')")
  // Hidden elements lose the focus here; real printing does not hide them.
  await next.press('Enter')
  await expect(search).toBeFocused()

  await goWithin(page, '/fees/receipts')
  await page.getByRole('link', { name: /000001$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /000001$/ })).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
  const { pages } = await readPdf(readFileSync(await download.path()))
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain('आशा Sharma')

  await product.call('PUT', '/customization/hall', token, { closeHour: 0 })
  await goWithin(page, '/fees/counter')
  await expect(page.getByText('₹1,200.50 cash, never closed yet')).toBeVisible()
  await page.getByRole('button', { name: 'Close day' }).click()
  const closing = page.getByRole('dialog', { name: 'Close the day' })
  await expect(closing.getByRole('textbox', { name: '₹500 ×' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(closing.getByRole('status')).toContainText('-₹200.50')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Closing of / })).toBeVisible()
})
