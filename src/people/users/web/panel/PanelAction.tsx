import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

type Common = {
  icon: ReactNode
  /** One or two words below the icon. */
  label: string
  /** The accessible name, if the label is an abbreviation; it contains the label. */
  name?: string
}

type Props = Common &
  (
    | { onPress: () => void; isPending?: boolean; isDanger?: boolean; isExpanded?: boolean; to?: never; href?: never }
    | { to: string; onPress?: never; href?: never }
    /** Opens in a new tab. */
    | { href: string; to?: never; onPress?: never }
  )

const look =
  'flex min-h-15 min-w-0 cursor-pointer select-none flex-col items-center justify-start gap-1 rounded-lg px-1 py-2 text-center text-xs no-underline transition-colors duration-150 hover:bg-hover [&_svg]:size-5 [&_svg]:shrink-0'

/** One action on the person of a panel: an icon with a label. */
export const PanelAction = ({ icon, label, name, ...action }: Props) => {
  const heard = name === undefined ? {} : { 'aria-label': name }
  if (action.to !== undefined) {
    return (
      <Link to={action.to} {...heard} className={`${look} text-ink`}>
        {icon}
        {label}
      </Link>
    )
  }
  if (action.href !== undefined) {
    return (
      <a href={action.href} target="_blank" rel="noopener noreferrer" {...heard} className={`${look} text-ink`}>
        {icon}
        {label}
      </a>
    )
  }
  const { onPress, isPending = false, isDanger = false, isExpanded } = action
  return (
    <PlainButton
      onPress={onPress}
      isPending={isPending}
      {...heard}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      className={`${look} ${isDanger ? 'text-error-text' : 'text-ink'}`}
    >
      {isPending ? <Spinner /> : icon}
      {label}
    </PlainButton>
  )
}
