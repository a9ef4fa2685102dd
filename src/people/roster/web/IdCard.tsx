import './idCards.css'
import { shownName } from '#contract/shownName.ts'
import type { User } from '#people/users/users.contract.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { initials } from '#web/ui/Avatar.tsx'
import { useWords } from '#web/words.ts'
import { cardsEn } from '../roster.cards.en.ts'

type Props = { student: User; hall: Customization }

/** The card of one student: the hall, the picture, the name, the seat and until when it is valid. */
export const IdCard = ({ student, hall: { systemName, showLogo, logoUrl, landing } }: Props) => {
  const words = useWords(cardsEn)
  const nameOf = useShiftName()
  const { profilePictureUrl, seatNumber, seatLabel, slot, terminationDate } = student
  const name = shownName(student)
  const place = words.place(seatNumber, slot && nameOf(slot), seatLabel)
  return (
    <div className="id-card">
      <div className="id-card-head">
        {showLogo && logoUrl && <img src={logoUrl} alt="" />}
        <p dir="auto" className="id-card-hall font-display font-semibold">
          {systemName}
        </p>
      </div>
      <div className="id-card-body">
        {profilePictureUrl ? (
          // Not lazily: a picture below the window would be missing on paper.
          <img src={profilePictureUrl} alt="" className="id-card-picture" />
        ) : (
          <span aria-hidden="true" className="id-card-picture">
            {initials(name)}
          </span>
        )}
        <div className="min-w-0">
          <p dir="auto" className="id-card-name">
            {name}
          </p>
          {place && <p>{place}</p>}
          {terminationDate !== null && <p>{words.validUntil(terminationDate)}</p>}
        </div>
      </div>
      <p dir="auto" className="id-card-foot">
        {[landing.address.split('\n')[0], landing.phone].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
