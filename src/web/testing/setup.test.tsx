import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
