import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Email } from '#web/ui/Email.tsx'
import { formatDay, formatInstantDay, useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { PhoneLink } from './PhoneLink.tsx'
import { RoleBadge } from './RoleBadge.tsx'
import { TerminationBadge } from './TerminationBadge.tsx'

type Fact = readonly [label: string, value: ReactNode]

/** Seat, phone and last day large, the rest below. The name is the title of the dialog around it. */
export const PersonFacts = ({ user }: { user: User }) => {
  const words = useWords(usersEn)
  const { form, facts } = words
  const isStudent = user.role === 'student'
  const day = (date: string | null) => date && formatDay(date)
  const first: Fact[] = [
    ...(isStudent
      ? ([
          [words.columns.seat, user.seatNumber === null && user.slot === null ? null : words.place(user.seatNumber, user.slot)],
          [words.columns.phone, user.phone && <PhoneLink key="phone" phone={user.phone} />],
        ] as const)
      : []),
    [words.columns.until, day(user.terminationDate) ?? words.noEnd],
  ]
  const more: Fact[] = [
    [form.email, <Email key="email" address={user.email} />],
    ...(isStudent
      ? ([
          [facts.joined, day(user.dateJoinedLibrary)],
          [form.dob, day(user.dob)],
          ...(user.monthlyFee === null ? [] : [[facts.monthlyFee, form.rupees(user.monthlyFee)] as const]),
        ] as const)
      : []),
    [facts.created, formatInstantDay(user.createdAt)],
  ]
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <Avatar id={user._id} name={user.name || user.email} src={user.profilePictureUrl} className="size-16" />
        <p className="flex flex-wrap gap-2">
          <RoleBadge role={user.role} />
          <TerminationBadge date={user.terminationDate} />
        </p>
      </div>
      {/* Each as wide as it needs to be, so that a phone number stays in one line. */}
      <dl className="flex flex-wrap gap-x-4 gap-y-4 md:gap-x-6">
        {first.map(([label, value]) => (
          <div key={label} className="min-w-[min(7rem,100%)] max-w-full">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={`flex min-h-8 items-center max-md:min-h-11 wrap-anywhere ${value ? 'font-semibold md:text-lg' : 'text-muted'}`}>
              {value || form.none}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-3 border-line border-t pt-4">
        {more.map(([label, value], index) => (
          // The email address is the longest.
          <div key={label} className={`min-w-0 ${index === 0 ? 'col-span-full' : ''}`}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={`wrap-anywhere ${value ? '' : 'text-muted'}`}>{value || form.none}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
