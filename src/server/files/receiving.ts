import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, commonErrors } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { codeOf } from './contents.ts'
import { writeDurably } from './incoming.ts'
import type { Storage } from './storage.ts'
import { removeFile, temporaryName } from './temporary.ts'

/** Turns a full disk or a used-up quota into the error for it. */
export const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw new AppError(commonErrors.diskFull)
    throw error
  }
}

/** Receives files in a folder of this machine, wherever they are kept afterwards. */
export const receivingIn = (incoming: string): Pick<Storage, 'receive' | 'replace' | 'discard'> => {
  const receive: Storage['receive'] = async (stream, { fileName, maxBytes, tooLargeMessage }) => {
    const temporaryPath = join(incoming, temporaryName())
    const written = await onDisk(writeDurably(stream, temporaryPath, maxBytes, tooLargeMessage))
    return { ...written, fileName: cleanFileName(fileName), temporaryPath }
  }
  return {
    receive,
    replace: async ({ fileName, temporaryPath }, bytes) => {
      const other = await receive(bytes, { fileName, maxBytes: Number.POSITIVE_INFINITY })
      await rename(other.temporaryPath, temporaryPath)
      return { ...other, temporaryPath }
    },
    discard: ({ temporaryPath }) => removeFile(temporaryPath),
  }
}
