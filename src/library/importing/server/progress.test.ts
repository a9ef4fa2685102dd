import { expect, test } from 'vitest'
import { showProgress } from './progress.ts'

const onTerminal = (total: number, columns: number) => {
  let written = ''
  const output = {
    isTTY: true,
    columns,
    write: (text: string) => {
      written += text
    },
  }
  /** What a reader sees in the end: each line as it was last drawn. */
  const seen = () => written.split('\n').map((line) => line.split('\r').at(-1)?.replaceAll('\x1B[K', ''))
  return { progress: showProgress(total, output), seen }
}

test('on a terminal a bar is drawn over itself, below what is said', () => {
  const { progress, seen } = onTerminal(4, 80)
  expect(seen()).toEqual(['[........................] 0%  0 of 4'])
  for (let step = 0; step < 2; step++) progress.step()
  progress.say('Rejected: a.html')
  expect(seen()).toEqual(['Rejected: a.html', '[############............] 50%  2 of 4'])
  for (let step = 0; step < 2; step++) progress.step()
  expect(seen()).toEqual(['Rejected: a.html', '[########################] 100%  4 of 4'])
  progress.end()
  expect(seen()).toEqual(['Rejected: a.html', ''])
})

test('the bar is cut where the terminal ends, and full where there is nothing to do', () => {
  expect(onTerminal(1_000, 20).seen()).toEqual(['[..................'])
  expect(onTerminal(0, 80).seen()).toEqual(['[########################] 100%  0 of 0'])
})

test('more files than were counted at first never draw more than the whole', () => {
  const { progress, seen } = onTerminal(1, 80)
  for (let step = 0; step < 3; step++) progress.step()
  progress.say('and on')
  expect(seen().at(-1)).toBe('[########################] 100%  3 of 1')
})
