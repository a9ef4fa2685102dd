import { Link } from 'react-router'
import { shownName } from '#contract/shownName.ts'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Email } from '#web/ui/Email.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { endOf } from './panel/endOf.ts'
import { RoleBadge } from './RoleBadge.tsx'
import type { PersonLink } from './useOpenPerson.ts'

export const owedStyle = 'font-medium text-error-text tabular-nums'

/** What a person owes, beside the name where the table has no column of dues. It is no chip, because the end of the account may be one. */
const OwesBadge = ({ owed }: { owed: number | undefined }) => {
  const words = useWords(usersEn)
  return (
    owed !== undefined && (
      <span className={`text-xs columns:wide:min-[1280px]:hidden columns:wide:min-[1280px]:beside:inline ${owedStyle}`}>
        {words.owes(formatRupees(owed))}
      </span>
    )
  )
}

type WhoProps = { user: User; linkTo: (id: string) => PersonLink }

/** A person in the list: picture, name, role, what they owe, and email. */
export const Who = ({ user, linkTo }: WhoProps) => {
  const name = shownName(user)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={name} src={user.profilePictureUrl} className="size-9" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            {...linkTo(user._id)}
            dir="auto"
            className="min-w-0 rounded-sm font-medium underline-offset-4 wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <RoleBadge role={user.role} isPlain={endOf(user.terminationDate, today()) !== 'until'} />
          <OwesBadge owed={user.owed} />
        </p>
        {user.name && user.email && (
          <p className="text-muted text-xs wrap-anywhere cards:hidden">
            <Email address={user.email} />
          </p>
        )}
      </div>
    </div>
  )
}
