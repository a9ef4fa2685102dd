import { Link, type LinkProps } from 'react-router'

/** A link within text. */
export const TextLink = ({ className = '', ...props }: LinkProps) => (
  <Link {...props} className={`rounded-sm text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`} />
)
