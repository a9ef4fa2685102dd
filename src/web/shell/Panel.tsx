import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../ui/Drawing.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'

type PanelProps = { title: string; text: string; drawing: DrawingName; action?: ReactNode }

/** A page with a single message. */
export const Panel = ({ title, text, drawing, action }: PanelProps) => {
  useDocumentTitle(title)
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      <Drawing name={drawing} />
      <h1 className="mt-2 font-display font-semibold text-2xl text-balance">{title}</h1>
      <p className="text-muted text-balance">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
