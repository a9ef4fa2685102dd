import { shownName } from '#contract/shownName.ts'
import { PersonName } from '#people/users/web/PersonName.tsx'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { StudentCard } from '../fees.shapes.contract.ts'

/** The student of a fee: picture, name, email, seat and slot. */
export const FeeStudent = ({ student }: { student: StudentCard | null }) => {
  const words = useWords(feesEn)
  const nameOf = useShiftName()
  if (!student) {
    return (
      <div className="flex items-center gap-3">
        <Avatar id="" name={words.unknownStudent} />
        <span className="text-muted">{words.unknownStudent}</span>
      </div>
    )
  }
  const { _id, name, email, seatNumber, seatLabel, slot, profilePictureUrl } = student
  const seat = [seatNumber === null ? words.noSeat : words.seat(seatLabel ?? seatNumber), ...(slot ? [nameOf(slot)] : [])]
  return (
    <div className="flex items-center gap-3">
      {/* The side panel shows the picture, so the name gets the space here. */}
      <span className="flex shrink-0 beside:hidden">
        <Avatar id={_id} name={shownName({ name, email })} src={profilePictureUrl} />
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <PersonName id={_id} name={shownName({ name, email })} />
        </p>
        <p className="flex gap-x-2 text-muted text-xs">
          {seat.map((each) => (
            <span key={each} className="shrink-0">
              {each}
            </span>
          ))}
          {email && (
            <span className="min-w-0 truncate" title={email}>
              {email}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
