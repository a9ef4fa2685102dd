import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { FindBar } from './FindBar.tsx'
import { useFind } from './useFind.ts'

const pages = ['Light and shade', 'nothing', 'light, LIGHT']
const book = { count: pages.length, textOf: async (page: number) => pages[page - 1] ?? '' }

const Reader = ({ onClose }: { onClose: () => void }) => {
  const find = useFind(book, () => 1)
  return (
    <>
      <button type="button" onClick={find.open}>
        open
      </button>
      {find.isOpen && <FindBar find={find} onClose={onClose} />}
      <p>{find.place ? `at ${find.place.unit}.${find.place.index}` : 'nowhere'}</p>
    </>
  )
}

const show = async (typed: string) => {
  const onClose = vi.fn()
  const rendered = renderPage(<Reader onClose={onClose} />)
  await rendered.user.click(screen.getByRole('button', { name: 'open' }))
  await rendered.user.type(screen.getByRole('textbox', { name: 'Find in document' }), typed)
  return { ...rendered, onClose }
}

test('the field is focused when it opens, and matches are counted', async () => {
  await show('LIGHT')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
  expect((await screen.findByText('1 of 3')).getAttribute('aria-live')).toBe('polite')
  expect(screen.getByText('at 1.0')).toBeTruthy()
})

test('Enter goes to the next match, Shift+Enter to the previous one, and the buttons do the same', async () => {
  const { user } = await show('light')
  await screen.findByText('1 of 3')
  await user.keyboard('{Enter}{Enter}')
  expect(screen.getByText('3 of 3')).toBeTruthy()
  expect(screen.getByText('at 3.1')).toBeTruthy()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('at 3.0')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next match' }))
  await user.click(screen.getByRole('button', { name: 'Next match' }))
  expect(screen.getByText('1 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous match' }))
  expect(screen.getByText('at 3.1')).toBeTruthy()
})

test('says that nothing was found, and disables the buttons', async () => {
  await show('zebra')
  expect(await screen.findByText('No matches')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next match' }).disabled).toBe(true)
  expect(screen.getByText('nowhere')).toBeTruthy()
})

test('Escape closes the search', async () => {
  const { user, onClose } = await show('light')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
