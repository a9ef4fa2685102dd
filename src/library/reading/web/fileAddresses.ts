import { documentsApi } from '#library/documents/documents.contract.ts'
import { call, judgeFailure } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import type { Address } from './byteSource.ts'
import type { AttachedFile, OpenedFile } from './openedFile.ts'

export const isAttached = (file: OpenedFile): file is AttachedFile => 'endpoint' in file

/** The file's own address with the session's token: a refusal may say that the session is over. */
export const plainAddress = (file: OpenedFile): Address => {
  const endpoint = isAttached(file) ? file.endpoint : documentsApi.file
  const token = getSession()?.token
  return {
    url: file.fileUrl,
    ...(token && { headers: { authorization: token } }),
    onRefused: async (response) => {
      await judgeFailure(endpoint, response, token)
    },
  }
}

/** A link that opens by itself, then the plain address, should the link not be had or die (specification 7, Documents). */
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
