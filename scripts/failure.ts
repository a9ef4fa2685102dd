import { stripVTControlCharacters } from 'node:util'

const linesShown = 30
const lettersShown = 300

/** A test that failed: its name, and the first lines of what was said of it. */
export const failure = (name: string, messages: readonly string[]): string =>
  [
    name,
    ...stripVTControlCharacters(messages.join('\n'))
      .split('\n')
      .slice(0, linesShown)
      .map((line) => line.slice(0, lettersShown)),
  ].join('\n    ')
