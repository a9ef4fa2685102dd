import type { FileHandle } from 'node:fs/promises'

/** Reads this number of bytes of a file from a position on, or as many as there are. */
export const readAt = async (handle: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
