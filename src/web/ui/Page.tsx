import type { ReactNode } from 'react'
import { formatNumber } from '../words.ts'
import { useDocumentTitle } from './useDocumentTitle.ts'

type PageProps = {
  title: string
  /** The browser tab's title, if it differs. */
  tab?: string
  /** How many there are, and the same in words. Room is kept for a number that is still loading. */
  count?: { n: number | undefined; said: (n: number) => string }
  /** Views of the page: `useTabViews(…).list`, or links. */
  tabs?: ReactNode
  /** A short fact at the right of the title, for which a phone has no room. */
  fact?: ReactNode
  /** What the title does not say, in one line. */
  about?: ReactNode
  /** The one primary action, after others that are rarer. A phone shows only their icons. */
  action?: ReactNode
  /** Search and filters, under the title. */
  filters?: ReactNode
  children: ReactNode
}

/** The panel beside the page has the filled button then. */
const quietBeside = 'beside:[&_.bg-primary-fill]:bg-tint beside:[&_.bg-primary-fill]:text-ink'

/** On a phone, and beside a panel, a button with an icon is as wide as the icon; its text remains for screen readers. */
const iconsOnly =
  'max-md:[&_:is(button,a):has(>svg)]:gap-0 max-md:[&_:is(button,a):has(>svg)]:px-3 max-md:[&_:is(button,a):has(>svg)]:text-[0px] tight:[&_:is(button,a):has(>svg)]:gap-0 tight:[&_:is(button,a):has(>svg)]:text-[0px]'

/** The frame of every screen: title, tabs and actions in one row, then filters and content. */
export const Page = ({ title, tab = title, count, tabs, fact, about, action, filters, children }: PageProps) => {
  useDocumentTitle(tab)
  return (
    <div className="mx-auto flex w-full max-w-[1200px] flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-6 max-md:gap-x-2">
        <div className="flex min-h-12 min-w-0 items-center gap-2 max-md:gap-1 max-wide:flex-1 max-wide:basis-[9rem]">
          <h1 className="min-w-0 font-semibold text-lg tracking-tight wrap-anywhere max-md:text-[min(1.25rem,9vw)]">{title}</h1>
          {count && <Count {...count} />}
        </div>
        {tabs && <div className="min-w-0 max-wide:order-last max-wide:w-full wide:grow wide:basis-0">{tabs}</div>}
        {fact && <div className="flex min-w-0 shrink justify-end text-sm max-md:hidden beside:hidden">{fact}</div>}
        {action && (
          <div
            className={`flex max-w-full shrink-0 items-center gap-2 print:hidden max-md:gap-1 ${tabs ? '' : 'wide:ml-auto'} ${iconsOnly} ${quietBeside}`}
          >
            {action}
          </div>
        )}
      </header>
      {about && <p className="-mt-2 mb-1 text-muted text-sm wrap-break-word">{about}</p>}
      {filters && <div className="flex flex-wrap items-center gap-3">{filters}</div>}
      {children}
    </div>
  )
}

const Count = ({ n, said }: NonNullable<PageProps['count']>) => (
  <p role="status" className="min-w-[4ch] shrink-0 text-lg text-muted tabular-nums max-md:min-w-[3ch] max-md:text-base">
    {n !== undefined && n > 0 && (
      <>
        <span aria-hidden="true">· {formatNumber(n)}</span>
        <span className="sr-only">{said(n)}</span>
      </>
    )}
  </p>
)
