import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonVariant, buttonStyle } from './buttonStyle.ts'
import { PlainButton, type PressProps } from './PlainButton.tsx'
import { Spinner } from './Spinner.tsx'

type ButtonProps = Omit<PressProps, 'children'> & {
  /** One primary per view; danger for irreversible actions; quiet within rows. */
  variant?: ButtonVariant
  icon?: ReactNode
  /** Replaces the text while `isPending`. */
  pendingText?: string
  className?: string
  children: ReactNode
}

export const Button = ({ variant = 'secondary', icon, pendingText, className, children, ...props }: ButtonProps) => (
  <PlainButton {...props} className={buttonStyle(variant, className)}>
    {props.isPending ? <Spinner /> : icon}
    {(props.isPending && pendingText) || children}
  </PlainButton>
)

type ButtonLinkProps = LinkProps & { variant?: ButtonVariant; icon?: ReactNode }

/** A link that looks like a button, for navigation. */
export const ButtonLink = ({ variant = 'secondary', icon, className, children, ...props }: ButtonLinkProps) => (
  <Link {...props} className={buttonStyle(variant, className)}>
    {icon}
    {children}
  </Link>
)
