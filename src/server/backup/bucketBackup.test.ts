import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import {
  copiedFolder,
  firstAdmin,
  givenFolder,
  type RunningServer,
  run,
  runToEnd,
  signInFirst,
  startServer,
  stopServer,
} from '#server/testing/program.ts'
import { givenS3, type S3Stub } from '#server/testing/s3Stub.ts'

type Place = Record<string, string> & { DATA_DIR: string }

const givenBucketPlace = async (): Promise<{ place: Place; stub: S3Stub }> => {
  const stub = await givenS3()
  return { stub, place: { DATA_DIR: await givenFolder(), ...stub.env } }
}

const upload = async (server: RunningServer, title: string): Promise<number> => {
  const token = await signInFirst(server)
  const { body } = await server.call('POST', '/category', { name: title }, token)
  const form = uploadForm({ title, category: body._id, file: pdf({ title, bytes: 300_000 }) })
  return (await server.call('POST', '/document', form, token)).status
}

const backUp = async (place: Place, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runToEnd('backup', place, ...args)
  expect([code, stderr]).toEqual([0, ''])
  return /checked: (.+\.tar) /.exec(stdout)?.[1] ?? ''
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The stored contents by name; each name is checked to be the hash of its content. */
const inBucket = ({ objects }: S3Stub): string[] => {
  for (const [name, { body }] of objects) expect(name.slice(-64)).toBe(hashOf(body))
  return [...objects.keys()].map((name) => name.slice(-64)).toSorted()
}
const onDisk = async ({ DATA_DIR }: Place): Promise<string[]> => {
  const names = (await readdir(join(DATA_DIR, 'files'), { recursive: true }).catch(() => [])).filter((name) => /[0-9a-f]{64}$/.test(name))
  for (const name of names) expect(name.slice(-64)).toBe(hashOf(await readFile(join(DATA_DIR, 'files', name))))
  return names.map((name) => name.slice(-64)).toSorted()
}

/** Fills a hall with two documents, and stops it. */
const fill = async (place: Place): Promise<void> => {
  const server = await startServer({ ...place, ...firstAdmin })
  expect([await upload(server, 'Waves'), await upload(server, 'Heat')]).toEqual([201, 201])
  await stopServer(server)
}

const diskHall = copiedFolder((DATA_DIR) => fill({ DATA_DIR }))

/** A stopped hall with two documents on its disk. */
const givenDiskHall = async (): Promise<Place> => ({ DATA_DIR: await diskHall() })

let contents: S3Stub['objects']
const bucketHall = copiedFolder(async (DATA_DIR) => {
  const stub = await givenS3()
  await fill({ DATA_DIR, ...stub.env })
  contents = new Map(stub.objects)
})

/** The same with its documents in a bucket. */
const givenBucketHall = async (): Promise<{ place: Place; stub: S3Stub }> => {
  const stub = await givenS3()
  const DATA_DIR = await bucketHall()
  for (const [name, content] of contents) stub.objects.set(name, content)
  return { stub, place: { DATA_DIR, ...stub.env } }
}

const healthy = expect.stringContaining('No problems found.')

describe('a backup', () => {
  test('of a disk is restored into a bucket, and one of a bucket onto a disk: the same files each time', async () => {
    const [old, back] = [await givenDiskHall(), { DATA_DIR: await givenFolder() }]
    const { place, stub } = await givenBucketPlace()
    const files = await onDisk(old)
    expect(files.length).toBeGreaterThanOrEqual(2)
    const moved = await runToEnd('restore', place, await backUp(old))
    expect([moved.code, moved.stderr, inBucket(stub), await onDisk(place)]).toEqual([0, '', files, []])
    expect((await runToEnd('doctor', place)).stdout).toEqual(healthy)
    const server = await startServer({ ...place, ...firstAdmin })
    expect(await upload(server, 'Light')).toBe(201)
    await stopServer(server)
    const more = inBucket(stub)
    const returned = await runToEnd('restore', back, await backUp(place))
    expect([returned.code, await onDisk(back)]).toEqual([0, more])
    expect((await runToEnd('doctor', back)).stdout).toEqual(healthy)
  })

  test('without the files leaves those in the bucket where they are', async () => {
    const { place, stub } = await givenBucketHall()
    const reads = () => stub.seen.filter((request) => request.startsWith('GET files/')).length
    const before = reads()
    const path = await backUp(place, '--without-files')
    expect([path.endsWith('-without-files.tar'), reads()]).toEqual([true, before])
    const files = inBucket(stub)
    const restored = await runToEnd('restore', place, path)
    expect([restored.code, inBucket(stub)]).toEqual([0, files])
    expect((await runToEnd('doctor', place)).stdout).toEqual(healthy)
    expect((await runToEnd('backup', place, '--without')).code).toBe(2)
  })

  test('heals a changed file in the bucket when it is restored', async () => {
    const { place, stub } = await givenBucketHall()
    const path = await backUp(place)
    const files = inBucket(stub)
    const [name = '', known] = [...stub.objects][0] ?? []
    stub.objects.set(name, { body: Buffer.alloc(known?.body.length ?? 0), at: new Date() })
    expect((await runToEnd('doctor', place)).code).toBe(1)
    expect((await runToEnd('restore', place, path)).code).toBe(0)
    expect(inBucket(stub)).toEqual(files)
  })

  test('and a restore say that the bucket is away, and change nothing', async () => {
    const { place, stub } = await givenBucketHall()
    const path = await backUp(place)
    await stub.stop()
    const failed = await runToEnd('backup', place)
    expect([failed.code, failed.stderr]).toEqual([
      1,
      'The bucket cannot be used (ECONNREFUSED), so nothing was backed up. Try again when it is back.\n',
    ])
    const refused = await runToEnd('restore', place, path)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'The bucket cannot be used (ECONNREFUSED). The records were not changed, and nothing was removed. Restore again when it is back.\n',
    ])
    expect((await readdir(place.DATA_DIR)).filter((name) => /^re(?:placed|storing)/.test(name))).toEqual([])
    await stub.start()
    expect((await runToEnd('doctor', place)).stdout).toEqual(healthy)
  })
})

describe('a start', () => {
  test('with wrong keys or a missing bucket ends with one sentence', async () => {
    const { place, stub } = await givenBucketPlace()
    const endOf = async (env: Record<string, string>) => {
      const { ended, stderr } = run('main', { ...place, ...env })
      return [await ended, stderr()]
    }
    const sentence = (bucket: string, reason: string) =>
      `S3_BUCKET: ${stub.endpoint} refuses the bucket "${bucket}" (${reason}). Check its name and region, and the keys.\n`
    expect(await endOf({ AWS_SECRET_ACCESS_KEY: 'wrong' })).toEqual([1, sentence('carrel-test', 'SignatureDoesNotMatch')])
    expect(await endOf({ S3_BUCKET: 'nowhere' })).toEqual([1, sentence('nowhere', 'NoSuchBucket')])
  })

  test('without the bucket serves everything else, and files once it is back', async () => {
    const { place, stub } = await givenBucketHall()
    await stub.stop()
    const server = await startServer({ ...place, ...firstAdmin })
    await expect.poll(server.stdout).toContain('The bucket cannot be reached.')
    expect(await upload(server, 'Light')).toBe(503)
    await stub.start()
    expect(await upload(server, 'Sound')).toBe(201)
    await stopServer(server)
  })

  test('on a disk with files says how to move them into the bucket', async () => {
    const { env } = await givenS3()
    const server = await startServer({ ...(await givenDiskHall()), ...env })
    await expect.poll(server.stdout).toContain('none was ever put into the bucket')
    await stopServer(server)
  })
})
