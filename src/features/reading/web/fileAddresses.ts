import { type Document, documentsApi } from '#features/documents/documents.contract.ts'
import { call, judgeFailure } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import type { Address } from './byteSource.ts'

/** The file's own address with the session's token: a refusal may say that the session is over. */
export const plainAddress = ({ fileUrl }: Document): Address => {
  const token = getSession()?.token
  return {
    url: fileUrl,
    ...(token && { headers: { authorization: token } }),
    onRefused: (response) => judgeFailure(documentsApi.file, response, token),
  }
}

/** A link that opens by itself, then the plain address, should the link not be had or die (specification 7, Documents). */
export const addressesOf = async (document: Document): Promise<Address[]> => {
  const plain = plainAddress(document)
  try {
    const { downloadUrl } = await call(documentsApi.link, { params: { id: document._id } })
    return [{ url: downloadUrl }, plain]
  } catch {
    return [plain]
  }
}
