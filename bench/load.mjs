/*
 * Puts load on one address from a process of its own and prints its measurements as JSON. Each connection sends its next request as
 * soon as it has a reply. It reads only the status and the length of a reply, so that the server is the slower of the two. Settings
 * come as JSON in the first argument: `bodyFile` is a file with the body, `unique` changes the last kilobyte of the body each time,
 * or replaces `UNIQUE` in the address by twelve new hex digits, and `rate` is the number of requests per second of all connections
 * together.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const { url, method = 'GET', headers = {}, body = '', bodyFile, connections, seconds, rate, unique } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port, pathname, search, host } = new URL(url)
const content = bodyFile ? readFileSync(bodyFile) : Buffer.from(body)
const sent = { host, connection: 'keep-alive', ...headers, ...(content.length > 0 && { 'content-length': content.length }) }
const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
const digits = (count) => count.toString(16).padStart(6, '0')
let number = 0
const call = () => {
  if (unique && content.length > 2_048) content.write(`${process.pid}-${++number} `, content.length - 1_024)
  const path = `${pathname}${search}`.replace('UNIQUE', () => digits(process.pid) + digits(++number))
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), content])
}
const same = call()

const latencies = []
let failed = 0
let bytes = 0
const start = performance.now()
const isOver = () => performance.now() - start > seconds * 1_000

/** The calls of one connection, one after the other, until the time is over. */
const work = () =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let head = ''
    let left = -1
    let asked = 0
    const ask = () => {
      asked = performance.now()
      socket.write(unique ? call() : same)
    }
    const answered = () => {
      latencies.push(performance.now() - asked)
      head = ''
      left = -1
      if (isOver()) return resolve(socket.destroy())
      return rate ? setTimeout(ask, Math.max(0, (1_000 * connections) / rate - (performance.now() - asked))) : ask()
    }
    const begin = (chunk) => {
      head += chunk.latin1Slice()
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = Number(head.slice(9, 12))
      if (status >= 400) failed++
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      if (!length && status !== 304) return reject(new Error(`An answer without a length: ${head}`))
      left = Number(length?.[1] ?? 0) - (head.length - end - 4)
      if (status === 304) left = 0
    }
    socket.setNoDelay(true).on('connect', ask).on('error', reject)
    socket.on('close', () => (isOver() ? resolve(undefined) : reject(new Error('The server closed a connection.'))))
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (left < 0) begin(chunk)
      else left -= chunk.length
      if (left === 0) answered()
    })
  })

await Promise.all(Array.from({ length: connections }, work))
const took = (performance.now() - start) / 1_000
latencies.sort((a, b) => a - b)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
console.log(JSON.stringify({ perSecond: latencies.length / took, bytesPerSecond: bytes / took, p99, failed }))
