import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Feature, feature } from '#server/feature/feature.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { given } from '#server/testing/given.ts'
import { composeHtml, escapeHtml, type HtmlHook, htmlFor } from './html.ts'

const page = '<html><head><title>Library System</title></head><body><div id="root"></div></body></html>'

test('a page has the title, the heads in order and the first content', () => {
  const composed = composeHtml(page, [{ head: '<link a>' }, { title: 'Hall <1> & "$&"', head: '<link b>', root: '<h1>$1</h1>' }])
  expect(composed).toBe(
    '<html><head><title>Hall &lt;1&gt; &amp; &quot;$&amp;&quot;</title><link a><link b></head><body><div id="root"><h1>$1</h1></div></body></html>',
  )
})

test('a page with content keeps its scripts and fonts apart until it is painted', () => {
  const font = '<link\n  rel="preload"\n  href="/a.woff2"\n  as="font"\n/>'
  const head = `${font}<link rel="modulepreload" href="/b.js"><script type="module" src="/a.js"></script><link rel="stylesheet" href="/a.css">`
  const urgent = composeHtml(page, [{ head }])
  expect(urgent).toContain(head)
  expect(composeHtml(page, [{ head, root: '<h1>Hall</h1>' }])).toContain(
    '<link rel="stylesheet" href="/a.css"><template id="start-files"><link fetchpriority="low" rel="modulepreload" href="/b.js"><script fetchpriority="low" type="module" src="/a.js"></script></template></head>',
  )
})

test('a text cannot break out of its place', () => {
  expect(escapeHtml(`</script><img src=x onerror='alert("1")'>`)).not.toMatch(/[<>"']/)
})

test('a part that fails is left out of the page, and logged without the path as it was typed', async () => {
  const lines: string[] = []
  const { platform } = await given({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  const withHtml = (html: HtmlHook): Feature => feature({}, {}, { html })
  const failing = withHtml(async () => {
    throw new Error('the database is away')
  })
  const make = htmlFor(platform, { failing, titled: withHtml(async (_, path) => ({ title: path })) }, page)
  expect((await make('/login')).html).toContain('<title>/login</title>')
  expect(lines).toEqual([expect.stringContaining('a part of the page could not be made')])
  expect(lines.join('')).not.toContain('/login')
})

test('a page behind the sign-in names its own files in front of the first script', async () => {
  const clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  afterTest(() => rm(clientFolder, { recursive: true, force: true }))
  await mkdir(join(clientFolder, 'assets'))
  await writeFile(join(clientFolder, 'index.html'), '<!doctype html><head><script src="/first.js"></script></head>')
  const pages = { '/users': { '': ['list.js'], '?view=seats': ['map.js'] }, '/documents': { '': ['documents.js'] } }
  await writeFile(join(clientFolder, 'assets', 'page-files-abc123.json'), JSON.stringify(pages))
  const { app } = await given({}, { clientFolder })
  const htmlOf = async (path: string) => (await app.inject({ url: path })).body
  const block = (opened: object) =>
    `<script type="application/json" id="page-files">${JSON.stringify(opened)}</script><script src="/first.js">`
  expect(await htmlOf('/users?view=seats')).toContain(block({ path: '/users', files: pages['/users'] }))
  expect(await htmlOf('/documents')).toContain(block({ path: '/documents', files: pages['/documents'] }))
  for (const path of ['/', '/login', '/toString']) expect(await htmlOf(path)).not.toContain('page-files')
})
