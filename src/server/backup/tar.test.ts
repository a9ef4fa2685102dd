import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isHard } from '#server/testing/hard.ts'
import { openArchive } from './check.ts'
import { FORMAT, type Manifest, seal } from './manifest.ts'
import { BrokenArchiveError, writeTar } from './tar.ts'

const folder = await mkdtemp(join(tmpdir(), 'carrel-tar-'))
afterAll(() => rm(folder, { recursive: true }))

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}

const manifestOf = (entries: Manifest['entries']): Manifest => ({
  ...{ format: FORMAT, program: '0.1.0', madeAt: '2026-11-22T05:30:00.000Z', dialect: 'sqlite', timeZone: 'Asia/Kolkata' },
  ...{ migrations: [], tables: [{ name: 'users', columns: ['id'], rows: 1 }], withFiles: true, missing: [], damaged: [], entries },
})

const content = `files/${createHash('sha256').update(Buffer.alloc(512, 'files')).digest('hex')}`

/** An archive of two files, one of which ends with a full block, as its bytes on the disk. */
const givenArchive = async (change: (manifest: Manifest) => Manifest = (same) => same): Promise<Buffer> => {
  const path = join(folder, 'whole.tar')
  const file = await open(path, 'w+')
  const tar = writeTar(file)
  const entries = []
  for (const [name, size] of Object.entries({ 'rows/users.gz': 700, [content]: 512 })) {
    const bytes = Buffer.alloc(size, name.slice(0, 5))
    entries.push({ name, size, sha256: await tar.add(name, size, inPieces(bytes)) })
  }
  const sealed = seal(change(manifestOf(entries)))
  await tar.add('manifest.json', sealed.length, inPieces(sealed))
  const size = await tar.end()
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  await file.close()
  return bytes
}

const opened = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'other.tar')
  await writeFile(path, bytes)
  try {
    const archive = await openArchive(path)
    await archive.close()
    return `whole, with ${[...archive.entries.keys()].join(' and ')}`
  } catch (error) {
    if (error instanceof BrokenArchiveError) return error.message
    throw error
  }
}

describe('an archive', () => {
  test('is valid as it was written', async () => {
    expect(await opened(await givenArchive())).toBe(`whole, with rows/users.gz and ${content}`)
  })

  test('can be read by every tar', async () => {
    await givenArchive()
    const listed = execFileSync('tar', ['-tf', join(folder, 'whole.tar')], { encoding: 'utf8' })
    expect(listed).toBe(`rows/users.gz\n${content}\nmanifest.json\n`)
    const unpacked = execFileSync('tar', ['-xOf', join(folder, 'whole.tar'), 'rows/users.gz'])
    expect(unpacked).toEqual(Buffer.alloc(700, 'rows/'))
  })

  test('is refused if it was cut, at any place', async () => {
    const whole = await givenArchive()
    const border = (length: number) => [length - 1, length, length + 1]
    const lengths = Array.from({ length: whole.length / 512 }, (_, block) => [...border(block * 512), block * 512 + 300]).flat()
    for (const length of [...lengths.filter((one) => one >= 0), whole.length - 1])
      expect([length, await opened(whole.subarray(0, length))]).toEqual([length, 'it is incomplete: its end is missing'])
  })

  test('is refused if one byte was changed, at any place', async () => {
    const whole = await givenArchive()
    // Some of the places, because there are thousands and each takes a file; `npm run test:hard` takes every one.
    for (let at = 0; at < whole.length; at += isHard ? 1 : 13) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      expect([at, await opened(changed)]).toEqual([at, expect.stringMatching(/changed or damaged|not a backup|incomplete/)])
    }
  })

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['something after its end', (whole) => Buffer.concat([whole, Buffer.alloc(512)])],
    ['a file left out', (whole) => Buffer.concat([whole.subarray(0, 1536), whole.subarray(2560)])],
    ['its files in another order', (whole) => Buffer.concat([whole.subarray(1536, 2560), whole.subarray(0, 1536), whole.subarray(2560)])],
  ])('with %s is refused', async (_, change) => {
    expect(await opened(change(await givenArchive()))).toMatch(/changed or damaged/)
  })

  test('whose files have exchanged their names is refused', async () => {
    const path = join(folder, 'exchanged.tar')
    const file = await open(path, 'w')
    const tar = writeTar(file)
    const names = ['rows/seats.gz', 'rows/users.gz']
    const hashes: string[] = []
    for (const name of names) hashes.push(await tar.add(name, 700, inPieces(Buffer.alloc(700, name))))
    const entries = names.toReversed().map((name, at) => ({ name, size: 700, sha256: hashes[at] ?? '' }))
    const tables = ['seats', 'users'].map((name) => ({ name, columns: ['id'], rows: 1 }))
    const sealed = seal({ ...manifestOf(entries), tables })
    await tar.add('manifest.json', sealed.length, inPieces(sealed))
    await tar.end()
    await file.close()
    await expect(openArchive(path)).rejects.toThrow('its file "rows/seats.gz" has been changed or damaged')
  })

  test('of a newer format is refused', async () => {
    expect(await opened(await givenArchive((manifest) => ({ ...manifest, format: FORMAT + 1 })))).toMatch(/newer version of Carrel/)
  })

  test('packed by another program is refused', async () => {
    await writeFile(join(folder, 'shopping.txt'), 'milk')
    execFileSync('tar', ['-cf', join(folder, 'foreign.tar'), '-C', folder, 'shopping.txt'])
    await expect(openArchive(join(folder, 'foreign.tar'))).rejects.toThrow(BrokenArchiveError)
  })
})

test('refuses a file that is longer or shorter than announced', async () => {
  for (const size of [9, 11]) {
    const file = await open(join(folder, `odd-${size}.tar`), 'w')
    await expect(writeTar(file).add(content, size, inPieces(Buffer.alloc(10)))).rejects.toThrow('changed while')
    await file.close()
  }
})
