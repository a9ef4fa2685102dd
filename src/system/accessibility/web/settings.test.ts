import { describe, expect, test } from 'vitest'
import { defaults, settingsFrom } from './settings.ts'

test('empty storage gives the initial values of the specification', () => {
  expect(defaults).toEqual({
    fontSize: 100,
    zoom: 100,
    lineHeight: 150,
    letterSpacing: 0,
    wordSpacing: 0,
    highContrast: false,
    darkMode: false,
    dyslexiaFont: false,
    reduceMotion: false,
    focusOutline: false,
    readingMode: false,
    colorBlindMode: 'none',
  })
})

describe('stored settings', () => {
  test('are read if they can be chosen, including the ends of the ranges', () => {
    const kept = { ...defaults, fontSize: 200, zoom: 75, lineHeight: 250, letterSpacing: -2, wordSpacing: 10, darkMode: true }
    expect(settingsFrom(kept)).toEqual(kept)
    expect(settingsFrom({ letterSpacing: 1.5, colorBlindMode: 'tritanopia' })).toEqual({
      ...defaults,
      letterSpacing: 1.5,
      colorBlindMode: 'tritanopia',
    })
  })

  test('are rounded to the nearest step', () => {
    expect(settingsFrom({ fontSize: 133, zoom: 101, letterSpacing: 0.7 })).toEqual({
      ...defaults,
      fontSize: 130,
      zoom: 100,
      letterSpacing: 0.5,
    })
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'dark'],
    ['a list', [1]],
    ['values out of range', { fontSize: 201, zoom: 74, lineHeight: -1, letterSpacing: 5.1, wordSpacing: 1e308 }],
    [
      'values of other kinds',
      { fontSize: '150', zoom: null, lineHeight: Number.NaN, darkMode: 'yes', readingMode: 1, colorBlindMode: 'red' },
    ],
    ['code', { fontSize: '1px;} body{display:none', colorBlindMode: '"><script>' }],
    ['a trap', JSON.parse('{"__proto__":{"darkMode":true}}')],
  ])('fall back to the initial ones for %s', (_, kept) => {
    expect(settingsFrom(kept)).toEqual(defaults)
  })
})
