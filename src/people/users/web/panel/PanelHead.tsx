import { MessageCircle } from 'lucide-react'
import { dialable, messageLink, readablePhone } from '#contract/phone.ts'
import { shownName } from '#contract/shownName.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../../users.contract.ts'
import { usersEn } from '../../users.en.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { endOf } from './endOf.ts'

/** The picture, the seat and the end date, and the contacts. The name is the title of the panel. */
export const PanelHead = ({ user }: { user: User }) => {
  const words = useWords(usersEn)
  const nameOf = useShiftName()
  const { _id, profilePictureUrl, seatNumber, slot, terminationDate } = user
  const end = endOf(terminationDate, today())
  const until = terminationDate === null ? words.person.noEnd : words.person[end](terminationDate, today())
  return (
    <div className="flex items-center gap-4">
      <Avatar id={_id} name={shownName(user)} src={profilePictureUrl} className="size-12" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {words.place(seatNumber, slot && nameOf(slot)) || words.noSeat}
          {'\u00a0· '}
          <span className={end === 'ended' ? 'text-error-text' : end === 'ends' ? 'text-warning-text' : ''}>
            {until.replaceAll(' ', '\u00a0')}
          </span>
        </p>
        <Phone user={user} />
      </div>
    </div>
  )
}

const Phone = ({ user: { phone } }: { user: User }) => {
  const words = useWords(usersEn).person
  if (!phone) return <p className="text-muted">{words.noPhone}</p>
  const number = dialable(phone)
  return (
    <p className="-my-1 flex flex-wrap items-center gap-x-2">
      <PhoneLink phone={phone} />
      {number && (
        <a
          href={messageLink('whatsapp', number, '')}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.whatsappTo(readablePhone(phone))}
          className="inline-flex size-9 items-center justify-center rounded-lg text-success-text hover:bg-hover max-md:size-11"
        >
          <MessageCircle aria-hidden="true" className="size-5" />
        </a>
      )}
    </p>
  )
}
