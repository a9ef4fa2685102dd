import { expect, test } from 'vitest'
import { spanOf } from './anchor.ts'

const text = 'Light is a wave.\nA wave of light\nis not a wave of water.'
const at = (start: number, quote: string) => ({ start, end: start + quote.length, quote })
const found = (of: string, anchor: ReturnType<typeof at>) => {
  const span = spanOf(of, anchor)
  return span && of.slice(span.start, span.end)
}

test('a highlight is at its own place', () => {
  expect(spanOf(text, at(11, 'wave'))).toEqual({ start: 11, end: 15 })
})

test('it is found by its quote, nearest to where it was, if the text has moved', () => {
  expect(spanOf(text, at(14, 'wave'))).toEqual({ start: 11, end: 15 })
  expect(spanOf(text, at(40, 'wave'))?.start).toBe(text.lastIndexOf('wave'))
})

test('it is found with other blanks and line ends, in any script', () => {
  expect(found(text, at(30, 'of  light is'))).toBe('of light\nis')
  expect(found('प्रकाश  की\nतरंग', at(0, 'प्रकाश की तरंग'))).toBe('प्रकाश  की\nतरंग')
})

test('it is nowhere if its quote is not on the page', () => {
  expect(spanOf(text, at(3, 'sound'))).toBe(undefined)
  expect(spanOf('', at(0, 'wave'))).toBe(undefined)
})
