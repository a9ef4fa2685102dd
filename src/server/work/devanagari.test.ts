import { expect, test } from 'vitest'
import { inOrderOfLetters } from './devanagari.ts'

test.each([
  ['िवद्यालय में िकताबें', 'विद्यालय में किताबें'],
  ['शािन्त और क्षित्रय, िचह्न', 'शान्ति और क्षत्रिय, चिह्न'],
  ['िहन्दी का कमर् और वषार्, पयार्वरण', 'हिन्दी का कर्म और वर्षा, पर्यावरण'],
  ['िहन्दी का पर्यावरण', 'हिन्दी का पर्यावरण'],
])('restores the reading order of %s: %s', (seen, written) => {
  expect(inOrderOfLetters(seen)).toBe(written)
})

test.each(['विद्यालय में किताबें, कर्म और वर्षा', 'Light travels in waves. ि', 'कर्म', 'पर्यावरण की रक्षा'])('leaves %s as it is', (written) => {
  expect(inOrderOfLetters(written)).toBe(written)
})
