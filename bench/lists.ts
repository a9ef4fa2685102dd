import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { token } from './library.ts'
import { inTurn, type Result } from './measure.ts'
import { fileHere, freePort, load, type Running, startServer } from './processes.ts'

export type Bench = { carrel: Running; folder: string; database: string; seconds: number }

const sizes = [50, 1_000] as const
const connections = 16
const signedIn = { authorization: token }
const encodings = { plain: {}, br: { 'accept-encoding': 'br' } }

/** A page after an id that is newer than all others, and different each time: the same rows, but never a cached reply. */
const unseen = 'cursor=ffffffff-ffff-7fff-bfff-UNIQUE'

type Answer = { file: string; headers: Record<string, string> }

/** Stores the exact bytes of Carrel's reply, which the limit then serves from memory. */
const keepAnswer = (origin: string, folder: string, name: string, path: string, headers: Record<string, string>): Promise<Answer> => {
  // `fetch` would undo the compression.
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { headers: { ...signedIn, ...headers } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const file = join(folder, `answer-${name}`)
      writeFileSync(file, Buffer.concat(chunks))
      const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
      resolve({ file, headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) } })
    })
    call.on('error', reject).end()
  })
}

/** Measures document lists for a signed-in person: cached, unchanged, and never requested before. */
export const measureLists = async ({ carrel, folder, database, seconds }: Bench): Promise<Result[]> => {
  const pathOf = (size: number): string => `/api/document?limit=${size}`
  const answers: Record<string, Answer> = {}
  for (const size of sizes)
    for (const [name, headers] of Object.entries(encodings))
      answers[`${size}-${name}`] = await keepAnswer(carrel.origin, folder, `${size}-${name}`, pathOf(size), headers)
  const port = await freePort()
  const bare = await startServer([fileHere('limits/bare.mjs'), JSON.stringify({ port, database, folder, answers })], port)
  const rate = async (url: string, extra: object = {}) => (await load({ url, headers: signedIn, connections, seconds, ...extra })).perSecond
  const results: Result[] = []
  for (const size of sizes) {
    const url = `${carrel.origin}${pathOf(size)}`
    for (const [name, headers] of Object.entries(encodings)) {
      const withHeaders = { headers: { ...signedIn, ...headers } }
      const { ours, limit } = await inTurn(
        () => rate(url, withHeaders),
        () => rate(`${bare.origin}/memory/${size}-${name}`, withHeaders),
      )
      const what = `list of ${size}, warm${name === 'plain' ? '' : `, ${name}`}`
      results.push({ what, unit: '/s', measured: ours, limit: { what: 'Fastify, from memory', measured: limit }, atLeast: 0.5 })
    }
    const etag = (await fetch(url, { headers: signedIn })).headers.get('etag')
    if (etag) {
      const headers = { ...signedIn, 'if-none-match': etag }
      const { ours, limit } = await inTurn(
        () => rate(url, { headers }),
        () => rate(`${bare.origin}/not-modified`, { headers }),
      )
      results.push({
        what: `list of ${size}, unchanged (304)`,
        unit: '/s',
        measured: ours,
        limit: { what: 'Fastify, 304', measured: limit },
        atLeast: 0.5,
      })
    }
    const cold = await inTurn(
      () => rate(`${url}&${unseen}`, { unique: true }),
      () => rate(`${bare.origin}/sqlite?limit=${size}&${unseen}`, { unique: true }),
    )
    const what = `list of ${size}, cold`
    results.push({ what, unit: '/s', measured: cold.ours, limit: { what: 'Fastify + SQLite', measured: cold.limit }, atLeast: 0.8 })
  }
  await bare.stop()
  return results
}
