/*
 * Puts load on one address from a process of its own and prints what it saw as JSON. The one argument is JSON:
 * what autocannon takes, `bodyFile` for a body that lies in a file, and `unique` to make every address another one.
 */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const { unique, bodyFile, ...options } = JSON.parse(process.argv[2] ?? '{}')
let number = 0
const another = (request) => ({ ...request, path: `${request.path}&unseen=${process.pid}-${++number}` })

const result = await autocannon({
  ...options,
  ...(bodyFile && { body: readFileSync(bodyFile) }),
  ...(unique && { requests: [{ setupRequest: another }] }),
})
const { requests, latency, throughput, errors, timeouts, non2xx } = result
const refused = non2xx - (result['3xx'] ?? 0)
console.log(
  JSON.stringify({
    perSecond: requests.average,
    bytesPerSecond: throughput.average,
    p99: latency.p99,
    failed: errors + timeouts + refused,
  }),
)
