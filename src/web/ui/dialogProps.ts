import type { ReactNode } from 'react'

export type DialogSize = 'small' | 'medium' | 'large'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** False while something runs that must not be lost by mistake. */
  isDismissable?: boolean
  /** A press outside does not close it, because that would lose what was typed. */
  keepsWhatIsTyped?: boolean
  size?: DialogSize
  /** Its height is constant, for a search whose results change. */
  hasOneHeight?: boolean
  /** Nothing of the page is visible behind it, and only its own buttons close it. */
  hidesPage?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}
