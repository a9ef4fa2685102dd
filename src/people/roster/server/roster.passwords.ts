import { randomInt } from 'node:crypto'

/** Without letters and figures that look alike on paper: no i, l, o, 0, 1. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP = 4

/** A password that can be read off a slip and typed on a phone: `k7mp-x3wd-9fhq`, 59 bits. */
export const makePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, () => letters[randomInt(letters.length)]).join('')).join('-')
