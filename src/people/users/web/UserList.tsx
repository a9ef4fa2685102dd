import { useCallback, useMemo, useRef } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { ListHead } from './ListHead.tsx'
import { UserTable } from './UserTable.tsx'
import { useAskAndRemove } from './useAskAndRemove.tsx'
import { useOpenPerson } from './useOpenPerson.ts'
import { useUsers } from './users.queries.ts'
import { useUserFilter } from './useUserFilter.ts'

export type UserListProps = { /** For those who may add people. */ onAdd: (() => void) | undefined; onEdit: (user: User) => void }

/** All people, newest first or by their last day, with search and filters. A row opens the person. */
export const UserList = ({ onAdd, onEdit }: UserListProps) => {
  const words = useWords(usersEn)
  const me = useSession()?.user
  const filtering = useUserFilter()
  const users = useUsers(filtering.filter)
  const list = useRef<HTMLDivElement>(null)
  const remove = useAskAndRemove(useCallback(() => list.current?.focus({ preventScroll: true }), []))
  const { id: openId, open, linkTo } = useOpenPerson()
  const actions = useMemo(() => ({ edit: onEdit, remove, open: ({ _id }: User) => open(_id), linkTo }), [onEdit, remove, open, linkTo])
  const { total } = users
  return (
    <>
      <ListHead filtering={filtering} />
      <Loaded of={users} skeleton={<TableSkeleton rows={8} />} failed={words.loadFailed}>
        {() => (
          <div ref={list} tabIndex={-1} className={`flex flex-col gap-3 outline-none ${users.isPlaceholderData ? 'opacity-60' : ''}`}>
            {users.items.length > 0 ? (
              <div>
                <UserTable users={users.items} total={total} me={me} actions={actions} openId={openId} />
                <LoadMore of={users} />
              </div>
            ) : (
              <Nobody isFiltered={filtering.isFiltered} onClear={filtering.clear} onAdd={onAdd} />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

type NobodyProps = Pick<UserListProps, 'onAdd'> & { isFiltered: boolean; onClear: () => void }

const Nobody = ({ isFiltered, onClear, onAdd }: NobodyProps) => {
  const words = useWords(usersEn)
  return isFiltered ? (
    <EmptyState
      title={words.noMatch}
      hint={words.noMatchHint}
      drawing="chair"
      action={<Button onPress={onClear}>{words.clearFilters}</Button>}
    />
  ) : (
    <EmptyState title={words.empty} hint={words.emptyHint} drawing="chair" action={onAdd && <Button onPress={onAdd}>{words.add}</Button>} />
  )
}
