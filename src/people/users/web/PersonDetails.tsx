import type { ReactNode } from 'react'
import { readablePhone } from '#contract/phone.ts'
import { shownName } from '#contract/shownName.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Email } from '#web/ui/Email.tsx'
import { formatDay, useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { RoleBadge } from './RoleBadge.tsx'
import { TerminationBadge } from './TerminationBadge.tsx'

/** The details of a person, read-only. */
export const PersonDetails = ({ user }: { user: User }) => {
  const words = useWords(userFormsEn).form
  const nameOf = useShiftName()
  const day = (date: string | null) => date && formatDay(date)
  const details: (readonly [string, ReactNode])[] = [
    [words.email, user.email && <Email key="email" address={user.email} />],
    [words.phone, user.phone && readablePhone(user.phone)],
    ...(user.role === 'student'
      ? ([
          [words.seatNumber, user.seatNumber === null ? null : (user.seatLabel ?? String(user.seatNumber))],
          [words.slot, user.slot && nameOf(user.slot)],
          [words.dob, day(user.dob)],
          [words.dateJoinedLibrary, day(user.dateJoinedLibrary)],
          ...(user.monthlyFee === null ? [] : [[words.monthlyFee, words.rupees(user.monthlyFee)] as const]),
        ] as const)
      : []),
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar id={user._id} name={shownName(user)} src={user.profilePictureUrl} className="size-16" />
        <div className="min-w-0">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {shownName(user)}
          </p>
          <p className="mt-1 flex flex-wrap gap-2">
            <RoleBadge role={user.role} />
            <TerminationBadge date={user.terminationDate} />
          </p>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {details.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={`wrap-anywhere ${value ? '' : 'text-muted'}`}>{value || words.none}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
