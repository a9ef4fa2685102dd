import type { Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { encrypt, givenTwo, log, openWith } from './chatting.ts'
import { expect, expectAccessible, password, superadmin, test } from './product.ts'
import { enter, signOut } from './screens.ts'

test.use({ serviceWorkers: 'allow' })

const controlled = (page: Page) =>
  page.evaluate<boolean>(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`)

/** Waits until the worker answers for this page. */
const givenWorker = async (page: Page): Promise<void> => {
  await page.evaluate(`navigator.serviceWorker.ready`)
  await page.reload()
  await expect.poll(() => controlled(page), { timeout: 30_000 }).toBe(true)
}

type Given = { name: string; type: string; bytes: number[] }

/** Shares as a phone does it: a form that is posted to the address of the manifest. */
const share = async (page: Page, files: readonly Given[], text = ''): Promise<void> => {
  const given = JSON.stringify({ files, text })
  await page.evaluate(`(() => {
    const { files, text } = ${given}
    const form = document.createElement('form')
    Object.assign(form, { action: '/share', method: 'POST', enctype: 'multipart/form-data' })
    const chosen = new DataTransfer()
    for (const { name, type, bytes } of files) chosen.items.add(new File([new Uint8Array(bytes)], name, { type }))
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    input.files = chosen.files
    form.append(input, Object.assign(document.createElement('input'), { name: 'text', value: text }))
    document.body.append(form)
    form.submit()
  })()`)
  await expect(page).toHaveURL(/\/share\?key=/)
}

const notes: Given = { name: 'notes.pdf', type: 'application/pdf', bytes: [...pdf({ pages: 1 })] }
const app: Given = { name: 'app.apk', type: 'application/octet-stream', bytes: [1] }
const caches = (page: Page) => page.evaluate<string[]>(`caches.keys()`)

test('a PDF from another app is sent in an encrypted chat with a caption', { tag: '@phone' }, async ({ product, page, browser }) => {
  test.slow()
  const binods = await givenTwo(browser, product, page)
  await encrypt(page)
  await openWith(binods, 'Asha Kulkarni')
  await givenWorker(page)
  await share(page, [notes, app], 'Chapter 3')
  await expect(page.getByText('"app.apk" was left out: only PDFs and pictures can be shared.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /विनोद शर्मा.*End-to-end encrypted/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('notes.pdf')).toBeVisible()
  await expect(dialog.getByLabel('Caption (optional)')).toHaveValue('Chapter 3')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(binods).getByText('notes.pdf').first()).toBeVisible({ timeout: 30_000 })
  await expect(log(binods).getByText('Chapter 3').first()).toBeVisible()
  expect(await caches(page)).not.toContain('carrel-shared')
})

test('what is shared before the sign-in waits for it, and is gone after the sign-out', { tag: '@phone' }, async ({ product, page }) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi' })
  await page.goto(`${product.origin}/login`)
  await enter(page, product, 'asha@example.org')
  await givenWorker(page)
  await signOut(page)
  await share(page, [notes])
  await expect(page.getByText('Sign in to send this file')).toBeVisible()
  await expect(page.getByText('notes.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill('asha@example.org')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('notes.pdf')).toBeVisible()
  expect(await caches(page)).toContain('carrel-shared')
  await page.goto(`${product.origin}/dashboard`)
  await signOut(page)
  await expect.poll(() => caches(page)).not.toContain('carrel-shared')
})

test('an administrator uploads a shared PDF as a document', { tag: '@phone' }, async ({ product, page }) => {
  await enter(page, product, superadmin.email)
  await givenWorker(page)
  await share(page, [notes])
  await page.getByRole('button', { name: 'Upload as a document' }).click()
  await expect(page).toHaveURL(/\/upload$/)
  await expect(page.getByRole('textbox', { name: /title/i }).first()).toHaveValue('notes')
})
