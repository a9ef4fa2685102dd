import { afterEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '#web/api/session.ts'
import type { ByteSource } from './byteSource.ts'
import { forgetKept, keeping, keptFile } from './keptBytes.ts'
import { rangeBytes } from './pdfStart.ts'

const size = 10 * rangeBytes + 100
const content = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 256)

/** A server that records the requested parts in `asked`. */
const served = () => {
  const asked: string[] = []
  const source: ByteSource = {
    read: async (begin, end) => {
      asked.push(`${begin / rangeBytes}-${end / rangeBytes}`)
      return content.slice(begin, end)
    },
    close: () => undefined,
  }
  return { asked, source }
}
const parts = (first: number, behindLast: number) => [first * rangeBytes, Math.min(size, behindLast * rangeBytes)] as const

afterEach(() => {
  for (const id of ['a', 'b', 'large']) forgetKept(id)
  vi.restoreAllMocks()
})

const open = (id = 'a', ofSize = size) => {
  const { asked, source } = served()
  return { asked, read: keeping(keptFile(id, ofSize), source).read }
}

test('does not request cached parts again, including the last byte', async () => {
  const first = open()
  await first.read(...parts(0, 2))
  await first.read(...parts(9, 11))
  expect(first.asked).toHaveLength(2)
  const again = open()
  expect(await again.read(...parts(0, 2))).toEqual(content.slice(0, 2 * rangeBytes))
  expect(await again.read(...parts(9, 12))).toEqual(content.slice(9 * rangeBytes))
  expect(await again.read(rangeBytes + 5, 2 * rangeBytes - 5)).toEqual(content.slice(rangeBytes + 5, 2 * rangeBytes - 5))
  expect(again.asked).toEqual([])
})

test('requests only the missing part of a range', async () => {
  await open().read(...parts(0, 2))
  const again = open()
  expect(await again.read(...parts(0, 5))).toEqual(content.slice(0, 5 * rangeBytes))
  expect(again.asked).toEqual(['2-5'])
})

test('returns copies, which callers may transfer', async () => {
  const { read } = open()
  const [first, second] = [await read(...parts(0, 1)), await read(...parts(0, 1))]
  first.fill(0)
  second.fill(0)
  expect(await read(...parts(0, 1))).toEqual(content.slice(0, rangeBytes))
})

test('starts empty for another document, or another content of the same one', async () => {
  await open().read(...parts(0, 2))
  const other = open('b')
  await other.read(...parts(0, 2))
  expect(other.asked).toHaveLength(1)
  const changed = open('a', size - 1)
  await changed.read(...parts(0, 2))
  expect(changed.asked).toHaveLength(1)
})

test('the end of the session clears the cache, and pending parts are not added', async () => {
  const person = { _id: 's', name: 'Asha', email: 'asha@example.org', role: 'student' as const }
  signIn({ token: 'a token', user: person })
  const { read } = open()
  await read(...parts(0, 2))
  const late = read(...parts(2, 3))
  signOut()
  await late
  const { asked, read: readNext } = open()
  await readNext(...parts(0, 3))
  expect(asked).toEqual(['0-3'])
})

test.each([
  ['2 GB of memory', 2, 24],
  ['more', 8, 64],
  ['memory of which nothing is known', undefined, 64],
])('a device with %s respects its limit: evicts the oldest document first, then early parts', async (_, memory, most) => {
  vi.spyOn(globalThis, 'navigator', 'get').mockReturnValue({ deviceMemory: memory } as never)
  const bytes = 1_048_576
  const long = (id: string) => {
    const asked: number[] = []
    const read = async (begin: number, end: number) => {
      asked.push(begin / bytes)
      return new Uint8Array(end - begin)
    }
    const file = keptFile(id, 200 * bytes)
    const { read: readStoredReply } = keeping(file, { read, close: () => undefined })
    return { asked, file, readMegabyte: (number: number) => readStoredReply(number * bytes, (number + 1) * bytes) }
  }
  await open().read(...parts(0, 2))
  const book = long('large')
  for (let at = 0; at < most + 6; at += 1) await book.readMegabyte(at)
  expect(book.file.parts.size * rangeBytes).toBe(most * bytes)
  const again = long('large')
  for (const at of [0, most + 5]) await again.readMegabyte(at)
  expect(again.asked, 'what the file opens with, and where reading stopped').toEqual([])
  await again.readMegabyte(1)
  expect(again.asked).toEqual([1])
  const first = open()
  await first.read(...parts(0, 2))
  expect(first.asked).toHaveLength(1)
})
