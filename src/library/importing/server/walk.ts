import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file found by a walk, or an entry that was skipped or could not be opened. `folders` are the names from the top down. */
export type Found =
  | { kind: 'file'; path: string; fileName: string; folders: readonly string[] }
  | { kind: 'passed' }
  | { kind: 'unreadable'; path: string; why: string }

/** Files that systems and programs create for their own use. */
const isHidden = (name: string): boolean =>
  /^(?:\.|~\$)|^(?:thumbs\.db|desktop\.ini|__macosx|\$recycle\.bin|system volume information)$/i.test(name)

const isBelow = (root: string, path: string): boolean => !relative(root, path).startsWith('..') && path.startsWith(root)

const inOrder = (one: Dirent, other: Dirent): number => one.name.localeCompare(other.name, 'en', { numeric: true })

/** Follows a link only if it leads to a file inside this folder; others could lead anywhere. */
const leadsInside = async (root: string, path: string): Promise<boolean> => {
  const target = await realpath(path).catch(() => undefined)
  return target !== undefined && isBelow(root + sep, target) && (await stat(target)).isFile()
}

type Walk = { root: string; passOver: string }

async function* walkFolder(walk: Walk, folder: string, folders: readonly string[]): AsyncGenerator<Found> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    yield { kind: 'unreadable', path: folder, why: `The folder cannot be opened (${(error as NodeJS.ErrnoException).code})` }
    return
  }
  for (const entry of entries.toSorted(inOrder)) {
    const path = join(folder, entry.name)
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await leadsInside(walk.root, path)))
    if (isHidden(entry.name) || path === walk.passOver || !(isFile || entry.isDirectory())) yield { kind: 'passed' }
    else if (isFile) yield { kind: 'file', path, fileName: entry.name, folders }
    else yield* walkFolder(walk, path, [...folders, entry.name])
  }
}

/**
 * Yields every file below a folder, folder by folder in natural sort order; only one folder's names are in memory at a time. Hidden files,
 * links that lead outside and entries that are not files are skipped, and so is the library's own data folder.
 */
export const walk = async function* (root: string, passOver: string): AsyncGenerator<Found> {
  yield* walkFolder({ root, passOver }, root, [])
}
