import { Armchair, List, UserPlus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { RosterMenu } from '#features/roster/web/RosterMenu.tsx'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { PersonDialog, type Sitting } from './PersonDialog.tsx'
import { SeatMap } from './SeatMap.tsx'
import { CreateUserDialog, EditUserDialog } from './UserDialog.tsx'
import { UserList } from './UserList.tsx'
import { type UserSlots, UserSlotsProvider } from './userSlots.ts'
import { useUserFilter } from './useUserFilter.ts'
import type { SeatChoice } from './useUserForm.ts'
import { useUsersView } from './useUsersView.ts'

/** The form that is open over the page. */
type Form = { seat?: SeatChoice; user?: User }

/** User Management: the list of people, and who sits where. */
export const UsersPage = ({ slots = {} }: { slots?: UserSlots }) => (
  <UserSlotsProvider value={slots}>
    <Users />
  </UserSlotsProvider>
)

const Users = () => {
  const words = useWords(usersEn)
  const mayAdd = may(usersApi.create, useSession()?.user)
  const { view, setView, showInList } = useUsersView()
  const { search, role, status } = useUserFilter().filter
  const [form, setForm] = useState<Form>()
  const [sitting, setSitting] = useState<Sitting>()
  const open = useCallback((seat?: SeatChoice) => setForm(seat ? { seat } : {}), [])
  const add = mayAdd ? open : undefined
  const edit = useCallback((user: User) => setForm({ user }), [])
  const closeForm = () => setForm(undefined)
  const addButton = add && (
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
      content: <SeatMap onFree={add} onTaken={setSitting} />,
    },
  ] as const
  return (
    <Page
      title={words.title}
      about={words.about}
      action={
        <>
          <RosterMenu filter={{ ...(search && { search }), ...(role && { role }), ...(status && { status }) }} />
          {addButton}
        </>
      }
    >
      <Tabs label={words.views.label} views={views} chosen={view} onChoose={setView} />
      {sitting && (
        <PersonDialog sitting={sitting} onEdit={edit} onShow={({ email }) => showInList(email)} onClose={() => setSitting(undefined)} />
      )}
      {form?.user && <EditUserDialog user={form.user} onClose={closeForm} />}
      {form && !form.user && <CreateUserDialog seat={form.seat} onClose={closeForm} />}
    </Page>
  )
}
