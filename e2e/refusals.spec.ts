import { pdf } from '#server/testing/pdf.ts'
import { goWithin } from '../gallery/goWithin.ts'
import { documentLimits } from '../src/library/documents/documents.contract.ts'
import { expect, expectAccessible, hallDay, superadmin, test } from './product.ts'
import { enter, fillUpload, goTo, onDisk, pdfFile, signIn, signOut } from './screens.ts'

test('tells a refused person why, and leaves nothing of a person who left on the device', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi' })
  await product.addPerson('student', 'ravi@example.org', { terminationDate: hallDay(-2) })

  await test.step('without a session every page leads to the sign-in', async () => {
    await page.goto(`${product.origin}/documents`)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a wrong password stays on the page; an expired account is named after the right one', async () => {
    await signIn(page, product.origin, 'ravi@example.org', 'not-the-password')
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('ravi@example.org')
    await expectAccessible(page)
    await signIn(page, product.origin, 'ravi@example.org')
    await expect(page.getByText('Account Expired')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a student is refused the pages of others, also by their address', async () => {
    await page.reload()
    await signIn(page, product.origin, 'asha@example.org')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto(`${product.origin}/users`)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expectAccessible(page)
    await goWithin(page, '/nowhere')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('signing out leaves nothing, and Back shows nothing', async () => {
    await goWithin(page, '/dashboard')
    await goTo(page, 'Documents')
    await signOut(page)
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(/asha/i)
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Asha Devi')).toHaveCount(0)
  })
})

test('leaves nothing of an upload that is refused or cancelled, and stores one of exactly 10 MB', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  test.slow()
  await product.addCategory('Physics')
  await enter(page, product, superadmin.email, '/upload')
  await expect(page.getByText('PDF only, up to 10MB')).toBeVisible()
  await expectAccessible(page)

  await test.step('a file that only pretends to be a PDF', async () => {
    await fillUpload(page, 'Not a book', 'Physics', pdfFile('pretends.pdf', Buffer.from('<html>')))
    await page.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByText('Please select a PDF file')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a file with one byte too many', async () => {
    await fillUpload(page, 'Too large', 'Physics', onDisk('large.pdf', pdf({ bytes: documentLimits.bytes + 1 })))
    await expect(page.getByText(/limit is 10\s?MB|larger than 10\s?MB/)).toBeVisible()
    expect(product.files()).toEqual([])
  })

  const line = await page.context().newCDPSession(page)
  const uploadAt = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })

  await test.step('a file that is cancelled on a slow connection', async () => {
    await line.send('Network.enable')
    await uploadAt(512 * 1024)
    await fillUpload(page, 'Half a book', 'Physics', onDisk('half.pdf', pdf({ bytes: 8_000_000 })))
    await page.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect.poll(() => product.files().length, 'it has begun').toBe(1)
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(page.getByText('Upload cancelled. Nothing was saved.')).toBeVisible()
    await expect.poll(() => product.files()).toEqual([])
  })

  await test.step('a file of the largest size', async () => {
    await uploadAt(-1)
    await fillUpload(page, 'Just fits', 'Physics', onDisk('fits.pdf', pdf({ bytes: documentLimits.bytes })))
    await page.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByText('Document Uploaded Successfully!')).toBeVisible()
    await expect.poll(() => product.files().map(({ size }) => size)).toEqual([documentLimits.bytes])
  })
})
