import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { confirm } from '../ui/confirm.ts'
import { Hosts } from '../ui/Hosts.tsx'

test('a focused button is removed at the end of a test with a fake clock', () => {
  vi.useFakeTimers()
  render(<button type="button">Save</button>)
  screen.getByRole('button').focus()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('the next test still gets its animation frames', async () => {
  const frame = vi.fn()
  requestAnimationFrame(frame)
  await expect.poll(() => frame.mock.calls.length).toBe(1)
})

const answers: boolean[] = []

test('a question that a test leaves open is open at its end', async () => {
  void confirm({ title: 'Delete fee', text: 'Really?', confirm: 'Delete' }).then((yes) => answers.push(yes))
  render(<Hosts />)
  expect(await screen.findByRole('alertdialog', { name: 'Delete fee' })).toBeTruthy()
})

test('the next test starts without it, answered with no', () => {
  render(<Hosts />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(answers).toEqual([false])
})

describe('the page is printed', () => {
  const looks: string[] = []

  const missing = (name: string) => {
    try {
      return screen.getByRole('button', { name })
    } catch (error) {
      looks.push(String(error))
      throw error
    }
  }

  test('once where an element does not appear, not at each look', async () => {
    render(<p>Still loading</p>)
    const failed = await waitFor(() => missing('Save'), { timeout: 120, interval: 20 }).catch(String)
    expect(failed).toMatch(/button.*"Save".*Still loading/s)
    expect(looks.length).toBeGreaterThan(1)
    expect(looks.filter((look) => look.includes('Still loading'))).toEqual([])
  })

  test('at once where it is expected now', () => {
    render(<p>Nothing here</p>)
    expect(() => screen.getByText('Save')).toThrow(/Save.*Nothing here/s)
  })
})
