import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { ReorderRows } from './ReorderRows.tsx'

type Book = { id: string; name: string }
const books: Book[] = ['Motion', 'Waves', 'Optics'].map((name) => ({ id: name.toLowerCase(), name }))

const Shelf = ({ of = books }: { of?: Book[] }) => {
  const [items, setItems] = useState(of)
  return (
    <ReorderRows
      label="Books"
      items={items}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      row={({ name }, moveButtons) => (
        <>
          <p>{name}</p>
          <label>
            Note on {name}
            <input />
          </label>
          {moveButtons}
        </>
      )}
      onReorder={(ids) => setItems(ids.flatMap((id) => items.find((book) => book.id === id) ?? []))}
    />
  )
}

const show = () => {
  const { user } = renderPage(<Shelf />)
  const names = () => screen.getAllByRole('row').map((row) => row.querySelector('p')?.textContent)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, names, press }
}

test('moves a row by its buttons, which keep the focus and announce the new position', async () => {
  const { names, press } = show()
  await press('Move Optics up')
  expect(names()).toEqual(['Motion', 'Optics', 'Waves'])
  expect(screen.getByText('Optics is now at position 2 of 3.')).toBeTruthy()
  await press('Move Optics up')
  expect(names()).toEqual(['Optics', 'Motion', 'Waves'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Optics up' })))
})

test('moves nowhere at the ends of the list', async () => {
  const { names, press } = show()
  await press('Move Motion up')
  await press('Move Optics down')
  expect(names()).toEqual(['Motion', 'Waves', 'Optics'])
})

test('moves a row from the keyboard: Enter on its handle, arrows, Enter', async () => {
  const { user, names } = show()
  const handle = screen.getByRole('button', { name: 'Drag Motion' })
  handle.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/insert/i))
  for (let presses = 0; presses < 5 && document.activeElement?.getAttribute('aria-label') !== 'Insert after Optics'; presses += 1)
    await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()).toEqual(['Waves', 'Optics', 'Motion']))
  expect(screen.getByText('Motion is now at position 3 of 3.')).toBeTruthy()
})

test('Escape cancels a move', async () => {
  const { user, names } = show()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await user.tab()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Drag Waves' })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/insert/i))
  await user.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(within(screen.getByRole('grid', { name: 'Books' })).getAllByRole('row')).toHaveLength(3))
  expect(names()).toEqual(['Motion', 'Waves', 'Optics'])
})

test('a field in a row keeps its keys', async () => {
  const { user, names } = show()
  const field = screen.getByLabelText('Note on Waves')
  await user.click(field)
  await user.keyboard('a b{ArrowLeft}c')
  expect((field as HTMLInputElement).value).toBe('a cb')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(names()).toEqual(['Motion', 'Waves', 'Optics'])
})

test('shows the first rows of a long list, which move among all of them, and more at a press', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: `book-${index}`, name: `Book ${index}` }))
  const { user } = renderPage(<Shelf of={many} />)
  expect(screen.getAllByRole('row')).toHaveLength(50)
  await user.click(screen.getByRole('button', { name: 'Move Book 49 down' }))
  expect(screen.getByText('Book 49 is now at position 51 of 60.')).toBeTruthy()
  expect(screen.queryByRole('row', { name: 'Book 49' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(
    screen
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-label'))
      .slice(48, 52),
  ).toEqual(['Book 48', 'Book 50', 'Book 49', 'Book 51'])
})
