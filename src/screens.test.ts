import { expect, test } from 'vitest'
import { declaredPages, screens } from '../gallery/pages.ts'

/** Pages that show the same as another page of the gallery. */
const shownByOthers = ['/', '/vouchers/:id']

test('the gallery shows every page, and no other', () => {
  const declared = declaredPages.map(({ path }) => path)
  expect(declared.length).toBeGreaterThan(30)
  expect(declaredPages.filter(({ as }) => !as)).toEqual([])
  const shown = new Set(screens.map(({ path }) => path.replace(/\?.*/, '')))
  expect(declared.filter((path) => !shown.has(path) && !shownByOthers.includes(path))).toEqual([])
  expect([...shown].filter((path) => !declared.includes(path))).toEqual([])
})
