import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* User input is data, for the browser and for the database: no code makes HTML or SQL of a text, or runs the scripts of a PDF. */

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const filesWith = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

const html =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcDoc\b/
const sqlOfText = /\bsql\.raw\(|\bCompiledQuery\.raw\(/
const pdfScripting = /pdf\.sandbox|PDFScriptingManager|pdf_viewer/

test('no component makes HTML of a text', () => {
  expect(filesWith(html)).toEqual([])
})

test('no SQL is made of a text that comes from a call', () => {
  const besidesMigrations = filesWith(sqlOfText).filter((file) => !file.startsWith('src/server/db/migrations/'))
  // Constants of the program: how an index is emptied, the expression of an index, and the direction of a list.
  expect(besidesMigrations).toEqual(['src/people/users/server/users.list.db.ts', 'src/server/backup/searchAgain.db.ts'])
})

test('the scripting engine of pdf.js is not loaded', () => {
  expect(filesWith(/pdfjs-dist/)).not.toEqual([])
  expect(filesWith(pdfScripting)).toEqual([])
})

test('the guard itself finds what it looks for', () => {
  for (const text of ['<p dangerouslySetInnerHTML={x} />', 'box.innerHTML = name', 'new DOMParser()']) expect(text).toMatch(html)
  expect('sql.raw(statement)').toMatch(sqlOfText)
  expect("import { PDFScriptingManager } from 'pdfjs-dist/web/pdf_viewer.mjs'").toMatch(pdfScripting)
})
