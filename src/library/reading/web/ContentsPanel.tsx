import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { formatNumber, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { Contents } from './contents.ts'
import { type Chapter, isWithin, mostChapters, type Outline } from './outline.ts'
import { whenSeen } from './whenSeen.ts'

/** Maximum number of chapters shown expanded; in longer outlines, only the first level and the path to the current chapter are. */
const mostUnfolded = 60

type Shown = {
  contents: Contents
  /** The current chapter. */
  here: Chapter | undefined
  unfolded: ReadonlySet<Chapter>
  fold: (chapter: Chapter) => void
  onGo: (chapter: Chapter) => void
}

/** The page where a chapter starts, resolved once it scrolls into view: null if it has no target, undefined until it is known. */
const usePage = (contents: Contents, chapter: Chapter) => {
  const row = useRef<HTMLLIElement>(null)
  const [page, setPage] = useState<number | null>()
  useEffect(() => {
    let isLeft = false
    const ask = () => void contents.pageOf(chapter).then((known) => isLeft || setPage(known))
    const stop = row.current ? whenSeen(row.current, ask) : undefined
    return () => {
      isLeft = true
      stop?.()
    }
  }, [contents, chapter])
  return { row, page }
}

const ChapterRow = ({ chapter, hasFolds, ...shown }: Shown & { chapter: Chapter; hasFolds: boolean }) => {
  const words = useWords(readingEn).contents
  const { contents, here, unfolded, fold, onGo } = shown
  const { row, page } = usePage(contents, chapter)
  const { index, children } = chapter
  const title = chapter.title || words.untitled
  const isUnfolded = unfolded.has(chapter)
  const isHere = here === chapter || (!isUnfolded && isWithin(here, chapter))
  return (
    <li ref={row}>
      <div className="flex items-center">
        {children.length > 0 ? (
          <IconButton
            label={isUnfolded ? words.fold(title) : words.unfold(title)}
            aria-expanded={isUnfolded}
            onPress={() => fold(chapter)}
            className="-mr-2"
          >
            <ChevronRight className={isUnfolded ? 'rotate-90' : 'rtl:rotate-180'} />
          </IconButton>
        ) : (
          <span className={`shrink-0 ${hasFolds ? 'w-8 max-md:w-9' : chapter.parent ? 'w-6 max-md:w-7' : 'w-3'}`} />
        )}
        <button
          type="button"
          data-chapter={index}
          disabled={page === null}
          aria-current={isHere ? 'location' : undefined}
          onClick={() => onGo(chapter)}
          className={`relative flex min-h-10 min-w-0 flex-1 items-baseline gap-2 rounded-lg px-2 py-2 text-left text-sm leading-normal max-md:min-h-11 ${isHere ? 'bg-primary-soft font-semibold text-primary-text' : ''} ${page === null ? 'text-muted' : 'cursor-pointer hover:bg-hover'}`}
        >
          <span className="sr-only">{typeof page === 'number' ? words.entry(title, page) : title}</span>
          <span aria-hidden="true" dir="auto" className="wrap-anywhere line-clamp-4 min-w-0 flex-1">
            {title}
          </span>
          <span aria-hidden="true" className="shrink-0 text-muted tabular-nums">
            {typeof page === 'number' && formatNumber(page)}
          </span>
        </button>
      </div>
      {isUnfolded && children.length > 0 && <ChapterList chapters={children} className="ml-4" {...shown} />}
    </li>
  )
}

const ChapterList = ({ chapters, className, ...shown }: Shown & { chapters: readonly Chapter[]; className: string }) => {
  // Chapters without children are aligned with those that can be expanded.
  const hasFolds = chapters.some(({ children }) => children.length > 0)
  return (
    <ul className={className}>
      {chapters.map((chapter) => (
        <ChapterRow key={chapter.index} {...{ chapter, hasFolds }} {...shown} />
      ))}
    </ul>
  )
}

/** The chapter that contains the current page. */
const useHere = (contents: Contents, outline: Outline, current: number): Chapter | undefined => {
  const [here, setHere] = useState<Chapter>()
  useEffect(() => {
    let isLeft = false
    // Delayed, because a reader who scrolls through the book is not in a chapter yet.
    const timer = setTimeout(() => {
      void contents.chapterAt(outline, current).then((found) => isLeft || setHere(found))
    }, 100)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [contents, outline, current])
  return here
}

/** The expanded chapters. The path to the current chapter is expanded once, when the panel opens. */
const useUnfolded = ({ all }: Outline, here: Chapter | undefined) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<Chapter>>(() => new Set(all.length <= mostUnfolded ? all : []))
  const isKnown = here !== undefined
  const latest = useRef(here)
  latest.current = here
  useEffect(() => {
    if (!isKnown) return
    setUnfolded((before) => {
      const next = new Set(before)
      for (let at = latest.current?.parent; at !== undefined; at = at.parent) next.add(at)
      return next
    })
  }, [isKnown])
  const fold = (chapter: Chapter) =>
    setUnfolded((before) => {
      const next = new Set(before)
      if (!next.delete(chapter)) next.add(chapter)
      return next
    })
  return { unfolded, fold }
}

type ListProps = Pick<Shown, 'contents' | 'onGo'> & { outline: Outline; current: number }

const OutlineList = ({ contents, outline, current, onGo }: ListProps) => {
  const words = useWords(readingEn).contents
  const list = useRef<HTMLElement>(null)
  const here = useHere(contents, outline, current)
  const { unfolded, fold } = useUnfolded(outline, here)
  const isKnown = here !== undefined
  useEffect(() => {
    if (isKnown) list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'center' })
  }, [isKnown])
  const onKeyDown = (event: KeyboardEvent) => {
    const button = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-chapter]') : null
    const chapter = button ? outline.all[Number(button.dataset.chapter)] : undefined
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-chapter]:enabled') ?? [])]
    const at = button ? buttons.indexOf(button) : -1
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: buttons[at + 1],
      ArrowUp: buttons[at - 1],
      Home: buttons[0],
      End: buttons.at(-1),
    }
    if (chapter && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      if (chapter.children.length > 0 && unfolded.has(chapter) === (event.key === 'ArrowLeft')) fold(chapter)
    } else if (event.key in targets) targets[event.key]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <nav ref={list} aria-label={words.label} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-auto overscroll-contain p-1">
      <ChapterList chapters={outline.chapters} className="" {...{ contents, here, unfolded, fold, onGo }} />
      {outline.isCut && <p className="p-3 text-muted text-sm">{words.cut(mostChapters)}</p>}
    </nav>
  )
}

type Props = { contents: Contents; current: number; onGo: (chapter: Chapter) => void }

/** The table of contents of a document; pressing a chapter opens its page. */
export const ContentsPanel = ({ contents, ...rest }: Props) => {
  const words = useWords(readingEn).contents
  const [outline, setOutline] = useState<Outline | 'failed'>()
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
  useEffect(() => {
    let isLeft = false
    setOutline(undefined)
    contents.load().then(
      (loaded) => isLeft || setOutline(loaded),
      () => isLeft || setOutline('failed'),
    )
    return () => {
      isLeft = true
    }
  }, [contents, attempt])
  if (outline === 'failed') {
    return (
      <div className="flex flex-col items-start gap-3 p-4 text-sm" role="alert">
        <p>{words.failed}</p>
        <Button onPress={() => setAttempt(attempt + 1)}>{words.retry}</Button>
      </div>
    )
  }
  if (outline && outline.all.length > 0) return <OutlineList {...{ contents, outline }} {...rest} />
  return (
    <p role="status" className="p-4 text-muted text-sm">
      {outline ? words.none : words.loading}
    </p>
  )
}
