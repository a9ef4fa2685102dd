import { readFileSync } from 'node:fs'
import { type Download, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { pdf } from '#server/testing/pdf.ts'
import { act, log, say } from './chatting.ts'
import { expectAccessible } from './product.ts'
import { type Chosen, onDisk } from './screens.ts'

/* Pictures and files in an encrypted chat. */

const MB = 1_048_576

/** As a phone takes it: rotated, and with its location. */
const photograph = async (): Promise<Chosen> => {
  const sky = sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#3070c0' } })
  const sun = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f0c020' } })
    .png()
    .toBuffer()
  const exif = { IFD0: { Make: 'Camera of Asha' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' } }
  const buffer = await sky
    .composite([{ input: sun, left: 0, top: 600 }])
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer }
}

/** A second of silence. */
const recording = (): Buffer => {
  const rate = 8_000
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + rate, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(rate, 40)
  return Buffer.concat([header, Buffer.alloc(rate, 128)])
}

const send = async (page: Page, files: Chosen[] | string): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path())

const save = async (page: Page, name: string): Promise<Download> => {
  const download = page.waitForEvent('download')
  await log(page)
    .getByRole('button', { name: `Download ${name}` })
    .click()
  return download
}

/** Sends pictures, a PDF, texts, a fake picture and a file of the largest size from Asha to the other person, who opens and saves them. */
export const exchangeFiles = async (page: Page, other: Page): Promise<void> => {
  const complaints: string[] = []
  other.on('console', (message) => {
    const isOfBrowser = message.text() === 'Service Worker registration blocked by Playwright'
    if (['error', 'warning'].includes(message.type()) && !isOfBrowser) complaints.push(message.text())
  })

  await test.step('a photograph arrives upright and without its location', async () => {
    await send(page, [await photograph()])
    await expect(log(other).getByRole('button', { name: 'Open the picture IMG_0042.webp' }).locator('img')).toBeVisible()
    await log(other).getByRole('button', { name: 'Open the picture IMG_0042.webp' }).click()
    const dialog = other.getByRole('dialog', { name: 'IMG_0042.webp' })
    await expect(dialog.getByText('Loading picture…')).toBeHidden()
    const download = other.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download IMG_0042.webp' }).click()
    const bytes = await bytesOf(await download)
    const { width, height, exif, format } = await sharp(bytes).metadata()
    expect([width, height, exif, format, (await download).suggestedFilename()]).toEqual([900, 1_200, undefined, 'webp', 'IMG_0042.webp'])
    expect(bytes.includes('Camera of Asha')).toBe(false)
    const [red = 0, , blue = 255] = await sharp(bytes).extract({ left: 20, top: 20, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
    await other.keyboard.press('Escape')
  })

  await test.step('a text shows its beginning, a PDF opens, and a fake picture is shown as a file', async () => {
    const html = Buffer.from('<!doctype html><script>document.title = "Taken over"</script>'.padEnd(200))
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200))
    await send(page, [
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Waves and light\nChapter 10 '.repeat(20)) },
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf({ title: 'A plan for the week', bytes: 300_000 }) },
      { name: 'board.png', mimeType: 'image/png', buffer: html },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: svg },
    ])
    await expect(log(other).getByRole('region', { name: 'Beginning of notes.txt' })).toContainText('Waves and light')
    await expect(log(other).getByRole('button', { name: 'Download board.png' })).toBeVisible()
    await expect(log(other).getByRole('button', { name: 'Open the picture board.png' })).toHaveCount(0)
    expect(await bytesOf(await save(other, 'drawing.svg'))).toEqual(svg)
    await expectAccessible(other)
    await log(other).getByRole('button', { name: 'Open', exact: true }).click()
    await expect(other.getByRole('dialog', { name: 'plan.pdf' }).locator('canvas').first()).toBeVisible()
    await other.keyboard.press('Escape')
    await expect(other).toHaveTitle(/Chat/)
  })

  await test.step('a recording is played', async () => {
    await send(page, [{ name: 'note.wav', mimeType: 'audio/wav', buffer: recording() }])
    await log(other).getByRole('button', { name: 'Play note.wav' }).click()
    const player = log(other).getByLabel('Player for note.wav')
    await expect.poll(() => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)).toBe(1)
  })

  await test.step('a file is quoted by its name', async () => {
    await act(page, 'drawing.svg', 'Reply')
    await say(page, 'See this drawing')
    await expect(log(other).getByText('Replying to Asha Kulkarni: drawing.svg')).toBeVisible()
  })

  await test.step('a file of the largest size arrives, and a larger one is refused before it is sent', async () => {
    const buffer = Buffer.alloc(25 * MB - 16, 'a film ')
    const [film, larger] = [onDisk('film.bin', buffer), onDisk('longer/film.bin', Buffer.alloc(25 * MB - 15))]
    await page.locator('input[type=file]').setInputFiles(larger)
    await expect(page.getByText('film.bin is larger than 25 MB')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await send(page, film)
    await expect(log(other).getByRole('button', { name: 'Download film.bin' })).toBeVisible({ timeout: 60_000 })
    expect((await bytesOf(await save(other, 'film.bin'))).equals(buffer)).toBe(true)
  })

  await test.step('bytes that differ from those sent are not saved', async () => {
    await other.route('**/api/chat/attachments/*', (route) => route.fulfill({ status: 200, body: 'something else' }))
    await other.reload()
    await log(other).getByRole('button', { name: 'Download film.bin' }).click()
    await expect(other.getByText('This file could not be verified, so it was not saved.')).toBeVisible()
  })
  expect(complaints).toEqual([])
}
