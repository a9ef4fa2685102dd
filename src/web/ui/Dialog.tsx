import { type ReactNode, Suspense } from 'react'
import { dialogWindow } from './overlays.ts'

export type DialogSize = 'small' | 'medium' | 'large'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** False while something runs that must not be lost by a slip. */
  isDismissable?: boolean
  /** A press beside it does not close it, because that would lose what was typed. */
  keepsWhatIsTyped?: boolean
  size?: DialogSize
  /** Its height is the same whatever it shows, for a search whose results come and go. */
  hasOneHeight?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** A window over the page; at 768 px and below a sheet that rises from the bottom. Focus returns to where it was. */
export const Dialog = (props: DialogProps) =>
  props.isOpen && (
    <Suspense>
      <dialogWindow.Component {...props} />
    </Suspense>
  )

/** The row of buttons at a dialog's end: the one that goes on stands last, and on top on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">{children}</div>
)
