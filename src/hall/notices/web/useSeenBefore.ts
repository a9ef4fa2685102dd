import { useEffect, useState } from 'react'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { noticeRecord, type Versions, versionsOf } from './noticeRecord.ts'

/** Banners that this session has shown whole. */
export const seenNotices = noticeRecord('seen notices')

type Opened = {
  pathname: string
  /** What had been shown whole before this page was opened. */
  before: Versions
  /** What may be whole on it; undefined while it waits for its first notices. */
  whole: Versions | undefined
}

type Props = { pathname: string; banners: readonly ReadableNotice[]; isLoaded: boolean; hasRoom: () => boolean; isLine: boolean }

/**
 * Returns how a banner is shown: whole until the next page, and folded once it was seen. One that comes later than the page, whose
 * room is taken by then (`hasRoom`), is folded as new: it moves nothing, and is whole on the next page.
 */
export const useSeenBefore = ({ pathname, banners, isLoaded, hasRoom, isLine }: Props) => {
  const open = (whole: Versions | undefined): Opened => ({ pathname, before: seenNotices.read(), whole })
  const [opened, setOpened] = useState(() => open(isLoaded ? versionsOf(banners) : hasRoom() ? {} : undefined))
  if (opened.pathname !== pathname) setOpened(open(versionsOf(banners)))
  else if (isLoaded && !opened.whole) setOpened({ ...opened, whole: versionsOf(banners) })
  const isSeen = ({ _id, updatedAt, isRead }: ReadableNotice) => isRead || opened.before[_id] === updatedAt
  const isNew = (notice: ReadableNotice) =>
    isLine && notice.type === 'banner' && !isSeen(notice) && opened.whole !== undefined && opened.whole[notice._id] !== notice.updatedAt
  useEffect(() => seenNotices.add(banners.filter((notice) => !isNew(notice))))
  return { isNew, isFolded: (notice: ReadableNotice) => isLine && (isSeen(notice) || isNew(notice)) }
}
