import { expect, test } from 'vitest'
import { findKey } from './readerKeys.ts'

const keys = (key: string, code: string, modifiers: string[] = []) => ({
  key,
  code,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  shiftKey: modifiers.includes('shift'),
  altKey: modifiers.includes('alt'),
})

test.each([
  ['Ctrl F', keys('f', 'KeyF', ['ctrl']), 'open'],
  ['⌘ F', keys('f', 'KeyF', ['meta']), 'open'],
  ['Ctrl F with a Devanagari keyboard', keys('ि', 'KeyF', ['ctrl']), 'open'],
  ['F3', keys('F3', 'F3'), 'next'],
  ['Shift F3', keys('F3', 'F3', ['shift']), 'previous'],
  ['⌘ G', keys('g', 'KeyG', ['meta']), 'next'],
  ['Ctrl Shift G', keys('G', 'KeyG', ['ctrl', 'shift']), 'previous'],
  ['typing f', keys('f', 'KeyF'), undefined],
  ['Ctrl Alt F', keys('f', 'KeyF', ['ctrl', 'alt']), undefined],
  ['Ctrl C', keys('c', 'KeyC', ['ctrl']), undefined],
])('%s has the same meaning as in a browser', (_, pressed, meant) => {
  expect(findKey(pressed)).toBe(meant)
})
