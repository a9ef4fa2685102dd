import { Phone } from 'lucide-react'
import { readablePhone } from '#contract/phone.ts'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'
import { telOf, unbrokenPhone } from './phone.ts'

/** A phone number as a tel link. `iconStyle` hides the icon where space is short. */
export const PhoneLink = ({ phone, iconStyle = '' }: { phone: string; iconStyle?: string }) => {
  const words = useWords(usersEn)
  const address = telOf(phone)
  const shown = unbrokenPhone(phone)
  if (!address) return <span>{shown}</span>
  return (
    <a
      href={address}
      aria-label={words.call(readablePhone(phone))}
      className="inline-flex max-w-full items-center gap-2 rounded-sm text-primary-text underline-offset-4 hover:underline max-md:min-h-11"
    >
      <Phone aria-hidden="true" className={`size-4 shrink-0 ${iconStyle}`} />
      <span className="min-w-0 wrap-anywhere">{shown}</span>
    </a>
  )
}
