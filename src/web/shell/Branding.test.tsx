import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Branding, setBranding } from './Branding.tsx'

afterEach(() => setBranding({ systemName: '', logoUrl: null, logoSize: 40, publicUrl: null }))

test.each([
  ['login', 120, '80px'],
  ['login', 60, '60px'],
  ['sidebar', 120, '120px'],
  ['bar', 120, '40px'],
] as const)('on the %s a logo of %i pixels is %s high, however large the text is', (place, logoSize, height) => {
  setBranding({ systemName: 'Saraswati Hall', logoUrl: '/logo.png', logoSize, publicUrl: null })
  const { container, unmount } = render(<Branding place={place} />)
  expect(container.querySelector('img')?.style.height).toBe(height)
  expect(container.querySelector('img')?.className).not.toContain('max-h')
  unmount()
})
