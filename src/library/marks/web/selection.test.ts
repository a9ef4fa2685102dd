import { expect, test } from 'vitest'
import { spanByKey } from './selection.ts'

const text = 'प्रकाश is a wave.\nA wave of light\nis not water.'
const press = (...keys: string[]): string | undefined => {
  let span: ReturnType<typeof spanByKey>
  for (const key of keys) span = spanByKey(key, text, span, 0)
  return span && text.slice(span.start, span.end)
}

test('the first press selects the first word, and arrows to the sides add and drop words', () => {
  expect(press('ArrowRight')).toBe('प्रकाश')
  expect(press('ArrowRight', 'ArrowRight', 'ArrowRight')).toBe('प्रकाश is a')
  expect(press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft')).toBe('प्रकाश is')
  expect(press('ArrowRight', 'ArrowLeft')).toBe('प्रकाश')
})

test('arrows up and down go to the first word of another line', () => {
  expect(press('ArrowRight', 'ArrowDown')).toBe('A')
  expect(press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight')).toBe('is not')
  expect(press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp')).toBe('A')
  expect(press('ArrowRight', 'ArrowDown', 'ArrowUp')).toBe('प्रकाश')
  expect(press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('is')
})

test('a selection may go on to the next line and ends with the page', () => {
  expect(press('ArrowRight', 'ArrowDown', 'ArrowDown', ...Array(9).fill('ArrowRight'))).toBe('is not water.')
  expect(spanByKey('ArrowRight', '', undefined, 0)).toBe(undefined)
})
