import type { ReactNode } from 'react'

type BubbleProps = { isMine: boolean; isQuiet?: boolean; children: ReactNode }

/** The background of a message: one's own at the right in the accent color, those of others at the left. */
export const Bubble = ({ isMine, isQuiet = false, children }: BubbleProps) => (
  <div
    className={`w-fit min-w-24 max-w-full rounded-lg px-3 py-1.5 ${isQuiet ? 'border border-line text-muted italic' : `border border-transparent text-ink in-data-contrast:border-line ${isMine ? 'bg-primary-soft' : 'bg-surface'}`}`}
  >
    {children}
  </div>
)
