import { documentsApi } from '#library/documents/documents.contract.ts'
import { call, toCallError } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import type { Address } from './byteSource.ts'
import type { AttachedFile, OpenedFile } from './openedFile.ts'

export const isAttached = (file: OpenedFile): file is AttachedFile => 'endpoint' in file

/** The file's own address with the session's token; a 401 response may end the session. */
export const plainAddress = (file: OpenedFile): Address => {
  const endpoint = isAttached(file) ? file.endpoint : documentsApi.file
  const token = getSession()?.token
  return {
    url: file.fileUrl,
    ...(token && { headers: { authorization: token } }),
    onRefused: async (response) => {
      await toCallError(endpoint, response, token)
    },
  }
}

/**
 * Returns a link that needs no session, then the plain address in case the link cannot be created or expires (specification 7, Documents).
 */
export const addressesOf = async (file: OpenedFile): Promise<Address[]> => {
  const plain = plainAddress(file)
  if (isAttached(file)) return [plain]
  try {
    const { downloadUrl } = await call(documentsApi.link, { params: { id: file._id } })
    return [{ url: downloadUrl }, plain]
  } catch {
    return [plain]
  }
}
