import { useEffect, useState } from 'react'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { noticeRecord } from './noticeRecord.ts'

/** Banners that this session has shown whole. */
const seen = noticeRecord('seen notices')

/**
 * Returns a function that tells whether a banner was shown before this page was opened, and records those shown now: a banner stays
 * whole until the next page.
 */
export const useSeenBefore = (pathname: string, banners: readonly ReadableNotice[]): ((notice: ReadableNotice) => boolean) => {
  const [opened, setOpened] = useState(() => ({ pathname, versions: seen.read() }))
  if (opened.pathname !== pathname) setOpened({ pathname, versions: seen.read() })
  useEffect(() => seen.add(banners))
  return ({ _id, updatedAt, isRead }) => isRead || opened.versions[_id] === updatedAt
}
