import { cloneElement, type KeyboardEvent, Suspense, useState } from 'react'
import type { MenuProps } from './menuProps.ts'
import { openedMenu } from './overlays.ts'

/** A button that opens a list of actions, by a press or by the arrow keys. */
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
