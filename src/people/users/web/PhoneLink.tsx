import { Phone } from 'lucide-react'
import { readablePhone } from '#contract/phone.ts'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'
import { telOf, unbrokenPhone } from './phone.ts'

/** A phone number as a tel link: in a column without the icon, and in a card only as the icon. */
export const PhoneLink = ({ phone, isInTable = false }: { phone: string; isInTable?: boolean }) => {
  const words = useWords(usersEn)
  const address = telOf(phone)
  const shown = unbrokenPhone(phone)
  if (!address) return <span>{shown}</span>
  return (
    <a
      href={address}
      aria-label={words.call(readablePhone(phone))}
      className="inline-flex max-w-full items-center gap-2 rounded-sm text-primary-text underline-offset-4 hover:underline max-md:min-h-11 max-md:min-w-11 max-md:justify-center"
    >
      <Phone aria-hidden="true" className={`size-4 shrink-0 ${isInTable ? 'columns:hidden' : ''}`} />
      <span className={`min-w-0 wrap-anywhere ${isInTable ? 'cards:hidden' : ''}`}>{shown}</span>
    </a>
  )
}
