/* Serves a file by `node:http` and a stream, with byte ranges and nothing else. Settings come as JSON in the first argument. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

const { port, file } = JSON.parse(process.argv[2] ?? '{}')
const { size } = statSync(file)

createServer((request, response) => {
  if (request.url === '/readyz') return response.end('ready')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const range = first === undefined ? undefined : { start: Number(first), end: Number(last) }
  response.writeHead(range ? 206 : 200, { 'content-type': 'application/pdf', 'content-length': range ? range.end - range.start + 1 : size })
  return createReadStream(file, { ...range, highWaterMark: 256 * 1_024 }).pipe(response)
}).listen(port, '127.0.0.1')
