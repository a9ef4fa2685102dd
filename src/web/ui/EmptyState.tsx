import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'

type EmptyStateProps = {
  title: string
  hint?: string
  drawing?: DrawingName
  /** The one action that helps. */
  action?: ReactNode
}

/** Replaces a list without entries. */
export const EmptyState = ({ title, hint, drawing = 'shelf', action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
    <Drawing name={drawing} />
    <p className="mt-2 max-w-full text-lg font-medium text-balance wrap-anywhere max-md:text-[min(1.25rem,8.5vw)]">{title}</p>
    {hint && <p className="max-w-prose text-muted text-balance">{hint}</p>}
    {action && <div className="mt-4 max-w-full [&>*]:max-w-full [&>*]:wrap-anywhere">{action}</div>}
  </div>
)
