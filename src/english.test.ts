import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of the language guide that readers of English as a second language stumble over, each with what to write instead. */
const refused: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, '“again”'],
  [/\bwhoever\b/i, '“a person who”, “the caller”, “no matter who”'],
  [/\bsomebody\b/i, '“someone”, or who it is'],
  [/\blest\b/i, '“so that … not”'],
  [/\banswers nothing\b/i, '“returns undefined”, “has an empty reply”'],
  [/\bstands behind\b/i, '“follows”, “comes after”'],
  [/\bof it is\b/i, 'the noun'],
  // Seats and time are taken in the morning.
  [/\btaken in\b(?! the | cash|\$\{)/i, '“imported”, “accepted”, “stored”'],
]

const faultsIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      refused.filter(([pattern]) => pattern.test(line)).map(([pattern, instead]) => `line ${at + 1}: ${pattern.source}, write ${instead}`),
    )

const files = globSync(['{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs,cjs,css}', 'docs/**/*.md', '*.md', '.github/**/*.md'])
  .map((file) => file.replaceAll('\\', '/'))
  // It names the words.
  .filter((file) => file !== 'src/english.test.ts')
  .toSorted()

test('no comment, name, text or page uses a word that the language guide refuses', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => faultsIn(readFileSync(file, 'utf8')).map((fault) => `${file} ${fault}`))).toEqual([])
})

test.each([
  ['// Somebody else was first', 1],
  ['/** Made anew, for whoever asks. */', 2],
  ['3 seats taken in the morning', 0],
  ['a table that is taken in', 1],
  ['the rest of it is lost', 1],
])('%s: %i', (text, count) => {
  expect(faultsIn(text)).toHaveLength(count)
})
