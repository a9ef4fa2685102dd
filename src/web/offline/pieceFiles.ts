import { offlineName } from '../api/replyDatabase.ts'

/** The files of one book in the origin private file system, one for each piece. */
export type PieceFiles = {
  write: (index: number, piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Returns undefined if the file is gone: the browser may delete it when the device runs out of space. */
  read: (index: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  remove: () => Promise<void>
}

const isNotFound = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'

/** Returns whether a write failed because the device, or the browser's share of it, is full. */
export const isOutOfSpace = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

const personFolder = async (userId: string, create: boolean): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(offlineName(userId), { create })

/** Writes to a temporary file that replaces the former one once it is complete. */
const writeFile = async (file: FileSystemFileHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  const writable = await file.createWritable()
  try {
    await writable.write(bytes)
    await writable.close()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
}

export const piecesOf = (userId: string, bookId: string): PieceFiles => ({
  write: async (index, piece) => {
    const folder = await (await personFolder(userId, true)).getDirectoryHandle(bookId, { create: true })
    await writeFile(await folder.getFileHandle(String(index), { create: true }), piece)
  },
  read: async (index) => {
    try {
      const folder = await (await personFolder(userId, false)).getDirectoryHandle(bookId)
      const file = await (await folder.getFileHandle(String(index))).getFile()
      return new Uint8Array(await file.arrayBuffer())
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  },
  remove: async () => {
    try {
      await (await personFolder(userId, false)).removeEntry(bookId, { recursive: true })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
})

/** Deletes the pieces of people who are not signed in, which a browser that was closed in the middle of a sign-out may have left. */
export const deleteOtherPieces = async (userId: string): Promise<void> => {
  const root = await navigator.storage.getDirectory()
  for await (const name of root.keys()) {
    if (name.startsWith(offlineName('')) && name !== offlineName(userId)) await root.removeEntry(name, { recursive: true })
  }
}

/** Free space for this site in bytes, as the browser estimates it; undefined if it does not say. */
export const freeSpace = async (): Promise<number | undefined> => {
  const { quota, usage } = (await navigator.storage.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
}
