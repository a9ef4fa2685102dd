// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { foundBoxes, pieceAt } from './foundBoxes.ts'
import { joinPieces } from './joinPieces.ts'

const pieces = [
  { str: 'Light ', hasEOL: false },
  { str: 'bends', hasEOL: true },
  { str: '', hasEOL: true },
  { str: 'again', hasEOL: false },
]

test('joins pieces, with a line break at the end of a line', () => {
  expect(joinPieces(pieces)).toEqual({ text: 'Light bends\n\nagain', starts: [0, 6, 12, 13] })
})

test('finds the piece of a position in the text', () => {
  const { starts } = joinPieces(pieces)
  expect([0, 5, 6, 10, 11, 13, 17].map((place) => pieceAt(starts, place))).toEqual([0, 0, 1, 1, 1, 3, 3])
})

test('a match across pieces covers the letters of both, as fractions of the page', () => {
  const elements = pieces.map(({ str }) => {
    const element = document.createElement('span')
    element.textContent = str
    return element
  })
  document.body.replaceChildren(...elements)
  const covered: string[] = []
  // jsdom has no layout: each range has one box.
  Range.prototype.getClientRects = function getClientRects(this: Range) {
    covered.push(this.toString())
    return [new DOMRect(150, 300, 20, 10)] as unknown as DOMRectList
  }
  const boxes = foundBoxes({ ...joinPieces(pieces), elements }, 'ht be', new DOMRect(100, 200, 200, 400))
  expect(covered).toEqual(['ht be'])
  expect(boxes).toEqual([[{ left: 0.25, top: 0.25, width: 0.1, height: 0.025 }]])
})
