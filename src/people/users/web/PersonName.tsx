import { Link } from 'react-router'
import { useOpenPerson } from './useOpenPerson.ts'

type Props = { id: string; name: string; className?: string }

/** A name that opens the panel of its person next to the page. */
export const PersonName = ({ id, name, className = 'font-medium' }: Props) => {
  const { linkTo } = useOpenPerson()
  return (
    <Link {...linkTo(id)} dir="auto" className={`min-w-0 rounded-sm underline-offset-4 wrap-anywhere hover:underline ${className}`}>
      {name}
    </Link>
  )
}
