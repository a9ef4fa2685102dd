import { useQuery } from '@tanstack/react-query'
import { marksApi } from '../marks.contract.ts'
import type { DocumentMarks } from './documentMarks.ts'

/** Fetches what other devices changed, as soon as this one is notified, and when the person comes back to the window. */
export const useRefetched = (marks: DocumentMarks): void => {
  useQuery({
    queryKey: ['marks', marks.documentId],
    queryFn: async () => {
      await marks.sync()
      return null
    },
    meta: { shows: marksApi.list.shows },
    gcTime: 0,
  })
}
