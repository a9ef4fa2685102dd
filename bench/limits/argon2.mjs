/* Verifies one password in the thread pool, and does nothing else, for the given seconds. Prints the number per second. */
import { hash, verify } from '@node-rs/argon2'

const { seconds, atOnce } = JSON.parse(process.argv[2] ?? '{}')
const password = 'nothing but a measure'
const known = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const start = performance.now()
let done = 0
const work = async () => {
  while (performance.now() - start < seconds * 1_000) {
    await verify(known, password)
    done++
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
console.log(JSON.stringify({ perSecond: done / ((performance.now() - start) / 1_000) }))
