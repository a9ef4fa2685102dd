import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file that a walk comes by, or what it passes over or cannot open. `folders` are the names from the top down. */
export type Found =
  | { kind: 'file'; path: string; fileName: string; folders: readonly string[] }
  | { kind: 'passed' }
  | { kind: 'unreadable'; path: string; why: string }

/** What systems and programs leave in folders for themselves. */
const isHidden = (name: string): boolean =>
  /^(?:\.|~\$)|^(?:thumbs\.db|desktop\.ini|__macosx|\$recycle\.bin|system volume information)$/i.test(name)

const isBelow = (root: string, path: string): boolean => !relative(root, path).startsWith('..') && path.startsWith(root)

const inOrder = (one: Dirent, other: Dirent): number => one.name.localeCompare(other.name, 'en', { numeric: true })

/** A link is as good as the file it leads to, where that is a file of this folder; others could lead anywhere. */
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
 * Every file below a folder, folder by folder, sorted as people sort; one folder's names are held at a time. Hidden files,
 * links that lead out of it and what is no file are passed over, and so is the library's own data folder.
 */
export const walk = async function* (root: string, passOver: string): AsyncGenerator<Found> {
  yield* walkFolder({ root, passOver }, root, [])
}
