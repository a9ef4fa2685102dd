/*
 * Loaded before a program (`node --import`): shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE, which may change at
 * any time. The monotonic clock stays as it is, as where an administrator or a time server sets the clock.
 */
import { readFileSync } from 'node:fs'

const Real = Date
let shift = 0
const read = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE ?? '', 'utf8')) || 0
  } catch {
    // It is being written.
  }
}
read()
setInterval(read, 20).unref()

const now = () => Real.now() + shift
globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new Real(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
