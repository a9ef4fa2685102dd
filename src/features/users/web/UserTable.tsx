import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Actor } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Email } from '#web/ui/Email.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { RoleBadge } from './RoleBadge.tsx'
import { TerminationBadge } from './TerminationBadge.tsx'
import { useUserSlots } from './userSlots.ts'

export type UserActions = { edit: (user: User) => void; remove: (user: User) => void }

const Who = ({ user }: { user: User }) => {
  const name = user.name || user.email
  const { owes } = useUserSlots()
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={name} src={user.profilePictureUrl} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          <TerminationBadge date={user.terminationDate} />
          {user.role === 'student' && <Slot screen={owes} userId={user._id} />}
        </p>
        {user.name && (
          <p className="text-muted text-sm wrap-anywhere">
            <Email address={user.email} />
          </p>
        )}
      </div>
    </div>
  )
}

type ButtonsProps = { user: User; me: Actor; actions: UserActions }

const Buttons = ({ user, me, actions }: ButtonsProps) => {
  const words = useWords(usersEn)
  const name = user.name || user.email
  const edits = !userPolicy.whyNotUpdate(me, user, ['terminationDate'])
  const removes = !userPolicy.whyNotRemove(me, user)
  if (!edits && !removes) return null
  return (
    <div className="-mx-3 flex flex-wrap justify-end gap-x-1 cards:justify-start">
      {edits && (
        <Button variant="quiet" className="px-3!" icon={<Pencil />} aria-label={words.editOne(name)} onPress={() => actions.edit(user)}>
          {words.edit}
        </Button>
      )}
      {removes && (
        <Button
          variant="quiet"
          className="px-3! text-error-text!"
          icon={<Trash2 />}
          aria-label={words.deleteOne(name)}
          onPress={() => actions.remove(user)}
        >
          {words.delete}
        </Button>
      )}
    </div>
  )
}

/** The columns stay the same while the list grows, so that rows that stay the same are not drawn again. */
const useColumns = (me: Actor | undefined, actions: UserActions): Column<User>[] => {
  const words = useWords(usersEn)
  return useMemo(() => {
    const { columns } = words
    const shown: Column<User>[] = [
      { key: 'user', title: columns.user, isMain: true, cell: (user) => <Who user={user} /> },
      { key: 'role', title: columns.role, width: 'columns:w-[15%]', cell: (user) => <RoleBadge role={user.role} /> },
      {
        key: 'created',
        title: columns.created,
        width: 'columns:w-[17%]',
        cell: (user) => (
          <time dateTime={user.createdAt} className="wrap-break-word">
            {words.created(user.createdAt)}
          </time>
        ),
      },
    ]
    const buttons: Column<User> = {
      key: 'actions',
      title: columns.actions,
      isActions: true,
      width: 'columns:w-[24%]',
      cell: (user) => me && <Buttons user={user} me={me} actions={actions} />,
    }
    return may(usersApi.update, me) ? [...shown, buttons] : shown
  }, [words, me, actions])
}

type Props = { users: readonly User[]; total: number | undefined; me: Actor | undefined; actions: UserActions }

export const UserTable = ({ users, total, me, actions }: Props) => {
  const words = useWords(usersEn)
  return <Table label={words.list} columns={useColumns(me, actions)} rows={users} rowKey={(user) => user._id} total={total} />
}
