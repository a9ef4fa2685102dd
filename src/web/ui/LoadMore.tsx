import { useEffect, useRef } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown }

type LoadMoreProps = {
  of: Pages
  /** Loads more only by the button: for a list with something below it, which an endless list would make unreachable. */
  isManual?: boolean
}

/** The end of a paged list: loads more when it comes into view; the button is for people who do not scroll. */
export const LoadMore = ({
  of: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  isManual = false,
}: LoadMoreProps) => {
  const words = useWords(webEn).ui
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const here = end.current
    if (!here || isManual || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), { rootMargin: '600px' })
    watch.observe(here)
    return () => watch.disconnect()
  }, [isManual, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex justify-center py-4">
      <p className="hidden print:block">{words.continued}</p>
      <Button onPress={() => fetchNextPage()} isPending={isFetchingNextPage}>
        {isFetchNextPageError ? words.retry : words.more}
      </Button>
    </div>
  )
}
