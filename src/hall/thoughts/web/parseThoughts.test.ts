import { describe, expect, test } from 'vitest'
import { thoughtLimits } from '../thoughts.contract.ts'
import { parseThoughts } from './parseThoughts.ts'

const parsed = (text: string) => parseThoughts(text, 'Anonymous').map(({ thought, author }) => [thought, author])

describe('a line of an import', () => {
  test.each<[line: string, thought: string, author: string]>([
    ['"Read slowly" - Seneca', 'Read slowly', 'Seneca'],
    ['  "Read slowly"-Seneca  ', 'Read slowly', 'Seneca'],
    ['“पढ़ो” – कबीर', 'पढ़ो', 'कबीर'],
    ['“Read” — Anne-Marie', 'Read', 'Anne-Marie'],
    ['«Read» — X', 'Read', 'X'],
    ['"I think" - "therefore I am" - Descartes', 'I think" - "therefore I am', 'Descartes'],
    ['Read slowly - Seneca', 'Read slowly - Seneca', 'Anonymous'],
    ['"Read slowly"', '"Read slowly"', 'Anonymous'],
    ['"" - Seneca', '"" - Seneca', 'Anonymous'],
    ['"Read" -', '"Read" -', 'Anonymous'],
  ])('%s', (line, thought, author) => {
    expect(parsed(line)).toEqual([[thought, author]])
  })

  test('is counted with the blank ones, which are left out', () => {
    expect(parseThoughts('One\r\n\n  \nTwo\rThree', 'Anonymous').map(({ line, thought }) => `${line} ${thought}`)).toEqual([
      '1 One',
      '4 Two',
      '5 Three',
    ])
    expect(parsed(' \n\n')).toEqual([])
  })

  test('that is too long reports so, for its author too', () => {
    const lines = [
      `"${'a'.repeat(thoughtLimits.text)}" - Seneca`,
      'a'.repeat(thoughtLimits.text + 1),
      `"Read" - ${'b'.repeat(thoughtLimits.author + 1)}`,
    ]
    expect(parseThoughts(lines.join('\n'), 'Anonymous').map(({ problem }) => problem)).toEqual([
      undefined,
      `Please use at most ${thoughtLimits.text} characters`,
      `Please use at most ${thoughtLimits.author} characters`,
    ])
  })
})
