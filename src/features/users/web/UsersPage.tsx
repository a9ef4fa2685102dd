import { Armchair, List, UserPlus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { SeatMap } from './SeatMap.tsx'
import { CreateUserDialog, EditUserDialog } from './UserDialog.tsx'
import { UserList } from './UserList.tsx'
import type { SeatChoice } from './useUserForm.ts'
import { useUsersView } from './useUsersView.ts'

/** The dialog that is open over the page. */
type Open = { what: 'add'; seat?: SeatChoice } | { what: 'edit'; user: User } | { what: 'person'; id: string; name: string }

/** User Management: the list of people, and who sits where. */
export const UsersPage = () => {
  const words = useWords(usersEn)
  const { view, setView, showInList } = useUsersView()
  const [open, setOpen] = useState<Open>()
  const add = useCallback((seat?: SeatChoice) => setOpen(seat ? { what: 'add', seat } : { what: 'add' }), [])
  const edit = useCallback((user: User) => setOpen({ what: 'edit', user }), [])
  const close = () => setOpen(undefined)
  const addButton = (
    <Button variant="primary" icon={<UserPlus />} onPress={() => add()}>
      {words.add}
    </Button>
  )
  const views = [
    { key: 'list', title: words.views.list, icon: <List aria-hidden="true" />, content: <UserList onAdd={add} onEdit={edit} /> },
    {
      key: 'seats',
      title: words.views.seats,
      icon: <Armchair aria-hidden="true" />,
      content: <SeatMap onFree={add} onTaken={({ userId, name }) => setOpen({ what: 'person', id: userId, name })} />,
    },
  ] as const
  return (
    <Page title={words.title} about={words.about} action={addButton}>
      <Tabs label={words.views.label} views={views} chosen={view} onChoose={setView} />
      {open?.what === 'add' && <CreateUserDialog seat={open.seat} onClose={close} />}
      {open?.what === 'edit' && <EditUserDialog user={open.user} onClose={close} />}
      {open?.what === 'person' && (
        <PersonDialog id={open.id} name={open.name} onEdit={edit} onShow={({ email }) => showInList(email)} onClose={close} />
      )}
    </Page>
  )
}
