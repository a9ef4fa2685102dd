import { limits } from '#contract/limits.ts'
import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { fillUpload, goTo, pdfFile, signIn, signOut } from './screens.ts'

const yesterday = (): string => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

test('a wrong password stays on the page and says so', async ({ product, page }) => {
  await page.goto(`${product.origin}/`)
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page)
  await signIn(page, product.origin, superadmin.email, 'not-the-password')
  await expect(page.getByText('Email or password is wrong')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(superadmin.email)
  await expectAccessible(page)
})

test('an expired account is told so in the yellow box, and only after the right password', async ({ product, page }) => {
  await product.addPerson('student', 'asha@example.org', { terminationDate: yesterday() })
  await signIn(page, product.origin, 'asha@example.org', 'not-the-password')
  await expect(page.getByText('Email or password is wrong')).toBeVisible()
  await signIn(page, product.origin, 'asha@example.org')
  await expect(page.getByText('Account Expired')).toBeVisible()
  await expectAccessible(page)
})

for (const [role, start, allowed, denied] of [
  ['student', '/dashboard', '/favorites', ['/upload', '/users', '/categories']],
  ['manager', '/users', '/documents', ['/upload', '/categories']],
] as const)
  test(`a ${role} gets the pages of that role, and a panel on the others`, async ({ product, page }) => {
    await product.addPerson(role, `${role}@example.org`)
    await signIn(page, product.origin, `${role}@example.org`)
    await expect(page).toHaveURL(product.origin + start)
    await page.goto(product.origin + allowed)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Access Denied')
    for (const path of denied) {
      await page.goto(product.origin + path)
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    }
    await expectAccessible(page)
    await page.goto(`${product.origin}/nowhere`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expectAccessible(page)
  })

test('whoever is not signed in is sent to sign in, and whoever has signed out leaves nothing on the device', async ({ product, page }) => {
  await page.goto(`${product.origin}/documents`)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, product.origin, superadmin.email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await goTo(page, 'Documents')
  await signOut(page)
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('meera')
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(superadmin.name)).toHaveCount(0)
})

test('what is not a PDF is refused, and nothing of it stays', async ({ product, page }) => {
  await product.addCategory('Physics')
  await signIn(page, product.origin, superadmin.email)
  await goTo(page, 'Upload Document')
  await fillUpload(page, 'Not a book', 'Physics', { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html>') })
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Please select a PDF file')).toBeVisible()
  await expectAccessible(page)
  await fillUpload(page, 'Not a book', 'Physics', pdfFile('pretends.pdf', Buffer.from('<html>')))
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Please select a PDF file')).toBeVisible()
  expect(product.files()).toEqual([])
})

test('10 MB are taken, and one byte more is refused', async ({ product, page }) => {
  await product.addCategory('Physics')
  await signIn(page, product.origin, superadmin.email)
  await goTo(page, 'Upload Document')
  await fillUpload(page, 'Too large', 'Physics', pdfFile('large.pdf', pdf({ bytes: limits.documentBytes + 1 })))
  await expect(page.getByText(/limit is 10\s?MB|larger than 10\s?MB/)).toBeVisible()
  expect((await product.sendDocument('Too large', pdf({ bytes: limits.documentBytes + 1 }))).status).toBe(413)
  expect(product.files()).toEqual([])
  await fillUpload(page, 'Just fits', 'Physics', pdfFile('fits.pdf', pdf({ bytes: limits.documentBytes })))
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Document Uploaded Successfully!')).toBeVisible()
  await expect.poll(() => product.files().map(({ size }) => size)).toEqual([limits.documentBytes])
})

test('an upload that is stopped midway leaves nothing behind', async ({ product, page }) => {
  await product.addCategory('Physics')
  await signIn(page, product.origin, superadmin.email)
  await goTo(page, 'Upload Document')
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 512 * 1024 })
  await fillUpload(page, 'Half a book', 'Physics', pdfFile('half.pdf', pdf({ bytes: 8_000_000 })))
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => product.files().length, 'it has begun').toBe(1)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByText('The upload was cancelled. Nothing was stored.')).toBeVisible()
  await expect.poll(() => product.files()).toEqual([])
  await goTo(page, 'Documents')
  await expect(page.getByText('No documents found')).toBeVisible()
})
