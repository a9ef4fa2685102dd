import { ChevronDown, ChevronUp, Maximize, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { formatPercent, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { PageLayout } from './usePageLayout.ts'
import { fitsWidth, maxScale, percentOf } from './zoom.ts'

type Props = { layout: PageLayout; pageCount: number /** Has the pages. */; scroller: HTMLElement | null }

/** The number of the current page; typing another one and pressing Enter goes there, and puts the focus on it. */
const PageNumber = ({ layout, pageCount, scroller }: Props) => {
  const words = useWords(readingEn)
  const { current, goTo } = layout
  const [typed, setTyped] = useState(String(current))
  useEffect(() => setTyped(String(current)), [current])
  const go = () => {
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(typed, 10) || current))
    if (page !== current) goTo(page)
    setTyped(String(page))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    go()
    // A phone hides its keyboard.
    scroller?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    goTo(current + (event.key === 'ArrowDown' ? 1 : -1))
  }
  return (
    <form onSubmit={onSubmit} className="flex items-center gap-2 whitespace-nowrap tabular-nums max-md:gap-1 max-md:text-sm">
      <input
        aria-label={words.page}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 6))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={onKeyDown}
        className="min-h-9 w-14 rounded-lg border border-line-strong bg-surface text-center max-md:min-h-11 max-md:w-12"
      />
      <span className="text-muted">{words.pageCount(pageCount)}</span>
    </form>
  )
}

/** Hidden on phones, where people scroll and the other buttons need the room. */
const PageButtons = ({ layout: { current, goTo }, pageCount }: Omit<Props, 'scroller'>) => {
  const words = useWords(readingEn)
  return (
    <div className="flex max-md:hidden">
      <IconButton label={words.previousPage} onPress={() => goTo(current - 1)} isDisabled={current <= 1}>
        <ChevronUp />
      </IconButton>
      <IconButton label={words.nextPage} onPress={() => goTo(current + 1)} isDisabled={current >= pageCount}>
        <ChevronDown />
      </IconButton>
    </div>
  )
}

/** The current page, and buttons that go to other pages. */
export const PageControls = (props: Props) => (
  <>
    <PageButtons layout={props.layout} pageCount={props.pageCount} />
    <PageNumber {...props} />
    <span className="mx-1 h-6 w-px bg-line max-md:hidden" />
  </>
)

/** With `isFitInMenu`, the fit button is in the menu on phones. */
export const ZoomControls = ({ layout, isFitInMenu = false }: { layout: PageLayout; isFitInMenu?: boolean }) => {
  const words = useWords(readingEn)
  const { scale, smallest, zoom, zoomStep, zoomTo } = layout
  const percent = formatPercent(percentOf(scale) / 100)
  const isWide = fitsWidth(zoom)
  return (
    <>
      <IconButton label={words.zoomOut} onPress={() => zoomStep(-1)} isDisabled={scale <= smallest + 0.001}>
        <ZoomOut />
      </IconButton>
      <output className="w-14 text-center text-sm tabular-nums max-md:hidden">
        <span className="sr-only">{words.zoom} </span>
        {percent}
      </output>
      <IconButton label={words.zoomIn} onPress={() => zoomStep(1)} isDisabled={scale >= maxScale - 0.001}>
        <ZoomIn />
      </IconButton>
      <IconButton
        label={isWide ? words.fitPage : words.fitWidth}
        className={isFitInMenu ? 'max-md:hidden' : ''}
        onPress={() => zoomTo({ kind: isWide ? 'page' : 'width' })}
      >
        {isWide ? <Maximize /> : <MoveHorizontal />}
      </IconButton>
    </>
  )
}

/** The controls below the content. Icons do not grow with the text size, which would leave a phone no room to read. */
export const ReaderToolbar = ({ children }: { children: ReactNode }) => (
  <section
    aria-label={useWords(readingEn).toolbar}
    className="reader-bar reader-bar-bottom flex min-h-12 shrink-0 flex-wrap items-center justify-center gap-1 border-line border-t bg-surface px-2 py-1 max-md:gap-0 max-md:[&_button]:size-[44px] [&_svg]:size-[20px]"
  >
    {children}
  </section>
)
