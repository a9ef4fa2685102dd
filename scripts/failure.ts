import { stripVTControlCharacters } from 'node:util'

const linesShown = 30
const lettersShown = 300

/** A failed test: its name, and the first lines of its messages. */
export const failure = (name: string, messages: readonly string[]): string =>
  [
    name,
    ...stripVTControlCharacters(messages.join('\n'))
      .split('\n')
      .slice(0, linesShown)
      .map((line) => line.slice(0, lettersShown)),
  ].join('\n    ')
