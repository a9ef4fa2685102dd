import type { ReactNode } from 'react'
import { useDocumentTitle } from './useDocumentTitle.ts'

type PageProps = {
  title: string
  /** The browser tab's title, if it differs. */
  tab?: string
  /** One line on the purpose of the page. */
  about?: ReactNode
  /** The one primary action, at the right. */
  action?: ReactNode
  /** Search and filters, under the title. */
  filters?: ReactNode
  children: ReactNode
}

/** The frame of every screen: title, one line, one action, filters, content. */
export const Page = ({ title, tab = title, about, action, filters, children }: PageProps) => {
  useDocumentTitle(tab)
  return (
    <div className="mx-auto flex w-full max-w-[1200px] flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow-[999] basis-[12rem]">
          {/* A long word of a large heading is not broken on a small phone. */}
          <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere max-md:text-[min(1.5rem,11vw)]">{title}</h1>
          {about && <p className="mt-1 text-muted wrap-break-word">{about}</p>}
        </div>
        {/* Beside the title it is as wide as its text; below it, on a phone, as wide as the page. */}
        {action && (
          <div className="flex flex-wrap gap-2 max-md:grow max-md:[&>*]:min-w-0 max-md:[&>*]:grow max-md:[&>*]:wrap-anywhere">{action}</div>
        )}
      </header>
      {filters && <div className="flex flex-wrap items-end gap-4">{filters}</div>}
      {children}
    </div>
  )
}
