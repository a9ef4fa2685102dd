import { Embed } from '#web/shell/Embed.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../../users.en.ts'
import { PersonFacts } from '../PersonFacts.tsx'
import { useUserSlots } from '../userSlots.ts'
import { PanelActions } from './PanelActions.tsx'
import { PanelHead } from './PanelHead.tsx'
import type { ContentProps } from './panelForm.ts'
import { StudentDetails } from './StudentDetails.tsx'

type Titled = {
  /** True if the title of the panel shows the picture, the seat and the last day of a student. */
  isTitled: boolean
}

/** Everything about one person, and the possible actions. */
export const PersonContent = ({ user, isTitled, ...actions }: ContentProps & Titled) =>
  user.role === 'student' ? (
    <Student user={user} isTitled={isTitled} {...actions} />
  ) : (
    <div className="flex flex-col gap-5">
      <PersonFacts user={user} />
      <PanelActions user={user} {...actions} />
    </div>
  )

/** Ordered by what a clerk needs first: who it is and until when, the contacts, the dues. */
const Student = ({ user, isTitled, ...actions }: ContentProps & Titled) => {
  const words = useWords(usersEn).person
  const { balance, visits, locker, timeline } = useUserSlots()
  return (
    <div className="flex flex-col gap-5">
      <PanelHead user={user} isTitled={isTitled} />
      <div className="empty:hidden">
        <Embed screen={balance} user={user} />
      </div>
      <PanelActions user={user} {...actions} />
      <div className="empty:hidden">
        <Embed screen={visits} user={user} />
      </div>
      <div className="empty:hidden">
        <Embed screen={locker} user={user} />
      </div>
      <div className="empty:hidden">
        <Embed screen={timeline} user={user} />
      </div>
      <section aria-label={words.details} className="border-line border-t pt-4">
        <StudentDetails user={user} />
      </section>
    </div>
  )
}
