import { expect, test } from 'vitest'
import { maxLines, textBlocks } from './textBlocks.ts'

const open = (text: string) => textBlocks(text, new AbortController().signal)
const all = ({ count, textOf }: Awaited<ReturnType<typeof open>>) => Array.from({ length: count }, (_, index) => textOf(index))

test('blocks consist of whole lines and together contain the text', async () => {
  const text = Array.from({ length: 1_000 }, (_, line) => `Line ${line}`).join('\n')
  const blocks = await open(text)
  expect(all(blocks).join('')).toBe(text)
  expect(blocks.count).toBe(100)
  expect(blocks.textOf(1).startsWith('Line 10\n')).toBe(true)
  expect(blocks.heightOf(0)).toBe(240)
  expect(blocks.isCut).toBe(false)
})

test('an empty text has no blocks', async () => {
  expect((await open('')).count).toBe(0)
})

test('a line of ten thousand words is cut between words', async () => {
  const text = 'प्रकाश '.repeat(10_000)
  const blocks = all(await open(text))
  expect(blocks.join('')).toBe(text)
  expect(blocks.every((block) => block.length <= 2_000 && block.endsWith(' '))).toBe(true)
})

test('a line without spaces is cut, but never within a character', async () => {
  const text = `a${'😀'.repeat(9_000)}`
  const blocks = all(await open(text))
  expect(blocks.join('')).toBe(text)
  expect(blocks.every((block) => block.isWellFormed())).toBe(true)
})

test('a text with more lines than browsers can scroll is cut, and says so', async () => {
  const blocks = await open('\n'.repeat(maxLines + 100))
  expect(blocks.isCut).toBe(true)
  expect(all(blocks).join('')).toHaveLength(maxLines)
})
