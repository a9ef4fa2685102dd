import { useCallback } from 'react'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import type { CallOptions } from '#web/api/call.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { useAction } from '#web/api/queryClient.ts'

type Upload = { body: { title: string; category: string }; file?: File | undefined } & CallOptions

/** The idempotency id of each file that was sent before. */
const sentBefore = new WeakMap<File, string>()

/** Returns whether the id can no longer be used: its document was deleted in the meantime, or belongs to someone else. */
const isSpent = (error: unknown): boolean => error instanceof CallError && (error.status === 404 || error.status === 409)

/**
 * Uploads a document. If the response was lost, or the upload was cancelled too late, sending the same file again creates no second
 * document; changed form fields update the stored document.
 */
export const useUploadDocument = () => {
  const { mutateAsync: create } = useAction(documentsApi.create)
  const { mutateAsync: update } = useAction(documentsApi.update)
  return useCallback(
    async ({ body: { title, category }, file, ...options }: Upload): Promise<Document> => {
      const known = file && sentBefore.get(file)
      const clientId = known ?? newClientId()
      if (file) sentBefore.set(file, clientId)
      try {
        const stored = await create({ body: { title, category, clientId }, file, ...options })
        const isAsAsked = stored.title === title.trim() && stored.category?._id === category
        return known === undefined || isAsAsked ? stored : await update({ params: { id: stored._id }, body: { title, category } })
      } catch (error) {
        if (file && isSpent(error)) sentBefore.delete(file)
        throw error
      }
    },
    [create, update],
  )
}
