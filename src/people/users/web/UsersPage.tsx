import { Armchair, List, UserPlus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useTabViews } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { keptView } from './keptView.ts'
import { RosterButton } from './RosterButton.tsx'
import { useOpenPerson } from './useOpenPerson.ts'
import { CreateScreen, EditScreen, ListScreen, loadUserScreens, loadView } from './userScreens.ts'
import { type UserSlots, UserSlotsProvider, useUserSlots } from './userSlots.ts'
import { queryFor, useUsers } from './users.queries.ts'
import { useUserFilter } from './useUserFilter.ts'
import type { SeatChoice } from './useUserForm.ts'
import { useUsersView, viewIn } from './useUsersView.ts'

/** The form that is open over the page. */
type Form = { seat?: SeatChoice; user?: User }

const namedView = () => viewIn(new URLSearchParams(window.location.search), keptView())

/** Loads the view that the URL names. */
export const prepareUsers = (slots: UserSlots): Promise<void> => loadView(namedView(), slots)

/** Prefetches the data of the seat map, if the URL names that view. */
export const prefetchUsers = async ({ prefetchSeats }: UserSlots): Promise<void> => {
  if (namedView() === 'seats') await prefetchSeats?.()
}

/** User Management: the list of people and the seat map. */
export const UsersPage = ({ slots = {} }: { slots?: UserSlots }) => (
  <UserSlotsProvider value={slots}>
    <Users />
  </UserSlotsProvider>
)

const Users = () => {
  const words = useWords(usersEn)
  const mayAdd = may(usersApi.create, useSession()?.user)
  const slots = useUserSlots()
  const { view, setView } = useUsersView()
  const { open: openPerson } = useOpenPerson()
  useEffect(() => void loadUserScreens(slots), [slots])
  const { filter, isFiltered } = useUserFilter()
  const [form, setForm] = useState<Form>()
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
    {
      key: 'list',
      title: words.views.list,
      icon: <List aria-hidden="true" />,
      content: <Embed screen={ListScreen} instead={<TableSkeleton rows={8} />} onAdd={add} onEdit={edit} />,
    },
    {
      key: 'seats',
      title: words.views.seats,
      icon: <Armchair aria-hidden="true" />,
      content: <Embed screen={slots.seatMap} instead={<TableSkeleton rows={8} />} onFree={add} onPerson={openPerson} />,
    },
  ] as const
  const tabs = useTabViews({ label: words.views.label, views, chosen: view, onChoose: setView })
  // The list makes the same call.
  const { total } = useUsers(filter, view === 'list')
  return (
    <Page
      title={words.title}
      count={{ n: view === 'list' ? total : undefined, said: isFiltered ? words.found : words.count }}
      tabs={tabs.list}
      fact={<Embed screen={slots.cash} />}
      action={
        <>
          {addButton}
          {/* The button is a placeholder for its menu until that is loaded, so that the button next to it does not move. */}
          <Embed screen={slots.roster} instead={<RosterButton isDisabled />} filter={queryFor(filter)} />
        </>
      }
    >
      {tabs.panel}
      {form?.user && <Embed screen={EditScreen} user={form.user} onClose={closeForm} />}
      {form && !form.user && <Embed screen={CreateScreen} seat={form.seat} onClose={closeForm} />}
    </Page>
  )
}
