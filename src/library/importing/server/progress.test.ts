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
  /** Returns the final text on the terminal: each line as it was last drawn. */
  const seen = () => written.split('\n').map((line) => line.split('\r').at(-1)?.replaceAll('\x1B[K', ''))
  return { progress: showProgress(total, output), seen }
}

test('redraws a bar on a terminal, below the messages', () => {
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

test('cuts the bar at the width of the terminal, and fills it if there is nothing to do', () => {
  expect(onTerminal(1_000, 20).seen()).toEqual(['[..................'])
  expect(onTerminal(0, 80).seen()).toEqual(['[########################] 100%  0 of 0'])
})

test('never shows more than the whole if more files than counted appear', () => {
  const { progress, seen } = onTerminal(1, 80)
  for (let step = 0; step < 3; step++) progress.step()
  progress.say('and on')
  expect(seen().at(-1)).toBe('[########################] 100%  3 of 1')
})
