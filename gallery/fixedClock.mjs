/*
 * Loaded before a program (`--import`), so that its day is the same in every picture: the clock starts at `FIXED_CLOCK` and goes on
 * from there.
 */
const fixed = Date.parse(process.env.FIXED_CLOCK ?? '')
if (!Number.isNaN(fixed)) {
  const machine = Date.now
  const offset = fixed - machine()
  const now = () => machine() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}
