import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { AccessibilityPage } from './AccessibilityPage.tsx'
import { defaults } from './settings.ts'
import { saveSettings } from './settingsStore.ts'

const root = document.documentElement
const kept = () => JSON.parse(window.localStorage.getItem('accessibility') ?? 'null')

afterEach(() => {
  saveSettings(defaults)
  window.localStorage.removeItem('accessibility')
})

const show = () => renderPage(<AccessibilityPage />, { as: 'student' })
const slide = (name: string, value: string) => fireEvent.change(screen.getByRole('slider', { name }), { target: { value } })

test('a slider shows its value, and the setting is applied and saved', () => {
  show()
  expect(screen.getByRole('slider', { name: 'Text size' }).getAttribute('aria-valuetext')).toBe('100%')
  slide('Text size', '150')
  slide('Letter spacing', '-0.5')
  expect([root.style.getPropertyValue('--text-size'), root.style.getPropertyValue('--letter-spacing')]).toEqual(['150%', '-0.5px'])
  expect(kept()).toEqual({ ...defaults, fontSize: 150, letterSpacing: -0.5 })
  expect(screen.getByText('-0.5 pixels')).toBeTruthy()
  slide('Text size', '100')
  expect(root.style.getPropertyValue('--text-size')).toBe('')
})

test.each([
  ['High contrast', 'data-contrast', 'highContrast'],
  ['Dark mode', 'data-dark', 'darkMode'],
  ['Dyslexia-friendly font', 'data-dyslexia', 'dyslexiaFont'],
  ['Reduce motion', 'data-reduce-motion', 'reduceMotion'],
  ['Focus outline', 'data-focus-outline', 'focusOutline'],
  ['Reading mode', 'data-reading', 'readingMode'],
])('the switch %s sets %s on the page and saves it', async (name, attribute, setting) => {
  const { user } = show()
  await user.click(screen.getByRole('switch', { name }))
  expect(root.hasAttribute(attribute)).toBe(true)
  expect(kept()).toEqual({ ...defaults, [setting]: true })
  await user.click(screen.getByRole('switch', { name }))
  expect(root.hasAttribute(attribute)).toBe(false)
})

test('a colour vision mode can be chosen', async () => {
  const { user } = show()
  expect(screen.getByRole('radio', { name: /^None/, checked: true })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Deuteranopia/ }))
  expect(root.getAttribute('data-vision')).toBe('deuteranopia')
  await user.click(screen.getByRole('radio', { name: /^None/ }))
  expect(root.hasAttribute('data-vision')).toBe(false)
})

const preset = (name: RegExp) => within(screen.getByRole('region', { name: 'Quick presets' })).getByRole('button', { name })

test('a preset is marked for two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { user } = show()
  await user.click(preset(/^Large Text/))
  expect(screen.getByText('Large Text applied')).toBeTruthy()
  expect(preset(/^Large Text/).querySelector('svg')).toBeTruthy()
  act(() => vi.advanceTimersByTime(2_000))
  expect(preset(/^Large Text/).querySelector('svg')).toBeNull()
})

/** The settings of a person with individual colour and contrast needs. */
const own = { ...defaults, darkMode: true, colorBlindMode: 'deuteranopia', zoom: 125 } as const

test.each([
  [/^Large Text/, { fontSize: 150, lineHeight: 160 }],
  [/^High Contrast/, { highContrast: true, focusOutline: true }],
  [/^Dyslexia Friendly/, { dyslexiaFont: true, lineHeight: 180, letterSpacing: 1, wordSpacing: 3 }],
  [/^Reading Mode/, { readingMode: true }],
  [/^Motion Sensitive/, { reduceMotion: true }],
  [/^Default/, { zoom: 100 }],
])('the preset %s changes only its own settings, and Undo reverts only these', async (name, change) => {
  saveSettings(own)
  const { user } = show()
  await user.click(preset(name))
  expect(kept()).toEqual({ ...own, ...change })
  await user.click(screen.getByRole('radio', { name: /^Tritanopia/ }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(kept()).toEqual({ ...own, colorBlindMode: 'tritanopia' })
})

test('presets can be combined, each message replaces the previous one, and Default reverts them', async () => {
  saveSettings(own)
  const { user } = show()
  for (const name of [/^Dyslexia Friendly/, /^High Contrast/, /^Reading Mode/, /^Motion Sensitive/]) await user.click(preset(name))
  expect(kept()).toMatchObject({ dyslexiaFont: true, letterSpacing: 1, highContrast: true, readingMode: true, reduceMotion: true })
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  await user.click(preset(/^Default/))
  expect(kept()).toEqual({ ...own, zoom: 100 })
})

test('the reset reverts all settings', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: /^Dyslexia Friendly/ }))
  await user.click(screen.getByRole('button', { name: 'Reset all settings' }))
  expect(kept()).toEqual(defaults)
  expect([root.getAttribute('style') ?? '', root.hasAttribute('data-dyslexia')]).toEqual(['', false])
  expect(await screen.findByText('All settings were reset')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(kept()).toMatchObject({ dyslexiaFont: true, lineHeight: 180 })
})

test('follows changes made in another tab', () => {
  show()
  window.localStorage.setItem('accessibility', JSON.stringify({ darkMode: true, zoom: 125 }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'accessibility' })))
  expect(screen.getByRole('switch', { name: 'Dark mode', checked: true })).toBeTruthy()
  expect(root.style.getPropertyValue('--zoom')).toBe('1.25')
})

test('without storage, the settings last until the page is closed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const { user } = show()
  await user.click(screen.getByRole('switch', { name: 'Dark mode' }))
  expect(screen.getByRole('switch', { name: 'Dark mode', checked: true })).toBeTruthy()
  expect(root.hasAttribute('data-dark')).toBe(true)
})
