import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'

type EmptyStateProps = {
  title: string
  hint?: string
  drawing?: DrawingName
  /** The one action that helps. */
  action?: ReactNode
}

/** Stands where a list has nothing to show. */
export const EmptyState = ({ title, hint, drawing = 'books', action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
    <Drawing name={drawing} />
    <p className="mt-2 text-lg font-medium text-balance">{title}</p>
    {hint && <p className="max-w-prose text-muted text-balance">{hint}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
)
