import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'])

/** Targets of links and pictures, without those of other sites and without the fragment within the page. */
const linkedFrom = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
    .map(([, link = '', picture = '']) => (link || picture).replace(/#.*$/, ''))
    .filter((address) => address !== '' && !/^[a-z]+:/.test(address))

/** Returns the fragment of a heading in a link. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

test('every link of the documentation leads to a file that exists', () => {
  const links = pages.flatMap((page) => linkedFrom(readFileSync(page, 'utf8')).map((address) => ({ page, address })))
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ page, address }) => !existsSync(join(dirname(page), address)))).toEqual([])
})

test('every link to a heading leads to one', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s:#]*)#([^)\s]+)\)/g)]
      .map(([, file = '', fragment = '']) => ({ target: file === '' ? page : join(dirname(page), file), fragment }))
      .filter(({ target, fragment }) => {
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => fragmentOf(heading))
        return !headings.includes(fragment)
      })
      .map(({ target, fragment }) => `${page}: ${target}#${fragment}`),
  )
  expect(broken).toEqual([])
})
