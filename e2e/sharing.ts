import { expect, type Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'

/* Steps of the journeys that share a file from another app. */

const controlled = (page: Page) =>
  page.evaluate<boolean>(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`)

/** Waits until the worker answers for this page. */
export const givenWorker = async (page: Page): Promise<void> => {
  await page.evaluate(`navigator.serviceWorker.ready`)
  await page.reload()
  await expect.poll(() => controlled(page), { timeout: 30_000 }).toBe(true)
}

type Given = { name: string; type: string; bytes: number[] }

/** Shares as a phone does it: a form that is posted to the address of the manifest. */
export const share = async (page: Page, files: readonly Given[], text = ''): Promise<void> => {
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

export const notes: Given = { name: 'notes.pdf', type: 'application/pdf', bytes: [...pdf({ pages: 1 })] }
export const app: Given = { name: 'app.apk', type: 'application/octet-stream', bytes: [1] }
export const caches = (page: Page) => page.evaluate<string[]>(`caches.keys()`)
