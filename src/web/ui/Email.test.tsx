import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Email } from './Email.tsx'

test('an email address may break between its parts, and is still one text', () => {
  const { container } = render(<Email address="asha_devi.k@reading-room.example.org" />)
  expect(container.textContent).toBe('asha_devi.k@reading-room.example.org')
  expect(container.innerHTML.split('<wbr>')).toEqual(['asha_', 'devi', '.k', '@reading-', 'room', '.example', '.org'])
})
