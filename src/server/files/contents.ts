import type { Stats } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedFile, Storage } from './storage.ts'
import { syncFolder } from './syncFolder.ts'
import { deadPending, isPending, pendingName, removeFile } from './temporary.ts'

/** The folder of the contents, and the one of those that are incomplete or undecided. */
export type Folders = { root: string; incoming: string }

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** Handles the error of a missing file, and rethrows any other. */
export const missing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

/** The inode number alone is not enough: that of a removed file is reused. */
const isSame =
  (one: Stats) =>
  ({ ino, mtimeMs }: Stats): boolean =>
    ino === one.ino && mtimeMs === one.mtimeMs

/** A path or an address is built from this text, so it has to be validated. */
export const assertSha256 = (sha256: string): void => {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A stored file must be named by its SHA-256 in lowercase hex')
}

const folderOf = ({ root }: Folders, sha256: string): string => {
  assertSha256(sha256)
  return join(root, sha256.slice(0, 2))
}

export const pathOf = (folders: Folders, sha256: string): string => join(folderOf(folders, sha256), sha256)

/**
 * Another process may store the same content between a check and a removal. So the file is first moved to a pending name, which
 * is atomic, and checked then; a file that is not the intended one is moved back.
 */
export const removeIf = async (
  folders: Folders,
  sha256: string,
  isMeant: (file: Stats, away?: string) => boolean | Promise<boolean>,
): Promise<boolean> => {
  const path = pathOf(folders, sha256)
  const known = await stat(path).catch(missing)
  if (!known || !(await isMeant(known))) return false
  const away = join(folders.incoming, pendingName(sha256))
  const moved = await rename(path, away).then(() => true, missing)
  if (!moved) return false
  if (await isMeant(await stat(away), away)) {
    await removeFile(away)
    return true
  }
  await rename(away, path)
  return false
}

/**
 * Moves a received file to its content, and returns how to undo that. The bytes are durable since `receive`. If the content exists
 * already, the new file replaces it: it is the same or repairs it, and its time is that of this keeping.
 */
export const moveIn = async (folders: Folders, { temporaryPath, sha256 }: ReceivedFile): Promise<() => Promise<void>> => {
  const [folder, path] = [folderOf(folders, sha256), pathOf(folders, sha256)]
  const [known, mine] = [await stat(path).catch(missing), await stat(temporaryPath)]
  const move = () => rename(temporaryPath, path)
  try {
    await move()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncFolder(folders.root)
    await move()
  }
  await syncFolder(folder)
  return async () => void (known || (await removeIf(folders, sha256, isSame(mine))))
}

/**
 * A process that stores the same content marks it before, and unmarks it after the commit: if it is neither marked nor named once
 * the file is moved away, it is stored later and in full.
 */
export const removeUnnamed = (folders: Folders, ...given: Parameters<Storage['removeUnnamed']>): Promise<boolean> => {
  const [sha256, isNamed, keptBefore] = given
  const isMeant = async ({ mtime }: Stats, away?: string): Promise<boolean> => {
    if ((keptBefore && mtime >= keptBefore) || (await isPending(folders.incoming, sha256, away))) return false
    return away === undefined || !(await isNamed())
  }
  return removeIf(folders, sha256, isMeant)
}

/**
 * Decides what a dead process left pending. The order matters if another process stores the same content meanwhile: it marks the
 * content before it stores it, and unmarks it after the commit. So a file that was there before marks and rows were checked, and
 * has neither, is unused; and one that came later is another file.
 */
export const removeUnfinished = async (folders: Folders, ...[isNamed]: Parameters<Storage['removeUnfinished']>): Promise<number> => {
  let removed = 0
  for (const { path: pending, sha256 } of await deadPending(folders.incoming)) {
    const known = await stat(pathOf(folders, sha256)).catch(missing)
    const inUse = await isPending(folders.incoming, sha256)
    const named = await isNamed(sha256)
    const moved = await stat(pending).catch(missing)
    // The process died in the middle of a removal, perhaps of another file than the intended one.
    if (moved && moved.size > 0 && !known && (inUse || named)) await rename(pending, pathOf(folders, sha256))
    if (known && !inUse && !named && (await removeIf(folders, sha256, isSame(known)))) removed++
    // While another process stores it too, the next start decides.
    if (named || !inUse) await removeFile(pending)
  }
  return removed
}
