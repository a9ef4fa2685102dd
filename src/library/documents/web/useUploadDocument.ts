import { useCallback } from 'react'
import type { CallOptions } from '#web/api/call.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { useAction } from '#web/api/queryClient.ts'
import { type Document, documentsApi } from '../documents.contract.ts'

type Upload = { body: { title: string; category: string }; file?: File | undefined } & CallOptions

/** The id of each chosen file that was sent before, under which the server knows it however often it is sent. */
const sentBefore = new WeakMap<File, string>()

/** Whether the id is of no use any more: what it made was deleted meanwhile, or is someone else's. */
const isSpent = (error: unknown): boolean => error instanceof CallError && (error.status === 404 || error.status === 409)

/**
 * Uploads a document. One whose answer was lost, or that was stopped too late, is stored once however often the same file is
 * sent again; what was changed in the form meanwhile is changed in the document that is there.
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
