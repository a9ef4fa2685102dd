import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placedWords, textQuery, wordsOf } from './words.ts'

describe('the words of a text', () => {
  test.each([
    ['Waves, heat & light!', ['waves', 'heat', 'light']],
    ['विद्यालय की पुस्तक', ['विद्यालय', 'की', 'पुस्तक']],
    ['كتاب Σίσυφος', ['كتاب', 'σίσυφοσ']],
    ['ﬁnal Ⅳ', ['final', 'iv']],
    ['क्\u200Dष soft\u00ADly', ['क्ष', 'softly']],
    ['%_\'"*() — …', []],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('are cut at a maximum length, without breaking a character', () => {
    expect(wordsOf('🅰'.repeat(3) + '𝒳'.repeat(100))).toEqual(['x'.repeat(64)])
    expect(wordsOf('𠀀'.repeat(100))).toEqual(['𠀀'.repeat(64)])
  })

  test('have the positions at which they were written', () => {
    const text = 'The ﬁnal क्\u200Dष, twice'
    expect([...placedWords(text)].map(({ word, start, end }) => [word, text.slice(start, end)])).toEqual([
      ['the', 'The'],
      ['final', 'ﬁnal'],
      ['क्ष', 'क्\u200Dष'],
      ['twice', 'twice'],
    ])
  })
})

describe('a search text', () => {
  test.each([
    ['waves', { parts: [], prefix: 'waves' }],
    ['Heat  wav', { parts: [['heat']], prefix: 'wav' }],
    ['"heat waves"', { parts: [['heat', 'waves']], prefix: undefined }],
    ['"heat waves" lig', { parts: [['heat', 'waves']], prefix: 'lig' }],
    ['light "heat waves', { parts: [['light'], ['heat']], prefix: 'waves' }],
    ['light "heat waves".', { parts: [['light'], ['heat', 'waves']], prefix: undefined }],
    ['“गर्म तरंगें”', { parts: [['गर्म', 'तरंगें']], prefix: undefined }],
    ['heat OR NOT(waves*) NEAR/2', { parts: [['heat'], ['or'], ['not'], ['waves'], ['near']], prefix: '2' }],
    ['', undefined],
    ['"" %_*', undefined],
  ])('%s', (typed, query) => {
    expect(textQuery(typed)).toEqual(query)
  })

  test('consists of words only, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const query = textQuery(typed)
        for (const word of [...(query?.parts.flat() ?? []), query?.prefix ?? 'x'])
          expect(word).toMatch(/^[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]+$/u)
      }),
    )
  })
})
