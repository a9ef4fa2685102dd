import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { roles } from '#contract/actor.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'
import { CreateUserDialog } from './CreateUserDialog.tsx'
import { UserTable } from './UserTable.tsx'
import { useUsers } from './users.queries.ts'
import { useUserFilter } from './useUserFilter.ts'

export const UsersPage = () => {
  const words = useWords(usersEn)
  const filtering = useUserFilter()
  const users = useUsers(filtering.filter)
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" icon={<UserPlus />} onPress={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} about={words.about} action={add} filters={<Filters filtering={filtering} />}>
      <Loaded of={users} skeleton={<TableSkeleton rows={8} />} failed={words.loadFailed}>
        {() =>
          users.items.length > 0 ? (
            <div>
              <UserTable users={users.items} />
              <LoadMore of={users} />
            </div>
          ) : (
            <Nobody isFiltered={filtering.isFiltered} onClear={filtering.clear} onAdd={() => setAdding(true)} />
          )
        }
      </Loaded>
      {isAdding && <CreateUserDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

const Filters = ({ filtering }: { filtering: ReturnType<typeof useUserFilter> }) => {
  const words = useWords(usersEn)
  const names = useWords(shellEn).roles
  return (
    <>
      <SearchField label={words.search} placeholder={words.searchPlaceholder} value={filtering.text} onChange={filtering.setText} />
      <SelectField
        label={words.roleFilter}
        value={filtering.filter.role ?? ''}
        onChange={(value) => filtering.setRole(roles.find((each) => each === value))}
        placeholder={words.allRoles}
        options={roles.map((role) => ({ value: role, label: names[role] }))}
        className="md:min-w-44 max-md:w-full"
      />
    </>
  )
}

const Nobody = ({ isFiltered, onClear, onAdd }: { isFiltered: boolean; onClear: () => void; onAdd: () => void }) => {
  const words = useWords(usersEn)
  return isFiltered ? (
    <EmptyState
      title={words.noMatch}
      hint={words.noMatchHint}
      drawing="search"
      action={<Button onPress={onClear}>{words.clearFilters}</Button>}
    />
  ) : (
    <EmptyState title={words.empty} hint={words.emptyHint} drawing="people" action={<Button onPress={onAdd}>{words.add}</Button>} />
  )
}
