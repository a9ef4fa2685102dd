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

/** The end of a long form, which stays in view while the rest scrolls under it. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div
    data-footer
    className="sticky [@media(max-height:28rem)]:static -bottom-6 z-10 -mx-6 mt-2 -mb-6 flex flex-col gap-3 border-line border-t bg-surface px-6 py-4 max-md:-bottom-4 max-md:-mx-4 max-md:-mb-4 max-md:px-4 max-md:py-3"
  >
    {children}
  </div>
)
