import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { childrenOf, type Node, ofTests } from '../../../scripts/boundaries.ts'

/* All code that accesses keys of chats is in web/crypto/: docs/encryption.md. */

const here = 'src/chat/encryption/web/crypto/'
/** Encrypts books on a device with a key that the browser keeps; it knows no key of a chat: docs/decisions/0036-books-on-the-phone.md. */
const ofBooks = ['src/web/offline/pieceCipher.ts']
const ofKeys = new Set(['subtle', 'SubtleCrypto'])

const touches = (node: Node): boolean => ofKeys.has(String(node.name)) || ofKeys.has(String(node.value)) || childrenOf(node).some(touches)

const browserFiles = (): string[] =>
  globSync(['src/web/**/*.{ts,tsx}', 'src/*/*/web/**/*.{ts,tsx}', 'src/contract/*.ts', 'src/!(contract|server|web)/*/*.ts'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ofTests.test(file))

/** A name is written with its letters or with an escape, and reading all other files as trees takes long. */
const mayTouch = (text: string): boolean => /subtle|\\/i.test(text)

const touchingFile = (file: string): boolean => {
  const text = readFileSync(file, 'utf8')
  return mayTouch(text) && touches(treeOf(file, text).program as unknown as Node)
}

const treeOf = (file: string, text = readFileSync(file, 'utf8')) => parseSync(file, text)

test('only web/crypto/ accesses keys in the browser', () => {
  const touching = browserFiles().filter(touchingFile)
  expect(touching.filter((file) => !file.startsWith(here)).sort()).toEqual(ofBooks)
  expect(touching.length).toBeGreaterThan(5)
})

test.each([
  'crypto.subtle.sign()',
  'const { subtle } = globalThis.crypto',
  "self.crypto['subtle']",
  'let keys: SubtleCrypto',
  'crypto?.subtle',
  "crypto['sub\\u0074le']",
])('touching a key is found: %s', (text) => {
  expect(mayTouch(text)).toBe(true)
  expect(touches(treeOf('a.ts', text).program as unknown as Node)).toBe(true)
})

test('web/crypto/ imports nothing of network, storage or screens', () => {
  const files = browserFiles().filter((file) => file.startsWith(here))
  expect(files.length).toBeGreaterThan(8)
  for (const file of files)
    for (const { moduleRequest } of treeOf(file).module.staticImports)
      expect([file, moduleRequest.value]).toEqual([
        file,
        expect.stringMatching(/^(\.\/\w+\.ts|(\.\.\/\.\.\/encryption|#chat\/conversations\/conversations)\.\w+\.(contract|policy)\.ts)$/),
      ])
  const strange: Record<string, RegExp> = { network: /\bfetch\b|XMLHttp|WebSocket/, storage: /indexedDB|Storage\b/, log: /console/ }
  for (const file of files)
    for (const [what, pattern] of Object.entries(strange))
      expect([file, what, pattern.test(readFileSync(file, 'utf8'))]).toEqual([file, what, false])
})
