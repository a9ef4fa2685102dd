import type { ReactNode } from 'react'
import { useDocumentTitle } from './useDocumentTitle.ts'

type PageProps = {
  title: string
  /** The browser tab's title, where it differs. */
  tab?: string
  /** One line of what the page is for. */
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
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere max-md:text-xl">{title}</h1>
          {about && <p className="mt-1 text-muted">{about}</p>}
        </div>
        {action && <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:min-w-0 max-md:[&>*]:flex-1">{action}</div>}
      </header>
      {filters && <div className="flex flex-wrap items-end gap-4">{filters}</div>}
      {children}
    </div>
  )
}
