import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { withoutXfa } from '../scripts/pdfjsWithoutXfa.ts'

const worker = readFileSync(createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'), 'utf8')

test('the worker of the installed pdf.js uses its code for XFA nowhere outside of that code', () => {
  const lean = withoutXfa(worker)
  expect(worker.match(/\bnew XFAFactory\(|= getXfaFontName\(|= getXfaFontDict\(/g)?.length).toBeGreaterThan(2)
  expect(lean).not.toMatch(/\bnew XFAFactory\(|\bXFAFactory\.getRichText|= getXfaFontDict\(/)
})

test('the build fails if another pdf.js uses that code in a different way', () => {
  expect(() => withoutXfa(worker.replace('new XFAFactory(data)', 'XFAFactory.of(data)'))).toThrow('see scripts/pdfjsWithoutXfa.ts')
  expect(() => withoutXfa(`${worker}\nXFAFactory.getRichTextAsHtml(dict.get("RC"))`)).toThrow('see scripts/pdfjsWithoutXfa.ts')
})
