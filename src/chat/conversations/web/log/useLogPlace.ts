import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chatContext.ts'
import type { Log } from '../client/chatClient.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'
import type { MessageVirtualizer } from './useReading.ts'

/** The height of a short message, in pixels. */
const usualHeight = 58
/** Space above the first message, for the note whether there are more. */
const topRoom = 56
const markMs = 2_000

type VirtualOptions = Pick<Parameters<typeof useVirtualizer<HTMLElement, HTMLDivElement>>[0], 'rangeExtractor'> & { isPlaced: boolean }

/**
 * The virtualized list. It stays at its end, follows new messages there, and does not move when older messages are inserted
 * above.
 */
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
    // Messages that arrive while the tab is hidden do not scroll the log.
    followOnAppend: !log.hasNewer && isVisible,
    scrollEndThreshold: 80,
    paddingStart: topRoom,
    paddingEnd: 12,
    scrollPaddingStart: topRoom,
    // Updates rows and scroll position in the same frame, which React does not allow during the first render.
    useFlushSync: isPlaced,
    ...(rangeExtractor && { rangeExtractor }),
  })
}

/** Calls `run` whenever the tab becomes visible again. */
const useReconnect = (run: () => void): void => {
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

/** Starts at the first unread message, or at the end, and scrolls to other places. */
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
  useReconnect(() => {
    const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0)
    // A person who was reading further up stays there.
    const wasAtEdge = (virtual.getVirtualItemForOffset(bottom)?.index ?? 0) >= firstNew - 1
    if (isPlaced && firstNew !== -1 && wasAtEdge) virtual.scrollToIndex(firstNew, { align: 'start' })
  })

  const toEnd = useCallback(async () => {
    await client.jumpToEnd(conversationId).catch(() => undefined)
    // Loaded rows must be rendered before the list can scroll to them.
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
