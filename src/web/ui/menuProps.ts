import type { ReactElement, ReactNode } from 'react'
import type { PressProps } from './PlainButton.tsx'

export type MenuEntry = {
  key: string
  label: string
  icon?: ReactNode
  /** A quiet line under the label. */
  note?: string | undefined
  isDanger?: boolean
  onAction: () => void
}

export type MenuProps = {
  label: string
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<PressProps>
  entries: readonly MenuEntry[]
  /** Shown above the entries: a name, an email. */
  header?: ReactNode
}
