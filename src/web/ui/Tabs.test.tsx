import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { Tabs } from './Tabs.tsx'

const keys = ['spring', 'summer', 'winter'] as const
type Season = (typeof keys)[number]

const Seasons = () => {
  const [chosen, setChosen] = useState<Season>('spring')
  const views = keys.map((key) => ({ key, title: key, content: `It is ${key}.` }))
  return <Tabs label="Seasons" views={views} chosen={chosen} onChoose={setChosen} />
}

const chosen = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)

test('shows one view, named by its tab', async () => {
  const { user } = renderPage(<Seasons />)
  expect(screen.getByRole('tablist', { name: 'Seasons' })).toBeTruthy()
  expect(screen.getByRole('tabpanel', { name: 'spring' }).textContent).toBe('It is spring.')
  await user.click(screen.getByRole('tab', { name: 'winter' }))
  expect(chosen()).toEqual(['winter'])
  const panel = screen.getByRole('tabpanel', { name: 'winter' })
  expect(panel.textContent).toBe('It is winter.')
  expect(screen.getByRole('tab', { name: 'winter' }).getAttribute('aria-controls')).toBe(panel.id)
})

test('the tabs are one stop of the Tab key; arrows, Home and End choose, and wrap around', async () => {
  const { user } = renderPage(<Seasons />)
  screen.getByRole('tab', { name: 'spring' }).focus()
  for (const [key, expected] of [
    ['{ArrowRight}', 'summer'],
    ['{End}', 'winter'],
    ['{ArrowRight}', 'spring'],
    ['{ArrowLeft}', 'winter'],
    ['{Home}', 'spring'],
  ] as const) {
    await user.keyboard(key)
    await waitFor(() => expect([chosen(), document.activeElement?.textContent]).toEqual([[expected], expected]))
  }
  await user.keyboard('{Control>}{ArrowRight}{/Control}')
  expect(chosen()).toEqual(['spring'])
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
})
