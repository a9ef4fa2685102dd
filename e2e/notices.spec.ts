import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, test, typeDate } from './product.ts'
import { enter, goTo, pdfFile } from './screens.ts'

const [asha, ravi] = ['asha@example.org', 'ravi@example.org']

test('shows a banner for one student on their open page at once, and to nobody else', { tag: '@desktop' }, async ({
  product,
  page,
  browser,
}) => {
  await Promise.all([
    product.addPerson('manager', 'farida@example.org', { name: 'Farida Khan' }),
    product.addPerson('student', asha, { name: 'Asha Kulkarni' }),
    product.addPerson('student', ravi, { name: 'Ravi Rao' }),
  ])
  const reader = async (email: string) => {
    const opened = await (await browser.newContext()).newPage()
    await enter(opened, product, email)
    await expect(opened.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    return opened
  }
  const [ashas] = await Promise.all([reader(asha), enter(page, product, 'farida@example.org')])
  await goTo(page, 'Notices')
  await page.getByRole('button', { name: 'New Notice' }).click()
  const form = page.getByRole('dialog', { name: 'New Notice' })
  await form.getByLabel(/^Title/).fill('Your locker key')
  await form.getByLabel(/^Content/).fill('It is at the desk.\nSee https://example.org/desk')
  await typeDate(form, 'Publish on', '2026-01-31')
  await form.getByLabel('Attachment').setInputFiles(pdfFile('desk.pdf', pdf({ title: 'The desk' })))
  await form.getByRole('switch', { name: 'For everyone' }).click()
  await form.getByRole('searchbox').fill('asha')
  await form.getByRole('checkbox', { name: /Asha Kulkarni/ }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save notice' }).click()
  await expect(form).toBeHidden()

  const banner = ashas.getByRole('article').filter({ hasText: 'Your locker key' })
  await expect(banner).toBeVisible()
  await expectAccessible(ashas)
  await goTo(ashas, 'Chat')
  await expect(ashas.getByRole('button', { name: 'Notices (1)' }), 'chat has a dot instead of the banner').toBeVisible()
  await goTo(ashas, 'Dashboard')
  await banner.getByRole('button', { name: /^Open desk.pdf/ }).click()
  const viewer = ashas.getByRole('dialog', { name: 'desk.pdf' })
  await expect(viewer.getByRole('group', { name: /^Page 1 of/ }).locator('canvas')).toBeVisible()
  await ashas.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Dismiss Your locker key' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show who has read Your locker key: 1 person' })).toBeVisible()
  await ashas.reload()
  await expect(ashas.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(ashas.getByText('Your locker key')).toBeHidden()

  await enter(ashas, product, ravi)
  await expect(ashas.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await ashas.waitForLoadState('networkidle')
  await expect(ashas.getByText('Your locker key')).toBeHidden()
  await ashas.context().close()
})
