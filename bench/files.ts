import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Library, MIB, pdfBytes, token } from './library.ts'
import type { Bench } from './lists.ts'
import { inTurn, type Result } from './measure.ts'
import { fileHere, freePort, load, memoryOf, startServer } from './processes.ts'

const connections = 8

const boundary = 'carrel-bench'

/** The form of an upload. Its file has 1 MiB and differs each time. */
const uploadForm = (category: string): Buffer => {
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('title', 'A chapter')}${field('category', category)}--${boundary}\r\ncontent-disposition: form-data; name="pdf"; filename="chapter.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  return Buffer.concat([Buffer.from(head), pdfBytes(MIB), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Measures uploads, downloads and byte ranges, eight at once. */
export const measureFiles = async ({ carrel, folder, database, seconds }: Bench, library: Library): Promise<Result[]> => {
  const port = await freePort()
  const bare = await startServer([fileHere('limits/bare.mjs'), JSON.stringify({ port, database, folder })], port)
  const filesPort = await freePort()
  const bareFiles = await startServer([fileHere('limits/files.mjs'), JSON.stringify({ port: filesPort, file: library.file })], filesPort)
  const form = join(folder, 'form')
  writeFileSync(form, uploadForm(library.category))
  const post = async (url: string, type: string) =>
    (
      await load({
        url,
        method: 'POST',
        headers: { authorization: token, 'content-type': type },
        bodyFile: form,
        unique: true,
        connections,
        seconds,
      })
    ).perSecond
  const get = async (url: string, headers = {}) =>
    (await load({ url, headers: { authorization: token, ...headers }, connections, seconds })).perSecond
  const url = `${carrel.origin}/api/document/${library.document}/file`
  const downloads = await inTurn(
    () => get(url),
    () => get(bareFiles.origin),
  )
  const range = { range: `bytes=262144-${262_144 + 65_535}` }
  const ranges = await inTurn(
    () => get(url, range),
    () => get(bareFiles.origin, range),
  )
  // Last, because uploaded documents are processed afterwards, which would slow down every other measurement.
  const upload = () => post(`${carrel.origin}/api/document`, `multipart/form-data; boundary=${boundary}`)
  const rawUpload = (path: string) => () => post(`${bare.origin}${path}`, 'application/octet-stream')
  const durable = await inTurn(upload, rawUpload('/upload-synced'))
  const careless = await inTurn(upload, rawUpload('/upload'))
  const after = memoryOf(carrel.pid)
  await bare.stop()
  await bareFiles.stop()
  const stream = (limit: number) => ({ what: 'node:http stream', measured: limit })
  return [
    {
      what: 'upload, 1 MiB × 8',
      unit: '/s',
      measured: durable.ours,
      limit: { what: 'raw body into a file, synced', measured: durable.limit },
      atLeast: 0.6,
    },
    {
      what: 'upload, beside one that a power cut loses',
      unit: '/s',
      measured: careless.ours,
      limit: { what: 'raw body into a file, not synced', measured: careless.limit },
    },
    { what: 'download, 1 MiB × 8', unit: 'MiB/s', measured: downloads.ours, limit: stream(downloads.limit), atLeast: 0.6 },
    { what: 'ranges of 64 KiB × 8', unit: '/s', measured: ranges.ours, limit: stream(ranges.limit), atLeast: 0.6 },
    ...(after ? [{ what: 'memory right after the files', unit: 'MiB', measured: after }] : []),
  ]
}
