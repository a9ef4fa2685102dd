import type { Role } from '#contract/actor.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { TerminationBadge } from './TerminationBadge.tsx'

const tones: Record<Role, Tone> = { student: 'neutral', manager: 'info', admin: 'primary', superadmin: 'success' }

const RoleBadge = ({ role }: { role: Role }) => <Badge tone={tones[role]}>{useWords(shellEn).roles[role]}</Badge>

const Who = ({ user }: { user: User }) => {
  const name = user.name || user.email
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={name} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <TerminationBadge date={user.terminationDate} />
        </p>
        {user.name && <p className="text-muted text-sm wrap-anywhere">{user.email}</p>}
      </div>
    </div>
  )
}

export const UserTable = ({ users }: { users: readonly User[] }) => {
  const words = useWords(usersEn)
  const { columns } = words
  const shown: Column<User>[] = [
    { key: 'user', title: columns.user, isMain: true, cell: (user) => <Who user={user} /> },
    { key: 'role', title: columns.role, cell: (user) => <RoleBadge role={user.role} /> },
    {
      key: 'created',
      title: columns.created,
      cell: (user) => (
        <time dateTime={user.createdAt} className="whitespace-nowrap">
          {words.created(user.createdAt)}
        </time>
      ),
    },
  ]
  return <Table label={words.list} columns={shown} rows={users} rowKey={(user) => user._id} />
}
