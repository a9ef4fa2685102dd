import type { ReactNode } from 'react'
import { RoleBadge } from '#people/users/web/RoleBadge.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { ChatPerson } from '../conversations.shapes.contract.ts'
import { useChatSlots } from './chatSlots.ts'

/** A person in a list: picture, name, role. */
export const Person = ({ person, note }: { person: ChatPerson; note?: ReactNode }) => {
  const { presenceDot } = useChatSlots()
  return (
    <>
      <span className="relative inline-flex shrink-0">
        <Avatar id={person._id} name={person.name} src={person.profilePicture} />
        <Embed screen={presenceDot} userId={person._id} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {person.name}
        </span>
        {note}
      </span>
      <RoleBadge role={person.role} />
    </>
  )
}
