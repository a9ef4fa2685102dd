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
  ["Firefox's network tools", keys('E', 'KeyE', ['ctrl', 'shift'])],
  ["Firefox's network tools on a Mac", keys('´', 'KeyE', ['meta', 'alt'])],
  ["Firefox's responsive design mode", keys('M', 'KeyM', ['ctrl', 'shift'])],
  ["Firefox's debugger", keys('Z', 'KeyZ', ['ctrl', 'shift'])],
  ["Firefox's profiler", keys('F5', 'F5', ['shift'])],
  ["Firefox's style editor", keys('F7', 'F7', ['shift'])],
  ["Firefox's storage inspector", keys('F9', 'F9', ['shift'])],
])('blocks %s', (_, pressed) => {
  expect(isBlockedShortcut(pressed)).toBe(true)
})

test.each([
  ['typing s', keys('s', 'KeyS')],
  ['copy', keys('c', 'KeyC', ['ctrl'])],
  ['reload', keys('r', 'KeyR', ['ctrl'])],
  ['reload by F5', keys('F5', 'F5')],
  ['reload without the cache by F5', keys('F5', 'F5', ['ctrl'])],
  ['undo', keys('z', 'KeyZ', ['ctrl'])],
  ['a letter typed with AltGr', keys('€', 'KeyE', ['ctrl', 'alt'])],
  ['another letter typed with AltGr', keys('ú', 'KeyU', ['ctrl', 'alt'])],
  ['the next page', keys('PageDown', 'PageDown')],
  ["the browser's own zoom", keys('+', 'Equal', ['ctrl'])],
  ['Escape', keys('Escape', 'Escape')],
])('does not block %s', (_, pressed) => {
  expect(isBlockedShortcut(pressed)).toBe(false)
})
