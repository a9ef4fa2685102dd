import type { ReactNode } from 'react'
import { PlainButton, type PressProps } from './PlainButton.tsx'

type IconButtonProps = Omit<PressProps, 'children' | 'aria-label'> & {
  /** What a press does, in words; with the name of the thing if there are many: "Delete Physics". */
  label: string
  tone?: 'plain' | 'danger' | 'accent'
  className?: string
  children: ReactNode
}

const tones = { plain: 'text-muted hover:text-ink', danger: 'text-error-text', accent: 'text-accent-text' }

/** A button with only a picture. */
export const IconButton = ({ label, tone = 'plain', className = '', children, ...props }: IconButtonProps) => (
  <PlainButton
    {...props}
    aria-label={label}
    className={`off-paper inline-flex size-9 max-md:size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg transition-colors duration-150 hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-5 ${tones[tone]} ${className}`}
  >
    {children}
  </PlainButton>
)
