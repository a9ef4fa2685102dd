import { createHash, randomUUID } from 'node:crypto'
import { link, readdir, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/*
 * A temporary name identifies the process that writes it, so that a start can remove what a killed process left without touching
 * the uploads of a living one: the machine, the process, and this run of it (a container's process often gets the same number
 * again). A pending name also has the SHA-256 of a content: the process is storing or removing that content, and it is undecided
 * whether it stays.
 */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const thisRun = randomUUID().slice(0, 8)
let written = 0

export const temporaryName = (): string => `${machine}-${process.pid}-${thisRun}-${++written}`
export const pendingName = (sha256: string): string => `${temporaryName()}-${sha256}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Processes of other machines count as living, because they cannot be checked here. */
const isDead = (host: string | undefined, pid: number, run: string | undefined): boolean =>
  host === machine && run !== thisRun && (pid === process.pid || !isAlive(pid))

type Temporary = { path: string; dead: boolean; sha256: string | undefined }

const readName = (name: string): Pick<Temporary, 'dead' | 'sha256'> => {
  const [, host, pid, run, sha256] = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-\d+(?:-([0-9a-f]{64}))?$/.exec(name) ?? []
  return { dead: isDead(host, Number(pid), run), sha256 }
}

/** Returns whether a temporary name is that of a dead process of this machine. */
export const isNameOfDead = (name: string): boolean => readName(name).dead

const temporaryFiles = async (folder: string): Promise<Temporary[]> =>
  (await readdir(folder)).map((name) => ({ path: join(folder, name), ...readName(name) }))

/** Returns the pending names that dead processes of this machine left in the folder. */
export const deadPending = async (folder: string): Promise<{ path: string; sha256: string }[]> =>
  (await temporaryFiles(folder)).flatMap(({ path, dead, sha256 }) => (dead && sha256 ? [{ path, sha256 }] : []))

/** Returns whether a living process is storing or removing this content, under another name than `except`. */
export const isPending = async (folder: string, sha256: string, except?: string): Promise<boolean> =>
  (await temporaryFiles(folder)).some((one) => !one.dead && one.sha256 === sha256 && one.path !== except)

/**
 * Gives an uploaded file a pending name beside its own; returns a function that removes it. A hard link costs the disk less than a
 * second file, but the file systems of memory cards have none.
 */
export const markPending = async (
  folder: string,
  { temporaryPath, sha256 }: { temporaryPath: string; sha256: string },
): Promise<() => Promise<void>> => {
  const path = join(folder, pendingName(sha256))
  await link(temporaryPath, path).catch(() => writeFile(path, '', { flag: 'wx', mode: 0o600 }))
  return () => removeFile(path)
}

/** Removes the unfinished uploads of dead processes of this machine from the folder. */
export const removeDead = async (folder: string): Promise<void> => {
  for (const { path, dead, sha256 } of await temporaryFiles(folder)) if (dead && !sha256) await removeFile(path)
}

/** Removes the files that nothing was written to since `before`. */
export const removeOlder = async (folder: string, before: Date): Promise<number> => {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => undefined)
    if (!known || known.mtime >= before) continue
    await removeFile(path)
    removed++
  }
  return removed
}

/** Removes a file; harmless if it is missing. `rm` would do the same with more steps. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
