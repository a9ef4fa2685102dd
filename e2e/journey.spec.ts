import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, password, superadmin, test } from './product.ts'
import { addCategory, addUser, expectShown, goTo, pdfFile, signIn, signOut, upload } from './screens.ts'

const books = [
  { title: 'Ray Optics', file: pdf({ title: 'Ray Optics', pages: 12, lines: (page) => [`Light on page ${page}`] }) },
  { title: '100% of_Grammar', file: pdf({ title: 'Grammar', pages: 1 }) },
]

test('leads from the first start to a favourite: superadmin, admin, category, books, student', { tag: '@phone' }, async ({
  empty,
  page,
}) => {
  test.slow()
  await test.step('the printed link makes the first superadmin', async () => {
    await page.goto(await empty.setupLink())
    await expect(page.getByRole('heading', { name: 'Set up your hall' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Hall name').fill('Saraswati Hall')
    await page.getByLabel('Your name').fill(superadmin.name)
    await page.getByLabel('Email').fill(superadmin.email)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/setup\/steps\?step=name$/)
    await expect(page.getByRole('textbox', { name: 'Hall name' })).toHaveValue('Saraswati Hall')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Skip all' }).click()
    await expect(page).toHaveURL(/\/users\?view=seats$/)
    await goTo(page, 'Dashboard')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page).toHaveTitle('Dashboard · Saraswati Hall')
    await expect(page.getByText('No documents available yet.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the superadmin makes an admin', async () => {
    await goTo(page, 'Manage Users')
    await addUser(page, 'Admin', 'Arjun Deshpande', 'arjun@example.org')
    await signOut(page)
  })

  await test.step('the admin makes a student and a category, and uploads books', async () => {
    await signIn(page, empty.origin, 'arjun@example.org')
    await expect(page).toHaveURL(/\/dashboard$/)
    await goTo(page, 'Manage Users')
    await addUser(page, 'Student', 'Asha Kulkarni', 'asha@example.org')
    await goTo(page, 'Categories')
    await expect(page.getByText('No categories yet')).toBeVisible()
    await expectAccessible(page)
    await addCategory(page, 'Physics')
    for (const { title, file } of books) await upload(page, title, 'Physics', pdfFile(`${title}.pdf`, file))
    await expect(page.getByText('2 documents available')).toBeVisible()
    await expectAccessible(page)
    await signOut(page)
  })

  await test.step('the student finds, reads and favourites one', async () => {
    await signIn(page, empty.origin, 'asha@example.org')
    await goTo(page, 'Documents')
    await page.getByPlaceholder('Search documents and categories...').fill('0% OF_g')
    await expect(page.getByText('Found 1 document matching "0% OF_g"')).toBeVisible()
    await page.getByPlaceholder('Search documents and categories...').fill('OPTICS')
    await expect(page.getByText('Found 1 document matching "OPTICS"')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Titles and categories' }).locator('mark')).toHaveText('Optics')
    await page.getByRole('button', { name: 'Ray Optics', exact: true }).click()
    await expectShown(page, 1, 'Light on page 1')
    await page.getByRole('textbox', { name: 'Page' }).fill('12')
    await page.keyboard.press('Enter')
    await expectShown(page, 12, 'Light on page 12')
    expect(await page.locator('canvas').count(), 'canvases alive').toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Close document' }).click()
    await page
      .getByRole('button', { name: /favou?rites?/i })
      .first()
      .click()
    await goTo(page, 'Favorites')
    await expect(page.getByRole('heading', { name: 'My Favorite Documents' })).toBeVisible()
    await expect(page.getByText('Ray Optics')).toBeVisible()
    await expectAccessible(page)
  })
})
