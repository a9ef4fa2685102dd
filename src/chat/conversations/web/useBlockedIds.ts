import { useMemo } from 'react'
import { useBlocks } from './conversations.queries.ts'

/** Returns the ids of the people whom the reader has blocked. */
export const useBlockedIds = (): ReadonlySet<string> => {
  const { data } = useBlocks()
  return useMemo(() => new Set(data?.pages.flatMap(({ items }) => items.map(({ _id }) => _id))), [data])
}
