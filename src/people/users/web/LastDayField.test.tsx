import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { JoiningDateField, LastDayField } from './LastDayField.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:30:00.000Z') })
})

const LastDay = ({ from }: { from: string | null }) => {
  const [value, setValue] = useState(from ?? '')
  return <LastDayField from={from} value={value} onChange={setValue} />
}

const Joining = () => {
  const [value, setValue] = useState('')
  return (
    <>
      <JoiningDateField value={value} onChange={setValue} />
      <p>{`joined ${value}`}</p>
    </>
  )
}

test('adds three months with one press, and shows the result', async () => {
  const { user } = renderPage(<LastDay from={null} />)
  expect(screen.getByText('The buttons count from today.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  await user.click(screen.getByRole('button', { name: '+3 months' }))
  expect(screen.getByRole('status').textContent).toBe('Until 20 Feb 2027')
  expect(screen.getByRole('button', { name: '+3 months' }).getAttribute('aria-pressed')).toBe('true')
})

test('loses no days when renewing early, and adds none on a second press', async () => {
  const { user } = renderPage(<LastDay from="2026-11-28" />)
  expect(screen.getByText('The buttons count from 29 Nov 2026.')).toBeTruthy()
  for (const _ of ['once', 'twice']) await user.click(screen.getByRole('button', { name: '+1 month' }))
  expect(screen.getByRole('status').textContent).toBe('Until 28 Dec 2026')
})

test('says that an account is over, and counts from today', async () => {
  const { user } = renderPage(<LastDay from="2026-01-05" />)
  expect(screen.getByRole('status').textContent).toBe('Ended on 5 Jan 2026')
  await user.click(screen.getByRole('button', { name: '1 year' }))
  expect(screen.getByRole('status').textContent).toBe('Until 20 Nov 2027')
})

test('sets the joining date to today with one press', async () => {
  const { user } = renderPage(<Joining />)
  await user.click(screen.getByRole('button', { name: 'Today' }))
  expect(screen.getByText('joined 2026-11-21')).toBeTruthy()
})

test('says that it can be left empty only if it can', () => {
  const { unmount } = renderPage(<LastDayField from={null} value="" onChange={() => undefined} />)
  expect(screen.getByText(/Leave empty for no end date/)).toBeTruthy()
  unmount()
  renderPage(<LastDayField from={null} value="" onChange={() => undefined} isRequired />)
  expect(screen.getByText('Last day the account works.')).toBeTruthy()
  expect(screen.queryByText(/Leave empty/)).toBeNull()
})
