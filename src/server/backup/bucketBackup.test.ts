import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { open } from '#server/programs/open.ts'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { backUpPlace, findingsIn, type Place, restorePlace } from '#server/testing/place.ts'
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

const givenBucketPlace = async (): Promise<{ place: Place; stub: S3Stub }> => {
  const stub = await givenS3()
  return { stub, place: { DATA_DIR: await givenFolder(), ...stub.env } }
}

const upload = async (server: RunningServer, token: string, title: string): Promise<number> => {
  const { body } = await server.call('POST', '/category', { name: title }, token)
  const form = uploadForm({ title, category: body._id, file: pdf({ title, bytes: 300_000 }) })
  return (await server.call('POST', '/document', form, token)).status
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

const diskHall = copiedFolder(async (DATA_DIR) => {
  const server = await startServer({ DATA_DIR, ...firstAdmin })
  const token = await signInFirst(server)
  expect([await upload(server, token, 'Waves'), await upload(server, token, 'Heat')]).toEqual([201, 201])
  await stopServer(server)
  await backUpPlace({ DATA_DIR })
})

/** A stopped hall with two documents on its disk, and a backup of it. */
const givenDiskHall = async (): Promise<{ disk: Place; path: string }> => {
  const DATA_DIR = await diskHall()
  const [name = ''] = (await readdir(join(DATA_DIR, 'backups'))).filter((one) => one.endsWith('.tar'))
  return { disk: { DATA_DIR }, path: join(DATA_DIR, 'backups', name) }
}

/** The same hall, restored into a bucket. */
const givenBucketHall = async (): Promise<{ place: Place; stub: S3Stub }> => {
  const [{ path }, { place, stub }] = [await givenDiskHall(), await givenBucketPlace()]
  await restorePlace(place, path)
  return { stub, place }
}

describe('a backup', () => {
  test('of a disk is restored into a bucket, and one of a bucket onto a disk: the same files each time', async () => {
    const [{ disk, path }, back] = [await givenDiskHall(), { DATA_DIR: await givenFolder() }]
    const { place, stub } = await givenBucketPlace()
    const files = await onDisk(disk)
    expect(files.length).toBeGreaterThanOrEqual(2)
    const moved = await runToEnd('restore', place, path)
    expect([moved.code, moved.stderr, inBucket(stub), await onDisk(place)]).toEqual([0, '', files, []])
    expect(moved.stdout).toContain('The files are in the bucket.')
    expect(await findingsIn(place)).toEqual([])
    const server = await startServer(place)
    expect(await upload(server, await signInFirst(server), 'Light')).toBe(201)
    await stopServer(server)
    const more = inBucket(stub)
    expect(more.length).toBeGreaterThan(files.length)
    await restorePlace(back, await backUpPlace(place))
    expect(await onDisk(back)).toEqual(more)
    expect(await findingsIn(back)).toEqual([])
  })

  test('without the files leaves those in the bucket where they are', async () => {
    const { place, stub } = await givenBucketHall()
    const reads = () => stub.seen.filter((request) => request.startsWith('GET files/')).length
    const before = reads()
    const { stdout, stderr } = await runToEnd('backup', place, '--without-files')
    const path = /checked: (.+\.tar) /.exec(stdout)?.[1] ?? ''
    expect([stderr, path.endsWith('-without-files.tar'), reads()]).toEqual(['', true, before])
    const files = inBucket(stub)
    const restored = await runToEnd('restore', place, path)
    expect([restored.code, inBucket(stub)]).toEqual([0, files])
    expect(restored.stdout).toContain('This backup was made before an upgrade or without the files')
    expect(await findingsIn(place)).toEqual([])
    expect((await runToEnd('backup', place, '--without')).code).toBe(2)
  })

  test('heals a changed file in the bucket when it is restored', async () => {
    const { place, stub } = await givenBucketHall()
    const path = await backUpPlace(place)
    const files = inBucket(stub)
    const [name = '', known] = [...stub.objects][0] ?? []
    stub.objects.set(name, { body: Buffer.alloc(known?.body.length ?? 0), at: new Date() })
    expect(await findingsIn(place)).toEqual([`files: A stored file has changed since it was stored: ${name.slice(-64)}`])
    await restorePlace(place, path)
    expect(inBucket(stub)).toEqual(files)
  })

  test('and a restore say that the bucket is away, and change nothing', async () => {
    const [{ place, stub }, { path }] = [await givenBucketHall(), await givenDiskHall()]
    const before = await readdir(place.DATA_DIR)
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
    expect((await readdir(place.DATA_DIR)).filter((name) => /^re(?:placed|storing)/.test(name))).toEqual(
      before.filter((name) => /^re(?:placed|storing)/.test(name)),
    )
    await stub.start()
    expect(await findingsIn(place)).toEqual([])
  })
})

describe('a start', () => {
  test('with wrong keys or a missing bucket ends with one sentence', async () => {
    const { place, stub } = await givenBucketPlace()
    const sentence = (bucket: string, reason: string) =>
      `S3_BUCKET: ${stub.endpoint} refuses the bucket "${bucket}" (${reason}). Check its name and region, and the keys.`
    const { ended, stderr } = run('main', { ...place, AWS_SECRET_ACCESS_KEY: 'wrong' })
    expect([await ended, stderr()]).toEqual([1, `${sentence('carrel-test', 'SignatureDoesNotMatch')}\n`])
    await expect(open({ ...place, S3_BUCKET: 'nowhere' })).rejects.toThrow(sentence('nowhere', 'NoSuchBucket'))
  })

  test('without the bucket serves everything else, and files once it is back', async () => {
    const { place, stub } = await givenBucketHall()
    await stub.stop()
    const server = await startServer(place)
    await expect.poll(server.stdout).toContain('The bucket cannot be reached.')
    const token = await signInFirst(server)
    expect(await upload(server, token, 'Light')).toBe(503)
    await stub.start()
    expect(await upload(server, token, 'Sound')).toBe(201)
    await stopServer(server)
  })

  test('on a disk with files says how to move them into the bucket', async () => {
    const [{ disk }, { env }] = [await givenDiskHall(), await givenS3()]
    const server = await startServer({ ...disk, ...env })
    await expect.poll(server.stdout).toContain('none was ever put into the bucket')
    await stopServer(server)
  })
})
