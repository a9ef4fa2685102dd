import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

/** Within this time every open page shows a change that someone else made. */

test('@desktop sends a name, a logo and a theme to open pages at once, and has them in the first paint of new ones', async ({
  product,
  page,
  browser,
}) => {
  await product.addPerson('student', 'asha@example.org')
  await product.addPerson('admin', 'arjun@example.org')
  const other = await (await browser.newContext()).newPage()
  await Promise.all([enter(page, product, superadmin.email, '/customization'), enter(other, product, 'asha@example.org')])

  await test.step('show the name in the sidebar and the tab', async () => {
    await page.getByRole('textbox', { name: 'System name' }).fill('सरस्वती Hall')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(other.getByText('सरस्वती Hall').first()).toBeVisible()
    await expect(other).toHaveTitle('Dashboard · सरस्वती Hall')
  })

  await test.step('show the logo', async () => {
    await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture() })
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByRole('slider', { name: 'Logo size' })).toBeVisible()
    const logo = other.locator('header img')
    await expect.poll(() => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(40)
    await expectAccessible(page)
  })

  await test.step('show the theme, which a new page has before any script runs', async () => {
    await page.getByRole('tab', { name: 'Themes' }).click()
    await page.getByRole('button', { name: /^Midnight/ }).click()
    await page.getByRole('button', { name: 'Apply Theme' }).click()
    await expect(other.locator('html')).toHaveCSS('background-color', 'rgb(11, 17, 32)')
    await expect(page.getByText('Midnight is active')).toBeVisible()
    await expectAccessible(page)
    const still = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await still.goto(`${product.origin}/login`)
    await expect(still.locator('html')).toHaveCSS('background-color', 'rgb(11, 17, 32)')
    await expect(still).toHaveTitle('सरस्वती Hall')
    await page.getByRole('tab', { name: 'Landing page' }).click()
    await expectAccessible(page)
  })
})
