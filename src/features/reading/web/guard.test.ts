import { expect, test } from 'vitest'
import { isBlockedShortcut } from './guard.ts'

const keys = (key: string, code: string, modifiers: string[] = []) => ({
  key,
  code,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  shiftKey: modifiers.includes('shift'),
  altKey: modifiers.includes('alt'),
})

test.each([
  ['save', keys('s', 'KeyS', ['ctrl'])],
  ['save on a Mac', keys('s', 'KeyS', ['meta'])],
  ['save as', keys('S', 'KeyS', ['ctrl', 'shift'])],
  ['save with a Devanagari keyboard', keys('े', 'KeyS', ['ctrl'])],
  ['print', keys('p', 'KeyP', ['ctrl'])],
  ['print on a Mac', keys('p', 'KeyP', ['meta'])],
  ['print by the system dialog', keys('P', 'KeyP', ['ctrl', 'shift'])],
  ['print by the system dialog on a Mac', keys('π', 'KeyP', ['meta', 'alt'])],
  ['print by the system dialog with a Devanagari keyboard', keys('फ', 'KeyP', ['ctrl', 'shift'])],
  ['view source', keys('u', 'KeyU', ['ctrl'])],
  ['developer tools', keys('F12', 'F12')],
  ['inspect', keys('I', 'KeyI', ['ctrl', 'shift'])],
  ['console', keys('J', 'KeyJ', ['ctrl', 'shift'])],
  ['pick an element', keys('C', 'KeyC', ['ctrl', 'shift'])],
  ['inspect on a Mac', keys('ˆ', 'KeyI', ['meta', 'alt'])],
])('%s is blocked', (_, pressed) => {
  expect(isBlockedShortcut(pressed)).toBe(true)
})

test.each([
  ['typing s', keys('s', 'KeyS')],
  ['copy', keys('c', 'KeyC', ['ctrl'])],
  ['reload', keys('r', 'KeyR', ['ctrl'])],
  ['the next page', keys('PageDown', 'PageDown')],
  ["the browser's own zoom", keys('+', 'Equal', ['ctrl'])],
  ['Escape', keys('Escape', 'Escape')],
])('%s is left alone', (_, pressed) => {
  expect(isBlockedShortcut(pressed)).toBe(false)
})
