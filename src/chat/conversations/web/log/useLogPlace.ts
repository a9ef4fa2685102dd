import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chatContext.ts'
import type { Log } from '../delivery/chatClient.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'
import type { MessageVirtualizer } from './useReading.ts'

/** The height of a short message, in pixels. */
const usualHeight = 58
/** Room above the first message, where it says whether there are more. */
export const topRoom = 56
const markMs = 2_000

type VirtualOptions = Pick<Parameters<typeof useVirtualizer<HTMLElement, HTMLDivElement>>[0], 'rangeExtractor'> & { isPlaced: boolean }

/** The list of which only the looked-at rows are in the page. It stands at its end, follows what comes there, and moves by nothing when older messages are put before. */
export const useMessageVirtualizer = (
  log: Log,
  scroller: HTMLElement | null,
  { rangeExtractor, isPlaced }: VirtualOptions,
): MessageVirtualizer => {
  const { rows } = log
  const isVisible = useIsTabVisible()
  return useVirtualizer<HTMLElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 8,
    anchorTo: 'end',
    // What comes while nobody looks waits below.
    followOnAppend: !log.hasNewer && isVisible,
    scrollEndThreshold: 80,
    paddingStart: topRoom,
    paddingEnd: 12,
    scrollPaddingStart: topRoom,
    // Rows and scroll position change in the same frame, which React refuses while it draws the list for the first time.
    useFlushSync: isPlaced,
    ...(rangeExtractor && { rangeExtractor }),
  })
}

/** Does something whenever the tab is shown again. */
const useReturn = (run: () => void): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const isVisible = useIsTabVisible()
  const was = useRef(isVisible)
  useEffect(() => {
    if (isVisible && !was.current) latest.current()
    was.current = isVisible
  }, [isVisible])
}

type Places = {
  isPlaced: boolean
  onPlaced: () => void
  virtual: MessageVirtualizer
  log: Log
  latest: RefObject<Log>
  conversationId: string
  firstNew: number
}

/** Begins at the first unread message, or at the end; and leads to other places. */
export const useLogPlace = ({ isPlaced, onPlaced, virtual, log, latest, conversationId, firstNew }: Places) => {
  const { client } = useChat()
  const [marked, setMarked] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isReady = virtual.scrollElement !== null && log.rows.length > 0

  useLayoutEffect(() => {
    if (isPlaced || !isReady) return
    if (firstNew !== -1) virtual.scrollToIndex(firstNew, { align: 'start' })
    else virtual.scrollToEnd()
    onPlaced()
  }, [isPlaced, isReady, firstNew, virtual, onPlaced])
  useEffect(() => () => clearTimeout(timer.current), [])
  useReturn(() => {
    const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0)
    // A person who was reading further up stays there.
    const wasAtEdge = (virtual.getVirtualItemForOffset(bottom)?.index ?? 0) >= firstNew - 1
    if (isPlaced && firstNew !== -1 && wasAtEdge) virtual.scrollToIndex(firstNew, { align: 'start' })
  })

  const toEnd = useCallback(async () => {
    await client.jumpToEnd(conversationId).catch(() => undefined)
    // What was loaded must be in the list before it is scrolled to.
    requestAnimationFrame(() => virtual.scrollToEnd())
  }, [client, conversationId, virtual])

  const jumpTo = useCallback(
    async (seq: number) => {
      await client.jumpTo(conversationId, seq).catch(() => undefined)
      requestAnimationFrame(() => {
        const index = latest.current.rows.findIndex(({ message }) => message?.seq === seq)
        if (index === -1) return
        virtual.scrollToIndex(index, { align: 'center' })
        setMarked(seq)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setMarked(undefined), markMs)
      })
    },
    [client, conversationId, virtual, latest],
  )
  return { marked, toEnd, jumpTo }
}
