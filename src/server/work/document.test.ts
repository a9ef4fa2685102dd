import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { pdf } from '#server/testing/pdf.ts'
import { readDocument } from './document.ts'

const read = async (content: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-read-'))
  afterTest(() => rm(folder, { recursive: true }))
  const path = join(folder, 'book.pdf')
  await writeFile(path, content)
  return readDocument({ path, kind: 'pdf' })
}

test('reads the texts of 5,000 pages of a PDF', async () => {
  const { pages, texts } = await read(pdf({ pages: 5_001 }))
  expect([pages, texts.length, texts.at(-1)?.page]).toEqual([5_001, 5_000, 5_000])
})

test('reads 100,000 characters of a page', async () => {
  const lines = Array.from({ length: 39 }, () => 'x'.repeat(2_600))
  const { texts } = await read(pdf({ lines: () => lines, size: 0.35 }))
  expect(texts.map(({ text }) => text.length)).toEqual([100_000])
})
