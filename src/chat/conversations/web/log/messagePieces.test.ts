import { expect, test } from 'vitest'
import { chatLimits } from '../../conversations.limits.ts'
import { beginningOf, messagePieces } from './messagePieces.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('highlights mentioned names, preferring the longest match', () => {
  expect(messagePieces('Ask @Asha Devi or @Asha, not @Ashok', named('Asha', 'Asha Devi'))).toEqual([
    { text: 'Ask ' },
    { text: '@Asha Devi', isMention: true },
    { text: ' or ' },
    { text: '@Asha', isMention: true },
    { text: ', not @Ashok' },
  ])
})

test('accepts any characters in names, and keeps links', () => {
  expect(messagePieces('@A.*(b) see www.example.org', named('A.*(b)'))).toEqual([
    { text: '@A.*(b)', isMention: true },
    { text: ' see ' },
    { text: 'www.example.org', href: 'https://www.example.org' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://example.org'])('%s is no link', (text) => {
  expect(messagePieces(text, [])).toEqual([{ text }])
})

test('splits a hundred hostile kilobytes within 200 ms', () => {
  const text = `http://a${'.'.repeat(900)}x @A `.repeat(112).slice(0, chatLimits.messageContent)
  const since = performance.now()
  const pieces = messagePieces(text, named('A', ...Array.from({ length: 49 }, (_, index) => `A${index}`)))
  expect(performance.now() - since).toBeLessThan(200)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('cuts a long text at a character boundary, and leaves a short one unchanged', () => {
  expect(beginningOf('x'.repeat(1_400))).toBeUndefined()
  expect(beginningOf('x'.repeat(1_401))).toHaveLength(1_200)
  expect(beginningOf(`${'x'.repeat(1_199)}${'😀'.repeat(200)}`)).toBe('x'.repeat(1_199))
  expect(beginningOf('line\n'.repeat(30))?.split('\n')).toHaveLength(16)
  expect(beginningOf('line\n'.repeat(15))).toBeUndefined()
})
