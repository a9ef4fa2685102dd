import type { ReactNode } from 'react'
import { shownName } from '#contract/shownName.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Email } from '#web/ui/Email.tsx'
import { formatDay, formatInstantDay, useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { RoleBadge } from './RoleBadge.tsx'
import { TerminationBadge } from './TerminationBadge.tsx'

type Fact = readonly [label: string, value: ReactNode]

/** The details of a person who is not a student. The name is the title of the panel around it. */
export const PersonFacts = ({ user }: { user: User }) => {
  const words = useWords(usersEn)
  const { form } = useWords(userFormsEn)
  const day = (date: string | null) => date && formatDay(date)
  const first: Fact[] = [[words.columns.until, day(user.terminationDate) ?? words.noEnd]]
  const more: Fact[] = [
    [form.email, user.email && <Email key="email" address={user.email} />],
    [words.facts.created, formatInstantDay(user.createdAt)],
  ]
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <Avatar id={user._id} name={shownName(user)} src={user.profilePictureUrl} className="size-12" />
        <p className="flex flex-wrap gap-2">
          <RoleBadge role={user.role} />
          <TerminationBadge date={user.terminationDate} />
        </p>
      </div>
      {/* Columns are as wide as their content, so that a phone number stays on one line. */}
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
