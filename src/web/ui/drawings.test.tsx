import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { ErrorState } from './ErrorState.tsx'

const names: readonly DrawingName[] = ['shelf', 'chair', 'drawer', 'bell', 'door', 'cable']

const drawn = (name: DrawingName): SVGElement => {
  const svg = render(<Drawing name={name} />).container.querySelector('svg')
  if (!svg) throw new Error('no drawing')
  return svg
}

test.each(names)('the drawing %s is one of a family, small and hidden from screen readers', (name) => {
  const svg = drawn(name)
  expect([svg.getAttribute('viewBox'), svg.querySelector('path')?.getAttribute('stroke-width')]).toEqual(['0 0 160 120', '1.5'])
  expect(svg.getAttribute('aria-hidden')).toBe('true')
  expect(svg.outerHTML.length).toBeLessThan(2_000)
})

test('what could not be loaded has the cut cable', () => {
  const { container } = render(<ErrorState />)
  expect(container.querySelector('path')?.getAttribute('d')).toBe(drawn('cable').querySelector('path')?.getAttribute('d'))
})
