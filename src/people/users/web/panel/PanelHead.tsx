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

export const PanelPicture = ({ user }: { user: User }) => (
  <Avatar id={user._id} name={shownName(user)} src={user.profilePictureUrl} className="size-12" />
)

/** The seat, the part of the day and the last day. */
export const PanelFacts = ({ user: { seatNumber, seatLabel, slot, terminationDate } }: { user: User }) => {
  const words = useWords(usersEn)
  const nameOf = useShiftName()
  const end = endOf(terminationDate, today())
  const until = terminationDate === null ? words.person.noEnd : words.person[end](terminationDate, today())
  return (
    <p className="font-medium text-sm">
      {words.place(seatNumber, slot && nameOf(slot), seatLabel)}
      {'\u00a0· '}
      <span className={end === 'ended' ? 'text-error-text' : end === 'ends' ? 'text-warning-text' : ''}>
        {until.replaceAll(' ', '\u00a0')}
      </span>
    </p>
  )
}

/** The contacts of a student. Where the title of the panel has no room for them, the picture and the facts are here too. */
export const PanelHead = ({ user, isTitled }: { user: User; isTitled: boolean }) =>
  isTitled ? (
    <Phone user={user} />
  ) : (
    <div className="flex items-center gap-4">
      <PanelPicture user={user} />
      <div className="min-w-0 flex-1">
        <PanelFacts user={user} />
        <Phone user={user} />
      </div>
    </div>
  )

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
