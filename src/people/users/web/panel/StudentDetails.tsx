import type { ReactNode } from 'react'
import { Email } from '#web/ui/Email.tsx'
import { formatDay, formatInstantDay, useWords } from '#web/words.ts'
import type { User } from '../../users.contract.ts'
import { usersEn } from '../../users.en.ts'
import { userFormsEn } from '../../users.forms.en.ts'

/** Details that are needed less often. */
export const StudentDetails = ({ user }: { user: User }) => {
  const { facts } = useWords(usersEn)
  const { form } = useWords(userFormsEn)
  const day = (date: string | null) => date && formatDay(date)
  const details: (readonly [string, ReactNode])[] = [
    [form.email, user.email && <Email key="email" address={user.email} />],
    [facts.joined, day(user.dateJoinedLibrary)],
    [form.dob, day(user.dob)],
    ...(user.monthlyFee === null ? [] : [[facts.monthlyFee, form.rupees(user.monthlyFee)] as const]),
    [facts.created, formatInstantDay(user.createdAt)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      {details.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className={`wrap-anywhere ${value ? '' : 'text-muted'}`}>{value || form.none}</dd>
        </div>
      ))}
    </dl>
  )
}
