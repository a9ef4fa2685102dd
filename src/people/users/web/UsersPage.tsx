import { Armchair, List, UserPlus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { RosterButton } from '#people/roster/web/RosterButton.tsx'
import { useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { movingAddress } from './seatMap/useSeatView.ts'
import { useAskAndRemove } from './useAskAndRemove.tsx'
import { useOpenPerson } from './useOpenPerson.ts'
import {
  CreateScreen,
  EditScreen,
  ListScreen,
  loadUserScreens,
  loadView,
  PersonScreen,
  RenewScreen,
  RosterScreen,
  SeatMapScreen,
} from './userScreens.ts'
import { type UserSlots, UserSlotsProvider, useUserSlots } from './userSlots.ts'
import { queryFor } from './users.queries.ts'
import { useUserFilter } from './useUserFilter.ts'
import type { SeatChoice } from './useUserForm.ts'
import { useUsersView, viewIn } from './useUsersView.ts'

/** The form that is open over the page. */
type Form = { seat?: SeatChoice; user?: User; renewing?: User }

/** Fetches the view that the address names. */
export const prepareUsers = (): Promise<void> => loadView(viewIn(new URLSearchParams(window.location.search)))

/** User Management: the list of people, and who sits where. */
export const UsersPage = ({ slots = {} }: { slots?: UserSlots }) => (
  <UserSlotsProvider value={slots}>
    <Users />
  </UserSlotsProvider>
)

const Users = () => {
  const words = useWords(usersEn)
  const mayAdd = may(usersApi.create, useSession()?.user)
  const { cash } = useUserSlots()
  const { view, setView } = useUsersView()
  const person = useOpenPerson()
  useEffect(() => void loadUserScreens(), [])
  const { filter } = useUserFilter()
  const navigate = useNavigate()
  const [form, setForm] = useState<Form>()
  const open = useCallback((seat?: SeatChoice) => setForm(seat ? { seat } : {}), [])
  const add = mayAdd ? open : undefined
  const edit = useCallback((user: User) => setForm({ user }), [])
  const renew = useCallback((user: User) => setForm({ renewing: user }), [])
  const move = ({ _id }: User) => navigate(movingAddress(_id), { replace: true })
  const closeForm = () => setForm(undefined)
  const remove = useAskAndRemove(person.close)
  const addButton = add && (
    <Button variant="primary" icon={<UserPlus />} className="max-md:px-3" onPress={() => add()}>
      {words.add}
    </Button>
  )
  const views = [
    {
      key: 'list',
      title: words.views.list,
      icon: <List aria-hidden="true" />,
      content: <Slot screen={ListScreen} instead={<TableSkeleton rows={8} />} onAdd={add} onEdit={edit} />,
    },
    {
      key: 'seats',
      title: words.views.seats,
      icon: <Armchair aria-hidden="true" />,
      content: <Slot screen={SeatMapScreen} instead={<TableSkeleton rows={8} />} onFree={add} onPerson={person.open} />,
    },
  ] as const
  return (
    <Page
      title={words.title}
      about={<Slot screen={cash} instead={words.about} about={words.about} />}
      action={
        <>
          {/* Until its menu is there the button takes its place, so that the one beside it does not move under a finger. */}
          <Slot screen={RosterScreen} instead={<RosterButton isDisabled />} filter={queryFor(filter)} />
          {addButton}
        </>
      }
    >
      <Tabs label={words.views.label} views={views} chosen={view} onChoose={setView} />
      {person.id && (
        <Slot
          screen={PersonScreen}
          key={person.id}
          id={person.id}
          onEdit={edit}
          onRemove={remove}
          onRenew={renew}
          onMove={move}
          onClose={person.close}
        />
      )}
      {form?.user && <Slot screen={EditScreen} user={form.user} onClose={closeForm} />}
      {form?.renewing && <Slot screen={RenewScreen} user={form.renewing} onClose={closeForm} />}
      {form && !form.user && !form.renewing && <Slot screen={CreateScreen} seat={form.seat} onClose={closeForm} />}
    </Page>
  )
}
