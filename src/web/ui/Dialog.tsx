import { type ReactNode, Suspense } from 'react'
import type { DialogProps } from './dialogProps.ts'
import { dialogWindow } from './overlays.ts'

/** A window over the page; at 768 px and below a sheet that rises from the bottom. Closing returns the focus. */
export const Dialog = (props: DialogProps) =>
  props.isOpen && (
    <Suspense>
      <dialogWindow.Component {...props} />
    </Suspense>
  )

/** The row of buttons at a dialog's end: the one that continues is last, and on top on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">{children}</div>
)
