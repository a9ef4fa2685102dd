import { afterEach, expect, test, vi } from 'vitest'
import { startFilesId } from '#contract/startFiles.ts'
import { startOncePainted } from './startOncePainted.ts'

const preloaded = () => [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))

/** Opens a drawn page; the returned function paints it. */
const open = (visibility: DocumentVisibilityState) => {
  document.head.innerHTML = `<template id="${startFilesId}"><link rel="modulepreload" href="/start.js"></template>`
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  const heard: (() => void)[] = []
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['paint']
      constructor(hear: () => void) {
        heard.push(hear)
      }
      observe() {}
      disconnect() {}
    },
  )
  startOncePainted()
  return () => {
    for (const hear of heard) hear()
  }
}

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the scripts of a drawn page wait for its first paint', () => {
  const paint = open('visible')
  window.dispatchEvent(new Event('load'))
  expect(preloaded()).toEqual([])
  paint()
  expect(preloaded()).toEqual(['/start.js'])
})

test('a page that was opened in the background starts once it is loaded', () => {
  open('hidden')
  expect(preloaded()).toEqual([])
  window.dispatchEvent(new Event('load'))
  expect(preloaded()).toEqual(['/start.js'])
})
