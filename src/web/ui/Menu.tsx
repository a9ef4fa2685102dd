import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { openedMenu } from './overlays.ts'
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
  /** Stands above the entries: a name, an email. */
  header?: ReactNode
}

/** A button that opens a list of actions: by a press, or by the arrow keys. */
export const Menu = (props: MenuProps) => {
  const [asked, setAsked] = useState<'byPress' | 'byArrow'>()
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': true,
    'aria-expanded': asked !== undefined,
    onPress: () => setAsked('byPress'),
    onHoverStart: () => void openedMenu.load(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked('byArrow')
    },
  })
  if (!asked) return closed
  return (
    <Suspense fallback={closed}>
      <openedMenu.Component {...props} startsAtFirst={asked === 'byArrow'} />
    </Suspense>
  )
}
