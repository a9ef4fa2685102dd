import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Actor } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { shownName } from '#contract/shownName.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Absent, type Column, Table } from '#web/ui/Table.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { PhoneLink } from './PhoneLink.tsx'
import { TerminationBadge } from './TerminationBadge.tsx'
import type { PersonLink } from './useOpenPerson.ts'
import { owedStyle, Who } from './Who.tsx'

/** Memoize these functions: rows are re-rendered for new ones. */
export type UserActions = {
  edit: (user: User) => void
  remove: (user: User) => void
  open: (user: User) => void
  linkTo: (id: string) => PersonLink
}

type ButtonsProps = { user: User; me: Actor; actions: UserActions }

const Buttons = ({ user, me, actions }: ButtonsProps) => {
  const words = useWords(usersEn)
  const name = shownName(user)
  const edits = !userPolicy.whyNotUpdate(me, user, ['terminationDate'])
  const removes = !userPolicy.whyNotRemove(me, user)
  if (!edits && !removes) return null
  return (
    <div className="-mx-2 flex justify-end">
      {edits && (
        <IconButton label={words.editOne(name)} onPress={() => actions.edit(user)}>
          <Pencil />
        </IconButton>
      )}
      {removes && (
        <IconButton label={words.deleteOne(name)} tone="danger" onPress={() => actions.remove(user)}>
          <Trash2 />
        </IconButton>
      )}
    </div>
  )
}

const SeatCell = ({ user: { seatNumber, seatLabel, slot } }: { user: User }) => {
  const words = useWords(usersEn)
  const nameOf = useShiftName()
  if (seatNumber === null && slot === null) return <Absent said={words.noSeat} />
  return (
    <span className="cards:text-sm">
      {/* Cards have no headings. */}
      {seatNumber !== null && <span className="sr-only columns:hidden">{words.columns.seat} </span>}
      <span className="tabular-nums columns:font-medium">{words.place(seatNumber, slot && nameOf(slot), seatLabel)}</span>
    </span>
  )
}

/** The columns are memoized so that unchanged rows are not re-rendered while the list grows. */
const useColumns = (me: Actor | undefined, actions: UserActions): Column<User>[] => {
  const words = useWords(usersEn)
  return useMemo(() => {
    const { columns } = words
    const shown: Column<User>[] = [
      {
        key: 'person',
        title: columns.person,
        isMain: true,
        card: 'cards:w-full cards:pr-9',
        cell: (user) => <Who user={user} linkTo={actions.linkTo} />,
      },
      {
        key: 'seat',
        title: columns.seat,
        isInline: true,
        card: 'cards:-mt-2 cards:ml-12 cards:has-data-absent:-mr-2 cards:has-data-absent:size-0 cards:has-data-absent:overflow-hidden',
        width: 'columns:w-[16%] beside:w-[24%]',
        cell: (user) => <SeatCell user={user} />,
      },
      {
        key: 'phone',
        title: columns.phone,
        isInline: true,
        card: 'cards:absolute cards:right-1 cards:top-1/2 cards:-translate-y-1/2 cards:has-data-absent:hidden',
        yields: true,
        width: 'columns:w-[18%] columns:wide:min-[1280px]:w-[13%]',
        cell: ({ phone }) => (phone === null ? <Absent said={words.noPhone} /> : <PhoneLink phone={phone} isInTable />),
      },
      {
        key: 'until',
        title: columns.until,
        isInline: true,
        card: 'cards:-mt-2 cards:pr-9 cards:has-data-absent:hidden',
        width: 'columns:w-[18%] beside:w-[24%]',
        cell: ({ terminationDate }) =>
          terminationDate === null ? <Absent said={words.noEnd} /> : <TerminationBadge date={terminationDate} />,
      },
    ]
    const owed: Column<User> = {
      key: 'owed',
      title: columns.owed,
      numeric: true,
      isWide: 'widest',
      width: 'columns:w-[9%]',
      // Nothing is the most frequent value.
      cell: (user) => user.owed !== undefined && <span className={owedStyle}>{formatRupees(user.owed)}</span>,
    }
    const created: Column<User> = {
      key: 'created',
      title: columns.created,
      isWide: true,
      width: 'columns:w-[11%]',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap text-muted text-sm">
          {words.createdOn(createdAt)}
        </time>
      ),
    }
    const buttons: Column<User> = {
      key: 'actions',
      title: columns.actions,
      isActions: true,
      // The panel has them too.
      card: 'cards:hidden',
      width: 'columns:w-[9%]',
      cell: (user) => me && <Buttons user={user} me={me} actions={actions} />,
    }
    return may(usersApi.update, me) ? [...shown, owed, created, buttons] : [...shown, owed, created]
  }, [words, me, actions])
}

type Props = {
  users: readonly User[]
  total: number | undefined
  me: Actor | undefined
  actions: UserActions
  /** The person whose panel is open. */
  openId: string | undefined
}

export const UserTable = ({ users, total, me, actions, openId }: Props) => {
  const words = useWords(usersEn)
  return (
    <Table
      label={words.list}
      columns={useColumns(me, actions)}
      rows={users}
      rowKey={(user) => user._id}
      total={total}
      onRowPress={actions.open}
      isCurrent={({ _id }) => _id === openId}
    />
  )
}
