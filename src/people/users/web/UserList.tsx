import { X } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { roles } from '#contract/actor.ts'
import { useSession } from '#web/api/session.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { AccountStatus, type User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { UserTable } from './UserTable.tsx'
import { useAskAndRemove } from './useAskAndRemove.tsx'
import { useOpenPerson } from './useOpenPerson.ts'
import { useUsers } from './users.queries.ts'
import { useUserFilter } from './useUserFilter.ts'

export type UserListProps = { /** For those who may add people. */ onAdd: (() => void) | undefined; onEdit: (user: User) => void }

/** Everybody, newest first or by their last day, narrowed by search and filters. A row opens the person. */
export const UserList = ({ onAdd, onEdit }: UserListProps) => {
  const words = useWords(usersEn)
  const me = useSession()?.user
  const filtering = useUserFilter()
  const users = useUsers(filtering.filter)
  const list = useRef<HTMLDivElement>(null)
  const remove = useAskAndRemove(useCallback(() => list.current?.focus({ preventScroll: true }), []))
  const { open, linkTo } = useOpenPerson()
  const actions = useMemo(() => ({ edit: onEdit, remove, open: ({ _id }: User) => open(_id), linkTo }), [onEdit, remove, open, linkTo])
  const { total } = users
  return (
    <>
      <Filters filtering={filtering} />
      <Loaded of={users} skeleton={<TableSkeleton rows={8} />} failed={words.loadFailed}>
        {() => (
          <div ref={list} tabIndex={-1} className={`flex flex-col gap-3 outline-none ${users.isPlaceholderData ? 'opacity-60' : ''}`}>
            <p role="status" className="text-muted tabular-nums empty:hidden">
              {total !== undefined && total > 0 && (filtering.isFiltered ? words.found(total) : words.count(total))}
            </p>
            {users.items.length > 0 ? (
              <div>
                <UserTable users={users.items} total={total} me={me} actions={actions} />
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

const Filters = ({ filtering }: { filtering: ReturnType<typeof useUserFilter> }) => {
  const words = useWords(usersEn)
  const names = useWords(shellEn).roles
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchField
        label={words.search}
        placeholder={words.searchPlaceholder}
        value={filtering.text}
        onChange={filtering.setText}
        className="grow-[999]"
      />
      <div className="flex flex-wrap gap-4 max-md:grow">
        <SelectField
          label={words.roleFilter}
          value={filtering.filter.role ?? ''}
          onChange={(value) => filtering.set('role', value)}
          placeholder={words.allRoles}
          options={roles.map((role) => ({ value: role, label: names[role] }))}
          className="min-w-[8rem] flex-1 basis-[8rem] md:min-w-44"
        />
        <SelectField
          label={words.statusFilter}
          value={filtering.filter.status ?? ''}
          onChange={(value) => filtering.set('status', value)}
          placeholder={words.allStatuses}
          options={AccountStatus.options.map((status) => ({ value: status, label: words.statuses[status] }))}
          // A phone shows the whole of a choice, which may be long.
          className={`min-w-[8rem] flex-1 md:min-w-60 ${filtering.filter.status ? 'basis-[15rem]' : 'basis-[8rem]'}`}
        />
      </div>
      {filtering.filter.hasSeat && <Chip label={words.hasSeat[filtering.filter.hasSeat]} onRemove={() => filtering.set('hasSeat', '')} />}
    </div>
  )
}

/** A filter that came with a link, and a press takes it away. */
const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <PlainButton
    aria-label={useWords(usersEn).removeFilter(label)}
    onPress={onRemove}
    className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full bg-primary-soft px-4 font-medium text-primary-text transition-colors duration-150 hover:bg-hover max-md:min-h-11"
  >
    {label}
    <X aria-hidden="true" className="size-4 shrink-0" />
  </PlainButton>
)

type NobodyProps = Pick<UserListProps, 'onAdd'> & { isFiltered: boolean; onClear: () => void }

const Nobody = ({ isFiltered, onClear, onAdd }: NobodyProps) => {
  const words = useWords(usersEn)
  return isFiltered ? (
    <EmptyState
      title={words.noMatch}
      hint={words.noMatchHint}
      drawing="search"
      action={<Button onPress={onClear}>{words.clearFilters}</Button>}
    />
  ) : (
    <EmptyState
      title={words.empty}
      hint={words.emptyHint}
      drawing="people"
      action={onAdd && <Button onPress={onAdd}>{words.add}</Button>}
    />
  )
}
