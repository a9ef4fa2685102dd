import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Menu } from './Menu.tsx'
import { PlainButton } from './PlainButton.tsx'

const given = () => {
  const done: string[] = []
  const entry = (label: string) => ({ key: label, label, onAction: () => void done.push(label) })
  render(
    <Menu
      label="Actions"
      trigger={<PlainButton className="">More</PlainButton>}
      entries={[entry('Rename'), entry('Delete')]}
      header={<p>Physics</p>}
    />,
  )
  return { user: userEvent.setup(), done, button: () => screen.getByRole('button', { name: 'More' }) }
}

test('opens the menu by a press, and runs an entry', async () => {
  const { user, done, button } = given()
  expect(button().getAttribute('aria-haspopup')).toBe('true')
  await user.click(button())
  expect(screen.getByText('Physics')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(done).toEqual(['Delete'])
  expect(screen.queryByRole('menu')).toBeNull()
})

test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])(
  'opens by the key %j, closes by Escape, and returns the focus to the button',
  async (key) => {
    const { user, button } = given()
    for (let times = 0; times < 2; times++) {
      await user.tab()
      button().focus()
      await user.keyboard(key)
      await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
      if (key === '{ArrowDown}') await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Rename' })))
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('menu')).toBeNull()
      await waitFor(() => expect(document.activeElement).toBe(button()))
    }
  },
)
