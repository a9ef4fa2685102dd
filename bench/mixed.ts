import { setTimeout as wait } from 'node:timers/promises'
import { type Library, pdfBytes, token } from './library.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'
import { memoryOf } from './processes.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 10)
const readers = 8
const uploadBytes = 200_000

const signedIn = { authorization: token }

/** What people do in a busy hall; every call differs. */
const calls = (origin: string, { document, category }: Library) => {
  let number = 0
  const get = (path: string) => fetch(`${origin}/api${path}`, { headers: signedIn })
  const upload = () => {
    const form = new FormData()
    const bytes = pdfBytes(uploadBytes)
    bytes.write(`${++number} `, 64)
    form.set('title', `A chapter of the mixed load ${number}`)
    form.set('category', category)
    form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'chapter.pdf')
    return fetch(`${origin}/api/document`, { method: 'POST', headers: signedIn, body: form })
  }
  const reading = [
    () => get('/document?limit=50'),
    () => get('/document?limit=1000'),
    () => get(`/document?limit=50&search=chapter%20${++number}`),
    () => get(`/document?limit=50&search=reader%20${++number}`),
    () => get('/category/tree'),
    () => get('/user/dashboard'),
    () => get(`/document/${document}/file`),
  ]
  return { reading, upload }
}

/** Mixes lists, uncached searches, downloads and writes, and compares the memory in use at the end with that of the second minute. */
export const measureMixed = async ({ carrel }: Bench, library: Library): Promise<Result[]> => {
  const { reading, upload } = calls(carrel.origin, library)
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() >= end
  const read = async (reader: number): Promise<void> => {
    for (let turn = reader; !isOver(); turn++) {
      const answer = await reading[turn % reading.length]?.()
      if (!answer?.ok) throw new Error(`A call of the mixed load was answered ${answer?.status}.`)
      await answer.arrayBuffer()
    }
  }
  const write = async (): Promise<void> => {
    while (!isOver()) {
      const answer = await upload()
      if (!answer.ok) throw new Error(`An upload of the mixed load was answered ${answer.status}.`)
      await answer.arrayBuffer()
      await wait(1_000)
    }
  }
  // Garbage collection makes single samples useless, so each minute is represented by its median.
  const seen: { minute: number; memory: number }[] = []
  const watch = async (): Promise<void> => {
    const start = performance.now()
    while (!isOver()) {
      await wait(1_000)
      seen.push({ minute: Math.floor((performance.now() - start) / 60_000) + 1, memory: memoryOf(carrel.pid) ?? 0 })
    }
  }
  await Promise.all([...Array.from({ length: readers }, (_, reader) => read(reader)), write(), watch()])
  const memoryIn = (minute: number) => median(seen.filter((one) => one.minute === minute).map(({ memory }) => memory))
  const limit = { what: 'in the second minute', measured: memoryIn(2) }
  return [{ what: `memory, minute ${minutes} of a mixed load`, unit: 'MiB', measured: memoryIn(minutes), limit, atMost: 1.3 }]
}
