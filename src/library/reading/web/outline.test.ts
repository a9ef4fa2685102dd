import { expect, test } from 'vitest'
import { createContents } from './contents.ts'
import { isWithin, mostChapters, type OutlineItem, outlineOf } from './outline.ts'

const item = (title: string, dest: unknown = null, items: OutlineItem[] = []): OutlineItem => ({ title, dest, items })

test('an outline keeps its order and its levels', () => {
  const { chapters, all, isCut } = outlineOf([item('One', 1, [item('A', 2), item('B', 3)]), item('Two', 4)])
  expect(all.map(({ title }) => title)).toEqual(['One', 'A', 'B', 'Two'])
  expect(chapters.map(({ children }) => children.length)).toEqual([2, 0])
  expect(isCut).toBe(false)
  const [one, a, , two] = all
  expect(one && a && isWithin(a, one)).toBe(true)
  expect(two && a && isWithin(a, two)).toBe(false)
})

test('cuts ten thousand entries and says so', () => {
  const { all, isCut } = outlineOf(Array.from({ length: 10_000 }, (_, at) => item(`${at}`)))
  expect(all).toHaveLength(mostChapters)
  expect(isCut).toBe(true)
})

test('lists entries that are nested too deeply at the last level', () => {
  let deep = item('1500')
  for (let level = 1_499; level > 0; level -= 1) deep = item(`${level}`, null, [deep])
  const { all } = outlineOf([deep])
  expect(all).toHaveLength(1_500)
  const levels = all.map((chapter) => all.filter((other) => other.index < 10 && isWithin(chapter, other)).length)
  expect(Math.max(...levels)).toBe(6)
  expect(all.at(-1)?.title).toBe('1500')
})

test('cuts a cyclic outline', () => {
  const [first, second] = [item('First'), item('Second')]
  Object.assign(first, { items: [second] })
  Object.assign(second, { items: [first, second] })
  expect(outlineOf([first, second, first]).all.map(({ title }) => title)).toEqual(['First', 'Second'])
})

test('titles are single lines of limited length', () => {
  const titles = outlineOf([item('  A\r\ntitle\u0000 here '), item('x'.repeat(5_000)), item('')]).all.map(({ title }) => title)
  expect(titles).toEqual(['A title here', `${'x'.repeat(300)}…`, ''])
})

const contentsOf = (pages: readonly (number | null)[]) => {
  const asked: unknown[] = []
  const pageOf = async (dest: unknown) => {
    asked.push(dest)
    if (typeof dest !== 'number') throw new Error('Nowhere')
    return dest
  }
  const outline = async () => pages.map((page, at) => item(`${at}`, page))
  return { contents: createContents({ outline, pageOf }), asked }
}

test.each([
  [1, undefined],
  [2, '0'],
  [9, '1'],
  [30, '3'],
  [400, '4'],
])('page %i is in the chapter %s', async (page, title) => {
  const { contents } = contentsOf([2, 5, null, 10, 90])
  expect((await contents.chapterAt(await contents.load(), page))?.title).toBe(title)
})

test('resolves few of many chapters to find the current one, and none twice', async () => {
  const { contents, asked } = contentsOf(Array.from({ length: 1_000 }, (_, at) => at + 1))
  const outline = await contents.load()
  expect((await contents.chapterAt(outline, 700))?.title).toBe('699')
  await contents.chapterAt(outline, 700)
  expect(asked.length).toBeLessThan(12)
})

test('terminates for chapters without targets or in no order', async () => {
  const broken = contentsOf(Array<null>(1_000).fill(null)).contents
  expect(await broken.chapterAt(await broken.load(), 5)).toBeUndefined()
  const mixed = contentsOf([90, 3, 70, 1, 50, 2]).contents
  await mixed.chapterAt(await mixed.load(), 60)
})
