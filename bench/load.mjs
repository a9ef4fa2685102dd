/*
 * Puts load on one address from a process of its own and prints what it saw as JSON. The one argument is JSON:
 * what autocannon takes, with a body in base64, and `unique` to make every address another one.
 */
import autocannon from 'autocannon'

const { unique, body, ...options } = JSON.parse(process.argv[2] ?? '{}')
let number = 0
const another = (request) => ({ ...request, path: `${request.path}&unseen=${process.pid}-${++number}` })

const result = await autocannon({
  ...options,
  ...(body && { body: Buffer.from(body, 'base64') }),
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
