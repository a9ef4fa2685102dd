import type { ReactNode } from 'react'

/** The room that is drawn where a hall has no picture. */
export const drawnRoom = '/slides/hall.svg'

/** A picture; in a dark theme it is dimmed, and the drawn room is seen in the evening. */
export const Evening = ({ isDrawn, className, children }: { isDrawn: boolean; className: string; children: ReactNode }) => (
  <span
    className={`relative block overflow-hidden after:pointer-events-none after:absolute after:inset-0 after:bg-evening ${isDrawn ? '' : 'after:opacity-50'} ${className}`}
  >
    {children}
  </span>
)
