import { randomUUID } from 'node:crypto'
import { systemClock } from '../clock.ts'

let lastMs = 0
let counter = 0

const timePart = (ms: number): string => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the lower bound of all ids made from this instant on. */
export const idPrefixAt = (instant: Date): string => timePart(instant.getTime())

/**
 * Returns a new id: a UUIDv7 (RFC 9562), greater than every one made before it in this process, even when the clock jumps back. The
 * 12 bits after the version are a counter within the millisecond with a random start (section 6.2, method 1); when it overflows,
 * the time part runs ahead of the clock. The other 62 bits are random.
 */
export const newId = (now: number = systemClock().getTime()): string => {
  if (now > lastMs) {
    lastMs = now
    counter = Math.floor(Math.random() * 0x400)
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  return `${timePart(lastMs)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}
