import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

export type PressProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'className' | 'style'> & {
  /** By mouse, touch, keyboard or a screen reader. */
  onPress?: (() => void) | undefined
  /** The pointer is over it: time to prefetch. */
  onHoverStart?: (() => void) | undefined
  isDisabled?: boolean | undefined
  /** Busy: it keeps the focus, announces it, and ignores presses. */
  isPending?: boolean | undefined
  ref?: Ref<HTMLButtonElement>
}

/** The browser's own button with the props of the kit. */
export const PlainButton = ({
  onPress,
  onHoverStart,
  onClick,
  onPointerEnter,
  isDisabled = false,
  isPending = false,
  type = 'button',
  ...props
}: PressProps & { className: string }) => {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A pending submit button must not send its form a second time.
    if (isPending) return event.preventDefault()
    onClick?.(event)
    onPress?.()
  }
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={press}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        onHoverStart?.()
      }}
    />
  )
}
